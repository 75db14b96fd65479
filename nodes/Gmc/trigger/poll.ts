import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { GmcClient } from '../api/client';
import type { Addition } from '../api/schemas';
import type { WatchedCustomer } from '../core/polling/cursor';
import { advance, MAX_MISSING_DAYS } from '../core/polling/cursor';
import { isEvent, oldestFirst } from '../core/polling/event';
import { GmcRequestError, isTransient } from '../core/service/failure';
import { count, periodText } from '../core/texts/words';
import type { Period } from '../core/time/time';
import { utcDay } from '../core/time/time';
import { log } from '../shared/context';
import { asNodeError, toRunProblem } from '../shared/errors';
import { flatRecords, toItem } from '../shared/items';
import { isBeingStored, noteFirstPoll, memoryOf, recallCursor, rememberCursor } from './memory';
import type { TriggerSettings } from './settings';
import { readSettings, scopeKeyOf } from './settings';
import { takeSnapshot } from './snapshot';

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
	const client = new GmcClient(context, { budgetMs: budgetOf(context, isFirst) });
	const startedAt = Date.now();
	try {
		const output = await pollOnce(context, client, isFirst);
		memory.hasPolled = true;
		return output;
	} catch (error) {
		if (!isFirst) throw asNodeError(context, error);
		tolerateIfTransient(context, error);
		memory.hasPolled = true;
		memory.failedSince ??= startedAt;
		return null;
	} finally {
		memory.isPolling = false;
	}
}

async function pollOnce(
	context: IPollFunctions,
	client: GmcClient,
	isFirst: boolean,
): Promise<PollOutput> {
	const settings = readSettings(context);
	const scopeKey = await scopeKeyOf(context, settings);
	const known = recallCursor(context, scopeKey);
	const findings = await takeSnapshot(context, client, settings, known);
	const { snapshot, incompletePeriods, customer } = findings;
	const { events, progress, givenUp } = advance(known, snapshot);
	const isSilent = events.length === 0;
	if (incompletePeriods.length > 0) {
		reportIncomplete(context, incompletePeriods, !isFirst && known !== undefined && isSilent);
	}
	if (givenUp.length > 0) {
		const these = `${givenUp.length} top-ups have not settled ${MAX_MISSING_DAYS} days after they left the look-back`;
		const ids = givenUp.slice(0, 20).join(', ');
		log(context, 'warn', `${these}, and are no longer followed: ${ids}`);
	}
	const items = await toItems(context, client, events, { settings, customer });
	rememberCursor(context, { ...progress, scopeKey, customer }, { known, isSilent });
	return isSilent ? null : [items];
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
	const { snapshot, customer } = await takeSnapshot(context, client, settings);
	const events = snapshot.listed.filter((addition) => isEvent(event, addition));
	const newest = oldestFirst(events, snapshot.timeZone).at(-1);
	if (newest !== undefined)
		return [await toItems(context, client, [newest], { settings, customer })];
	const message = `There is no top-up with this event in the last ${count(lookBackDays, 'day', 'days')}`;
	throw new NodeOperationError(context.getNode(), message, {
		description:
			'Choose another event, raise Look Back (Days), or remove filters under Options. A later top-up will still start the workflow.',
	});
}

/** Simplified: one flat record for each item, or for each item of the watched customer. */
async function toItems(
	context: IPollFunctions,
	client: GmcClient,
	additions: Addition[],
	{ settings, customer }: { settings: TriggerSettings; customer?: WatchedCustomer },
): Promise<INodeExecutionData[]> {
	if (!settings.simplify) return additions.map((addition) => toItem(context, addition));
	if (additions.length === 0) return [];
	// Without the list of customers, the records have no names.
	const customers = await client.directory().catch(() => undefined);
	const { identifiers } = customer ?? {};
	const records = await flatRecords(context, additions, { customers, identifiers });
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
 * n8n from starting it. Any other failure prevents it. n8n then shows the message only (n8n.md P4), so the message says
 * everything.
 *
 * @throws NodeApiError or NodeOperationError for every other failure
 */
function tolerateIfTransient(context: IPollFunctions, error: unknown): void {
	if (error instanceof GmcRequestError && isTransient(error.failure)) {
		const later =
			'The next poll makes up for it: top-ups made from now on start the workflow, if their date can be read.';
		log(context, 'warn', `${toRunProblem(error).message}. ${later}`);
		return;
	}
	const nodeError = asNodeError(context, error);
	if (nodeError.description) nodeError.message += `. ${nodeError.description}`;
	throw nodeError;
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
	const memory = memoryOf(context);
	const today = utcDay(Date.now());
	if (!mayThrow || memory.reportedIncomplete === today) return;
	memory.reportedIncomplete = today;
	throw new NodeOperationError(context.getNode(), message, {
		description:
			'GMC counts more top-ups than it sends, even for a single day. The trigger goes on with those it sends, and fails once a day to tell you. Ask GMC for a complete list, and compare that time with Balance: Get Many.',
	});
}
