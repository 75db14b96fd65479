import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Cursor } from '../core/polling/cursor';
import { log } from './log';

const cursorSchema: z.ZodType<Cursor> = z.object({
	version: z.literal(1),
	watch: z.string(),
	windowStart: z.string(),
	told: z.array(z.tuple([z.string(), z.string(), z.string()])),
	following: z.array(z.object({ id: z.string(), told: z.string(), since: z.string() })),
});

/** What this process knows of a trigger beside its stored cursor. It is lost with the process. */
export interface TriggerMemory {
	isPolling: boolean;
	/** The last cursor that was written. */
	cursor?: Cursor;
	/**
	 * Whether the cursor says what was told: n8n has given one back, or it told nothing. What an activation's
	 * poll told is dropped when it is superseded, its silent cursor always by the durable scheduler (measured).
	 */
	isSafe: boolean;
	/** The stored cursor, as JSON, that the last poll with events began with, and when that ended (epoch ms). */
	emitted?: { from: string; at: number };
	/** First polls in a row whose passing failure was only logged. */
	forgivenFailures: number;
	/** Names of the customer that is watched: who was asked for, and until when (epoch ms) they hold. */
	customer?: { watch: string; names: string[]; until: number };
	/** What a cut list was reported for, so that it is reported once a day. */
	reportedCut?: string;
}

/** How long n8n may take to store what a poll told. */
const STORING_MS = 5_000;

const memories = new Map<string, TriggerMemory>();

/** By the id of the node: it survives a rename, which loses the static data (n8n keys that by name). */
export function memoryOf(context: IPollFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = memories.get(key) ?? { isPolling: false, isSafe: false, forgivenFailures: 0 };
	memories.set(key, memory);
	return memory;
}

/** Contexts that have polled. n8n makes one per activation, in its durable scheduler one per poll. */
const contexts = new WeakSet<IPollFunctions>();

/** Whether this is the poll that an activation, or a start of n8n, waits for. */
export function isFirstPoll(context: IPollFunctions): boolean {
	const isFirst = !contexts.has(context);
	contexts.add(context);
	return isFirst;
}

/** Forgets everything. For tests, where a new process is played by the old one. */
export function forgetPolls(): void {
	memories.clear();
}

/**
 * The cursor of the last poll, when it is about the same account, event and filters. Another node of the
 * workflow may have wiped the stored one (n8n-facts); this process then knows it still.
 *
 * @param watch names what is watched now
 */
export function recallCursor(context: IPollFunctions, watch: string): Cursor | undefined {
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
		log(
			context,
			'warn',
			'its stored memory of earlier polls was gone and has been restored. Another node may have replaced the static data of the workflow, or the trigger was renamed.',
		);
	}
	if (known.watch === watch) return known;
	log(context, 'info', `it watches another event, account or filter now. ${BASELINE}`);
	return undefined;
}

const BASELINE = 'What is there already starts nothing, unless Emit Existing is on.';

/** An active workflow that starts with n8n has polled before, so its memory was lost. */
function sayBaseline(context: IPollFunctions, stored: 'nothing' | 'unreadable'): void {
	const isRestart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	if (!isRestart && stored === 'nothing') {
		log(context, 'debug', `first poll. ${BASELINE}`);
		return;
	}
	const what = stored === 'nothing' ? 'no memory' : 'no readable memory';
	log(
		context,
		'warn',
		`there is ${what} of earlier polls. ${BASELINE} If this workflow was active before, look through the additions of the look-back with Balance → Get Many.`,
	);
}

/** To be called once the poll is over and its events are safe. */
export function rememberCursor(
	context: IPollFunctions,
	cursor: Cursor,
	{ isSilent }: { isSilent: boolean },
): void {
	const memory = memoryOf(context);
	const staticData = context.getWorkflowStaticData('node');
	if (isSilent) memory.isSafe = true;
	else if (staticData.cursor !== undefined) {
		memory.emitted = { from: JSON.stringify(staticData.cursor), at: Date.now() };
	}
	staticData.cursor = cursor;
	memory.cursor = cursor;
}

/**
 * Whether n8n is still storing what the last poll told: its durable scheduler may start the next one before
 * (measured), which would tell it again. If it has not been stored by then, it was dropped.
 */
export function isBeingStored(context: IPollFunctions): boolean {
	const { emitted } = memoryOf(context);
	if (emitted === undefined || Date.now() - emitted.at > STORING_MS) return false;
	return emitted.from === JSON.stringify(context.getWorkflowStaticData('node').cursor);
}
