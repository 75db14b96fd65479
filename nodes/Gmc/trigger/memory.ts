import type { IPollFunctions } from 'n8n-workflow';
import type { Cursor } from '../core/polling/cursor';
import { cursorSchema } from '../core/polling/cursor';
import { keptInProcess } from '../core/util/processMemory';
import { log } from '../shared/context';

/** What this process knows of a trigger besides its stored cursor. It is lost when the process ends. */
export interface TriggerMemory {
	isPolling: boolean;
	/** Whether a poll has succeeded, or was a first one that was allowed to fail. */
	hasPolled: boolean;
	/** Whether n8n has polled twice with one context. Then a new context means a new activation. */
	keepsContext: boolean;
	/** The last cursor whose events n8n has certainly stored. */
	cursor?: Cursor;
	/** The stored cursor, as JSON, from which the last poll with events started, and when that poll ended (epoch ms). */
	lastEmission?: { from: string; at: number };
	/** The day (UTC) on which an incomplete list was last reported. */
	reportedIncomplete?: string;
}

const BASELINE =
	'Top-ups that exist already do not start the workflow, unless Emit Existing is on.';

/** How long n8n may take to store what a poll emitted, in milliseconds. */
const STORING_MS = 5_000;

const memories = keptInProcess(new Map<string, TriggerMemory>());

/** By the node's id, which survives a rename. Static data does not, because n8n keys it by the node's name. */
export function memoryOf(context: IPollFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = memories.get(key) ?? { isPolling: false, hasPolled: false, keepsContext: false };
	memories.set(key, memory);
	return memory;
}

/** Contexts that have polled. */
const contexts = new WeakSet<IPollFunctions>();

/**
 * Whether an activation, or a start of n8n, waits for this poll. n8n makes one context for each activation. Its durable
 * scheduler makes one for each poll (n8n.md P10), and then only the first poll of a process counts.
 */
export function noteFirstPoll(context: IPollFunctions, memory: TriggerMemory): boolean {
	const isNew = !contexts.has(context);
	contexts.add(context);
	if (!isNew) memory.keepsContext = true;
	return isNew && (memory.keepsContext || !memory.hasPolled);
}

/**
 * Reads the cursor of the last poll. If another node has deleted the stored one (n8n.md E14), this process still knows it.
 *
 * @param scopeKey identifies what is watched now
 * @returns undefined if there is none, or if it is for another account, event or filter
 */
export function recallCursor(context: IPollFunctions, scopeKey: string): Cursor | undefined {
	const memory = memoryOf(context);
	const warn = (message: string) => log(context, 'warn', message);
	const stored = context.getWorkflowStaticData('node').cursor;
	const { data } = cursorSchema.safeParse(stored);
	const all = [data, memory.cursor].flatMap((cursor) => cursor ?? []);
	if (all.length === 0) {
		// A workflow that starts with n8n has polled before.
		const isRestart = ['init', 'leadershipChange'].includes(context.getActivationMode());
		if (stored !== undefined || isRestart) {
			warn(
				`there is no readable memory of earlier polls. ${BASELINE} If this workflow was active before, check the top-ups of the look-back with Balance: Get Many.`,
			);
		}
		return undefined;
	}
	// Durable cursors may have stored none yet for what is watched now (n8n.md P11).
	const known = all.find((cursor) => cursor.scopeKey === scopeKey);
	if (known === undefined) {
		log(context, 'info', `the account, the event or a filter has changed. ${BASELINE}`);
	} else if (data === undefined) {
		warn(
			'the stored memory of earlier polls was gone and has been restored. Another node may have replaced the static data of the workflow, or the trigger was renamed.',
		);
	}
	return known;
}

/**
 * Writes the cursor. Call it last, when nothing else in the poll can fail.
 *
 * If an activation is replaced by a newer one, n8n drops the events of its first poll (n8n.md P9), so this process must
 * not remember them as emitted. A poll without events loses nothing either way (n8n.md P11).
 *
 * @param known the cursor that the poll started from
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
	if (isSilent || known?.progress !== undefined) memory.cursor = cursor;
	staticData.cursor = cursor;
}

/**
 * Whether n8n is still storing what the last poll emitted. Its durable scheduler may start the next poll before that
 * (n8n.md P11), which would emit everything twice. After STORING_MS, n8n has dropped it.
 */
export function isBeingStored(context: IPollFunctions): boolean {
	const { lastEmission } = memoryOf(context);
	// `abs`, so that a clock that went back does not block the trigger.
	const waited = Math.abs(Date.now() - (lastEmission?.at ?? 0));
	if (lastEmission === undefined || waited > STORING_MS) return false;
	return lastEmission.from === JSON.stringify(context.getWorkflowStaticData('node').cursor);
}
