import type { IPollFunctions } from 'n8n-workflow';
import type { Cursor } from '../core/polling/cursor';
import { cursorSchema } from '../core/polling/cursor';
import { utcDay } from '../core/time/time';
import { keptInProcess } from '../core/util/processMemory';
import { count } from '../core/texts/words';
import { log, shownTime } from '../shared/context';
import { CursorHome } from './home';

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
	/** The day (UTC) on which something was last reported that is to be reported once a day. */
	reported: Map<string, string>;
}

const BASELINE =
	"Top-ups that exist already do not start the workflow, unless 'Include Existing' is on.";

/** How long n8n may take to store what a poll emitted, in milliseconds. */
const STORING_MS = 5_000;

const memories = keptInProcess(new Map<string, TriggerMemory>());

/** By the node's id, which survives a rename. */
export function memoryOf(context: IPollFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = memories.get(key) ?? {
		isPolling: false,
		hasPolled: false,
		keepsContext: false,
		reported: new Map<string, string>(),
	};
	memories.set(key, memory);
	return memory;
}

/** Whether something has not been reported today, and is from now on. */
export function isNewToday({ reported }: TriggerMemory, what: string): boolean {
	const today = utcDay(Date.now());
	if (reported.get(what) === today) return false;
	reported.set(what, today);
	return true;
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
 * Reads the cursor of the last poll. If another node has deleted the stored one (n8n.md E14), or an import has replaced it
 * with an older one, this process still knows it. Every other loss is told in n8n's log.
 *
 * @param scopeKey identifies what is watched now
 * @returns undefined if there is none, or if it is for another account, event or filter
 */
export function recallCursor(context: IPollFunctions, scopeKey: string): Cursor | undefined {
	const memory = memoryOf(context);
	const warn = (message: string) => log(context, 'warn', message);
	const home = new CursorHome(context);
	const { stored } = home;
	const { data } = cursorSchema.safeParse(stored);
	const isOlder = data !== undefined && isOlderThanTold(data, stored, memory);
	// What is stored comes first, because n8n may have dropped what this process has emitted (n8n.md P9).
	const inOrder = isOlder ? [memory.cursor, data] : [data, memory.cursor];
	const all = inOrder.filter((cursor) => cursor !== undefined);
	if (all.length === 0) {
		const isLost = stored !== undefined || startsWithN8n(context);
		log(context, isLost ? 'warn' : 'info', NO_MEMORY);
		return undefined;
	}
	// Durable cursors may have stored none yet for what is watched now (n8n.md P11).
	const known = all.find((cursor) => cursor.scopeKey === scopeKey);
	if (known === undefined) {
		log(context, 'info', `the account, the event or a filter has changed. ${BASELINE}`);
	} else if (isOlder) {
		warn(
			'the stored memory is older than what this trigger has emitted since, as after an import of an older export. The trigger goes on from its own memory, and repeats nothing.',
		);
	} else if (data === undefined) {
		warn(
			'the stored memory of earlier polls was gone and has been restored. Another node may have replaced the static data of the workflow.',
		);
	} else if (home.isInherited) {
		log(context, 'info', 'goes on from the memory of an earlier node of this name.');
	}
	return known;
}

const NO_MEMORY = `there is no readable memory of earlier polls. ${BASELINE} If this workflow was active before, check the top-ups of the look-back with Balance: Get Many Top-Ups.`;

/** Whether n8n polls because it has started, and not because somebody has published the workflow. */
const startsWithN8n = (context: IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** What n8n drops of an activation, it drops within this time, in milliseconds. */
const DROPPING_MS = 600_000;

/** Whether something else than n8n has put an older cursor in the place of the one that this process has written. */
function isOlderThanTold(data: Cursor, stored: unknown, memory: TriggerMemory): boolean {
	const { cursor, lastEmission } = memory;
	const behind = (cursor?.told.polls ?? 0) - data.told.polls;
	if (behind <= 0 || lastEmission?.from === JSON.stringify(stored)) return false;
	return behind > 1 || Math.abs(Date.now() - (lastEmission?.at ?? 0)) > DROPPING_MS;
}

/**
 * Tells, at the first poll of a process, since when its events are those that came. An import of an older export looks like
 * a pause: n8n has no place for a poll that an import does not reach (n8n.md P13).
 *
 * @param known the stored cursor that the poll started from
 * @param events how many it emits
 */
export function logPause(context: IPollFunctions, known: Cursor | undefined, events: number): void {
	const isPause = memoryOf(context).cursor === undefined && known?.progress !== undefined;
	if (!isPause || events === 0 || new CursorHome(context).isDurable) return;
	const since = shownTime(context, known.told.at);
	const what = count(events, 'top-up starts', 'top-ups start');
	const message = `${what} the workflow. The stored memory has nothing later than ${since}. If somebody has imported an older export of the workflow since, they have started it before.`;
	log(context, startsWithN8n(context) ? 'info' : 'warn', message);
}

/**
 * Writes the cursor. Call it last, when nothing else in the poll can fail.
 *
 * If an activation is replaced by a newer one, n8n drops the events of its first poll (n8n.md P9), so this process must
 * not remember them as emitted. A poll without events loses nothing either way (n8n.md P11).
 *
 * @param next the cursor without what is counted here
 * @param known the cursor that the poll started from
 * @param isSilent whether the poll emits nothing
 */
export function rememberCursor(
	context: IPollFunctions,
	next: Omit<Cursor, 'told'>,
	{ known, isSilent }: { known?: Cursor; isSilent: boolean },
): void {
	const memory = memoryOf(context);
	const home = new CursorHome(context);
	const { stored } = home;
	const now = Date.now();
	const { polls, at } = known?.told ?? { polls: 0, at: now };
	// Nothing else changes in a poll without events, so that n8n need not store it.
	const told = isSilent ? { polls, at } : { polls: polls + 1, at: now };
	const cursor: Cursor = { ...next, told };
	if (!isSilent && stored !== undefined) {
		memory.lastEmission = { from: JSON.stringify(stored), at: now };
	}
	if (isSilent || known?.progress !== undefined) memory.cursor = cursor;
	home.store(cursor);
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
	return lastEmission.from === JSON.stringify(new CursorHome(context).stored);
}
