import type { IPollFunctions } from 'n8n-workflow';
import type { WatchedCustomer } from '../core/customers/watched';
import type { Cursor } from '../core/polling/cursor';
import { cursorSchema } from '../core/polling/cursor';
import { log as lines } from '../core/texts/log';
import { keptInProcess } from '../core/util/processMemory';
import { log } from '../shared/context';

/** What this process knows of a trigger beside its stored cursor. It is lost with the process. */
export interface TriggerMemory {
	isPolling: boolean;
	/** Whether a poll has gone well, or failed as a first one may. */
	hasPolled: boolean;
	/** Whether n8n has polled twice with one context: then a new one is a new activation. */
	keepsContext: boolean;
	/** The last cursor of which n8n surely has what it counts as emitted. */
	cursor?: Cursor;
	/** The stored cursor, as JSON, that the last poll with events began with, and when that ended (epoch ms). */
	lastEmission?: { from: string; at: number };
	/**
	 * When the first poll began that failed, as long as there is no cursor: epoch ms, and how far the service's clock
	 * was ahead, if it told.
	 */
	failedFirst?: { at: number; offset?: number };
	/** The watched customer: for which scope, and when (epoch ms) it was asked for. */
	customer?: { scopeKey: string; watched: WatchedCustomer; askedAt: number };
	/** The day on which a cut list was last reported. */
	reportedCut?: string;
}

/** How long n8n may take to store what a poll emitted, in milliseconds. */
const STORING_MS = 5_000;

const memories = keptInProcess(new Map<string, TriggerMemory>());

/** By the id of the node: it survives a rename, which loses the static data (n8n keys that by name). */
export function memoryOf(context: IPollFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = memories.get(key) ?? { isPolling: false, hasPolled: false, keepsContext: false };
	memories.set(key, memory);
	return memory;
}

/** Contexts that have polled. */
const contexts = new WeakSet<IPollFunctions>();

/**
 * Whether this is the poll that an activation, or a start of n8n, waits for. n8n makes one context for each activation;
 * its durable scheduler makes one for each poll (n8n.md P10), and then only the first poll of a process is one.
 */
export function isFirstPoll(context: IPollFunctions, memory: TriggerMemory): boolean {
	const isNew = !contexts.has(context);
	contexts.add(context);
	if (!isNew) memory.keepsContext = true;
	return isNew && (memory.keepsContext || !memory.hasPolled);
}

/**
 * The cursor of the last poll, when it is about the same account, event and filters. Another node of the
 * workflow may have wiped the stored one (n8n.md E14); this process then knows it still.
 *
 * @param scopeKey stands for what is watched now
 */
export function recallCursor(context: IPollFunctions, scopeKey: string): Cursor | undefined {
	const memory = memoryOf(context);
	const stored = context.getWorkflowStaticData('node').cursor;
	const { data } = cursorSchema.safeParse(stored);
	const known = data ?? memory.cursor;
	if (known === undefined) {
		sayBaseline(context, stored);
		return undefined;
	}
	if (data === undefined) log(context, 'warn', lines.memoryRestored);
	if (known.scopeKey !== scopeKey) {
		log(context, 'info', lines.otherScope);
		return undefined;
	}
	memory.failedFirst = undefined;
	return known;
}

/** An active workflow that starts with n8n has polled before, so its memory was lost. */
function sayBaseline(context: IPollFunctions, stored: unknown): void {
	const isUnreadable = stored !== undefined;
	const isRestart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	if (isUnreadable || isRestart) log(context, 'warn', lines.noMemory({ isUnreadable }));
	else log(context, 'debug', lines.firstPoll);
}

/**
 * Writes the cursor. To be called at the end of a poll, when nothing of it can fail any more.
 *
 * What the first poll of an activation emits is dropped when that is superseded (n8n.md P9): then there must be no
 * cursor that counts it as emitted. One that emits nothing loses nothing, stored or not (n8n.md P11).
 *
 * @param known the cursor that the poll began with
 * @param isSilent whether the poll emits nothing
 */
export function rememberCursor(
	context: IPollFunctions,
	cursor: Cursor,
	{ known, isSilent }: { known?: Cursor; isSilent: boolean },
): void {
	const memory = memoryOf(context);
	const staticData = context.getWorkflowStaticData('node');
	if (!isSilent && staticData.cursor !== undefined) {
		memory.lastEmission = { from: JSON.stringify(staticData.cursor), at: Date.now() };
	}
	if (isSilent || known !== undefined) memory.cursor = cursor;
	staticData.cursor = cursor;
}

/**
 * Whether n8n is still storing what the last poll emitted: its durable scheduler may start the next one
 * before (n8n.md P11), which would emit it again. What has not been stored after STORING_MS was dropped.
 */
export function isBeingStored(context: IPollFunctions): boolean {
	const { lastEmission } = memoryOf(context);
	// A clock that went back must not make it wait until then.
	const waited = Math.abs(Date.now() - (lastEmission?.at ?? 0));
	if (lastEmission === undefined || waited > STORING_MS) return false;
	return lastEmission.from === JSON.stringify(context.getWorkflowStaticData('node').cursor);
}
