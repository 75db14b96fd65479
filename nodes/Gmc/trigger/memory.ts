import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { WatchedCustomer } from '../core/customers/watched';
import type { Cursor } from '../core/polling/cursor';
import type { Clocks } from '../core/time/clocks';
import { log as lines } from '../core/texts/log';
import { keptInProcess } from '../core/memory/processMemory';
import { log } from '../shared/context';

const cursorSchema: z.ZodType<Cursor> = z.object({
	version: z.literal(1),
	scopeKey: z.string(),
	windowStart: z.string(),
	emitted: z.array(z.tuple([z.string(), z.string(), z.string()])),
	pending: z.array(z.object({ id: z.string(), emitted: z.string(), since: z.string() })),
	unsettled: z.array(z.string()),
	polledAt: z.object({ n8n: z.number(), service: z.number().optional() }).optional(),
	customer: z.object({ id: z.string().optional(), identifiers: z.array(z.string()) }).optional(),
});

/** What this process knows of a trigger beside its stored cursor. It is lost with the process. */
export interface TriggerMemory {
	isPolling: boolean;
	/** The last cursor that was written. */
	cursor?: Cursor;
	/**
	 * Whether what the cursor counts as emitted surely was: n8n has given a cursor back, or the poll emitted
	 * nothing. What an activation's poll emits is dropped when the activation is superseded; its cursor, when
	 * it emits nothing, always by the durable scheduler (n8n.md P9, P11).
	 */
	isSafe: boolean;
	/** The stored cursor, as JSON, that the last poll with events began with, and when that ended (epoch ms). */
	lastEmission?: { from: string; at: number };
	/** First polls in a row whose transient failure was only logged. */
	forgivenFailures: number;
	/** The watched customer: for which scope, and when (epoch ms) it was asked for. */
	customer?: { scopeKey: string; watched: WatchedCustomer; askedAt: number };
	/** What a cut list was reported for, so that it is reported once a day. */
	reportedCut?: string;
	/** What the clocks showed at the last poll. n8n may not have stored its cursor (n8n.md P11). */
	polledAt?: Clocks;
}

/** How long n8n may take to store what a poll emitted, in milliseconds. */
const STORING_MS = 5_000;

const memories = keptInProcess(new Map<string, TriggerMemory>());

/** By the id of the node: it survives a rename, which loses the static data (n8n keys that by name). */
export function memoryOf(context: IPollFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = memories.get(key) ?? { isPolling: false, isSafe: false, forgivenFailures: 0 };
	memories.set(key, memory);
	return memory;
}

/** Contexts that have polled: a new process has new ones. n8n makes one per activation, in its durable scheduler one per poll. */
const contexts = new WeakSet<IPollFunctions>();

/** Whether this is the poll that an activation, or a start of n8n, waits for. */
export function isFirstPoll(context: IPollFunctions): boolean {
	const isFirst = !contexts.has(context);
	contexts.add(context);
	return isFirst;
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
	if (data !== undefined) memory.isSafe = true;
	const known = data ?? (memory.isSafe ? memory.cursor : undefined);
	if (known === undefined) {
		sayBaseline(context, stored === undefined ? 'nothing' : 'unreadable');
		return undefined;
	}
	if (data === undefined) {
		log(context, 'warn', lines.memoryRestored);
	}
	if (known.scopeKey === scopeKey) return known;
	log(context, 'info', lines.otherScope);
	return undefined;
}

/** An active workflow that starts with n8n has polled before, so its memory was lost. */
function sayBaseline(context: IPollFunctions, stored: 'nothing' | 'unreadable'): void {
	const isRestart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	if (!isRestart && stored === 'nothing') {
		log(context, 'debug', lines.firstPoll);
		return;
	}
	log(context, 'warn', lines.noMemory({ isUnreadable: stored === 'unreadable' }));
}

/**
 * Writes the cursor. To be called at the end of a poll, when nothing of it can fail any more.
 *
 * @param isSilent whether the poll emits nothing
 */
export function rememberCursor(
	context: IPollFunctions,
	cursor: Cursor,
	{ isSilent }: { isSilent: boolean },
): void {
	const memory = memoryOf(context);
	const staticData = context.getWorkflowStaticData('node');
	if (isSilent) memory.isSafe = true;
	else if (staticData.cursor !== undefined) {
		memory.lastEmission = { from: JSON.stringify(staticData.cursor), at: Date.now() };
	}
	staticData.cursor = cursor;
	memory.cursor = cursor;
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
