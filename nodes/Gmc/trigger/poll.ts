import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { GmcClient } from '../api/client';
import { namedCounts, unknownStatuses } from '../core/additions/unknownStatus';
import type { Addition } from '../core/service/record';
import type { Cursor, Findings, WatchedCustomer } from '../core/polling/cursor';
import { advance, MAX_MISSING_DAYS } from '../core/polling/cursor';
import { isEvent, oldestFirst } from '../core/polling/event';
import { GmcRequestError, isTransient } from '../core/service/failure';
import { count, list, periodText } from '../core/texts/words';
import type { Period } from '../core/time/time';
import { DAY_MS } from '../core/time/time';
import { log } from '../shared/context';
import { asNodeError, toRunProblem } from '../shared/errors';
import { inSlices, mapItems } from '../shared/eventLoop';
import { flatRecords, toItem } from '../shared/items';
import { CursorHome } from './home';
import {
	isBeingStored,
	isNewToday,
	logPause,
	memoryOf,
	noteFirstPoll,
	recallCursor,
	rememberCursor,
} from './memory';
import type { TriggerSettings } from './settings';
import { readSettings, scopeKeyOf } from './settings';
import { readFindings } from './findings';

/** The time that n8n gives a poll, unless it says otherwise. */
const DEFAULT_BUDGET_MS = 300_000;
/** A first poll of 100 seconds misses the deadline of the activation (n8n.md P3). */
const FIRST_BUDGET_MS = 45_000;

/** One output, or null if there is nothing to emit. */
type PollOutput = INodeExecutionData[][] | null;

/**
 * One poll: lists the look-back, compares it with the cursor, emits what is new. The cursor is written at the end, so a
 * failed poll loses nothing. A test in the editor shows one sample and does not touch the cursor.
 *
 * @throws NodeApiError or NodeOperationError, except for a temporary failure of a first poll
 */
export async function poll(context: IPollFunctions): Promise<PollOutput> {
	if (context.getMode() === 'manual') {
		return await sample(context).catch((error: unknown) => {
			throw asNodeError(context, error);
		});
	}
	const memory = memoryOf(context);
	// n8n starts the next poll even if the last one is still running (n8n.md P6).
	if (memory.isPolling || isBeingStored(context)) return null;
	memory.isPolling = true;
	const isFirst = noteFirstPoll(context, memory);
	try {
		const output = await pollOnce(context, isFirst);
		memory.hasPolled = true;
		return output;
	} catch (error) {
		const nodeError = asNodeError(context, error);
		// Of a failed activation, n8n shows the message only (n8n.md P4).
		if (isFirst && nodeError.description) nodeError.message += `. ${nodeError.description}`;
		throw nodeError;
	} finally {
		memory.isPolling = false;
	}
}

async function pollOnce(context: IPollFunctions, isFirst: boolean): Promise<PollOutput> {
	const client = new GmcClient(context, { budgetMs: budgetOf(context, isFirst) });
	const settings = readSettings(context);
	const scopeKey = await scopeKeyOf(context, settings);
	const startedAt = Date.now();
	const known = recallCursor(context, scopeKey);
	const answers = await readFindings(context, client, settings, known).catch((error: unknown) => {
		const begun = { version: 1, scopeKey, publishedAt: startedAt } as const;
		letPass(context, error, { isFirst, cursor: known ?? begun });
	});
	if (answers === undefined) return null;
	const { findings, incompletePeriods, customer, nameless } = answers;
	const { events, progress, givenUp, passedOver } = await inSlices(
		advance(known?.progress, findings),
	);
	const isSilent = events.length === 0;
	const mayThrow = !isFirst && known?.progress !== undefined && isSilent;
	if (incompletePeriods.length > 0) reportIncomplete(context, incompletePeriods, mayThrow);
	if (nameless > 0) log(context, 'warn', leftOut(nameless));
	logIds(context, givenUp, GIVEN_UP);
	logIds(context, passedOver, PASSED_OVER);
	const items = await toItems(context, client, events, { settings, customer });
	const publishedAt = plausible(findings.publishedAt, client.transport.clocks.n8n);
	logPause(context, known, events.length);
	logStatuses(context, client, findings);
	const next = { version: 1, scopeKey, publishedAt, progress, customer } as const;
	rememberCursor(context, next, { known, isSilent });
	return isSilent ? null : [items];
}

/** GMC's clock may be far ahead for once. Then what is new would count as older than the workflow. */
const plausible = (publishedAt: number, now: number) =>
	publishedAt - now > DAY_MS ? now : publishedAt;

const leftOut = (nameless: number) =>
	`GMC names no customer in ${count(nameless, 'top-up', 'top-ups')} of the look-back. The filter 'Customer' leaves such top-ups out`;

const GIVEN_UP = `have not settled ${MAX_MISSING_DAYS} days after they left the look-back, and are no longer followed`;
const PASSED_OVER =
	'are from before the workflow was published, but GMC lists them only now. They do not start it';

function logIds(context: IPollFunctions, ids: string[], what: string): void {
	if (ids.length === 0) return;
	log(context, 'warn', `${ids.length} top-ups ${what}: ${ids.slice(0, 20).join(', ')}`);
}

/** Names, once a day, the statuses that keep additions from ever being such an event, as one in another language does. */
function logStatuses(
	context: IPollFunctions,
	{ transport }: GmcClient,
	{ event, listed, lookedUp, timeZone }: Findings,
): void {
	if (event !== 'additionCompleted' && event !== 'additionFailed') return;
	const { n8n, service } = transport.clocks;
	const counts = unknownStatuses([...listed, ...lookedUp], Math.min(n8n, service), timeZone);
	const isNew = ([status]: [string, number]) => isNewToday(memoryOf(context), `status ${status}`);
	const named = namedCounts([...counts].filter(isNew));
	if (named.length === 0) return;
	const message = `top-ups have stood for a week or longer in a status that is not known: ${list(named)}. If it means that they have completed or failed, they never start the workflow. See "Statuses" in the reference`;
	log(context, 'warn', message);
}

/**
 * A test in the editor: the newest addition that is such an event, even if it was emitted before. Neither reads nor
 * writes the cursor.
 *
 * @throws NodeOperationError if the look-back has no such addition
 */
async function sample(context: IPollFunctions): Promise<PollOutput> {
	const settings = readSettings(context);
	const { event, lookBackDays } = settings;
	const client = new GmcClient(context);
	const { findings, customer, nameless } = await readFindings(context, client, settings);
	const { listed, partOf } = findings;
	const events = listed.filter((addition) => isEvent(event, partOf(addition)));
	const newest = oldestFirst(events, findings.timeZone).at(-1);
	if (newest !== undefined)
		return [await toItems(context, client, [newest], { settings, customer })];
	const message = `There is no top-up with this event in the last ${count(lookBackDays, 'day', 'days')}`;
	const advice =
		"Choose another event, raise 'Look Back (Days)', or remove filters under 'Options'. A later top-up will still start the workflow.";
	const description = nameless > 0 ? `${leftOut(nameless)}. ${advice}` : advice;
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** Simplified: one flat record for each item, or for each item of the watched customer. */
async function toItems(
	context: IPollFunctions,
	client: GmcClient,
	additions: Addition[],
	{ settings, customer }: { settings: TriggerSettings; customer?: WatchedCustomer },
): Promise<INodeExecutionData[]> {
	if (!settings.simplify) {
		return await mapItems(additions.length, (at) => toItem(context, additions[at]));
	}
	const directory = async () => await client.directory();
	const records = await flatRecords(context, additions, directory, customer?.identifiers);
	return records.map((json) => ({ json }));
}

/** In milliseconds. A tenth is kept for the work after the last answer. */
function budgetOf(context: IPollFunctions, isFirst: boolean): number {
	// Missing before n8n 2.38 (n8n.md P12).
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = 0.9 * (getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET_MS);
	return isFirst ? Math.min(budget, FIRST_BUDGET_MS) : budget;
}

/**
 * Lets a temporary failure of a first poll pass, because an outage must not prevent a workflow from being activated, or
 * n8n from starting it. The moment of publishing is stored. Durable cursors drop what a first poll stores (n8n.md P11), so
 * there a second failure passes, too.
 *
 * @param cursor what to store, if it has no progress yet
 * @throws every other error
 */
function letPass(
	context: IPollFunctions,
	error: unknown,
	{ isFirst, cursor }: { isFirst: boolean; cursor: Omit<Cursor, 'told'> },
): void {
	const hasBegun = cursor.progress !== undefined;
	const stored = new CursorHome(context).stored as Partial<Cursor> | undefined;
	const isStored = hasBegun || stored?.scopeKey === cursor.scopeKey;
	const mayPass = error instanceof GmcRequestError && isTransient(error.failure);
	if (!mayPass || (isStored && !isFirst)) throw error;
	const later =
		'The next poll makes up for it: top-ups made or changed from now on start the workflow, if their date can be read.';
	log(context, 'warn', `${toRunProblem(error).message}. ${later}`);
	if (!hasBegun) rememberCursor(context, cursor, { isSilent: true });
}

/**
 * Reports that GMC counts more additions than it lists, even day by day: in n8n's log at every poll, and once a day as a
 * failed execution, where users look.
 *
 * @param mayThrow false if the poll has something to emit, or if an activation waits for it
 * @throws NodeOperationError once a day
 */
function reportIncomplete(context: IPollFunctions, periods: Period[], mayThrow: boolean): void {
	const message = `GMC's list of top-ups is incomplete for ${periods.map(periodText).join(', ')}: top-ups of that time may be missed`;
	log(context, 'warn', message);
	if (!mayThrow || !isNewToday(memoryOf(context), 'incomplete')) return;
	throw new NodeOperationError(context.getNode(), message, {
		description:
			'GMC counts more top-ups than it sends, even for a single day. The trigger goes on with those it sends, and fails once a day to tell you. Ask GMC for a complete list, and compare that time with Balance: Get Many Top-Ups.',
	});
}
