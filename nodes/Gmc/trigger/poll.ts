import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { GmcClient } from '../api/client';
import type { Addition } from '../api/schemas';
import { isForCustomer, itemsOf } from '../core/additions/addition';
import { simplifyAddition } from '../core/additions/simplified';
import type { WatchedCustomer } from '../core/customers/watched';
import { advance } from '../core/polling/cursor';
import { isEvent, oldestFirst } from '../core/polling/event';
import { GmcRequestError, isTransient } from '../core/service/failure';
import type { ServiceRecord } from '../core/service/record';
import { log as lines } from '../core/texts/log';
import { count } from '../core/texts/words';
import { asNodeError, toRunProblem } from '../shared/errors';
import { toItem } from '../shared/items';
import { isBeingStored, isFirstPoll, memoryOf, recallCursor, rememberCursor } from './memory';
import type { TriggerSettings } from './settings';
import { readSettings, scopeKeyOf } from './settings';
import { takeSnapshot } from './snapshot';
import { reportCut, reportGivenUp } from './warnings';
import { log } from '../shared/context';

/** n8n gives a poll five minutes where it does not say otherwise. */
const DEFAULT_BUDGET_MS = 300_000;
/** A first poll of 100 seconds misses the deadline of the activation (n8n.md P3). */
const FIRST_BUDGET_MS = 45_000;

/** One output, or null when there is nothing to emit. */
type PollOutput = INodeExecutionData[][] | null;

/**
 * One poll: list the look-back, compare it with the cursor, emit what is new. The cursor is written only at
 * the end, so a failed poll loses nothing. The editor's test shows one sample and leaves the cursor alone.
 *
 * @throws NodeApiError or NodeOperationError for a failure that is not made up for in silence
 */
export async function poll(context: IPollFunctions): Promise<PollOutput> {
	if (context.getMode() === 'manual') {
		return await sample(context).catch((error: unknown) => {
			throw asNodeError(context, error);
		});
	}
	const memory = memoryOf(context);
	// n8n starts the next poll even if the last has not ended (n8n.md P6).
	if (memory.isPolling || isBeingStored(context)) return null;
	memory.isPolling = true;
	const isFirst = isFirstPoll(context, memory);
	const client = new GmcClient(context, { budgetMs: budgetOf(context, isFirst) });
	const at = Date.now();
	try {
		const output = await pollOnce(context, client, isFirst);
		memory.hasPolled = true;
		return output;
	} catch (error) {
		if (!isFirst) throw asNodeError(context, error);
		forgive(context, error);
		memory.hasPolled = true;
		memory.failedFirst ??= { at, offset: client.transport.clock.offset };
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
	const findings = await takeSnapshot(context, client, { settings, scopeKey, known });
	const { snapshot, cutPeriods, customer } = findings;
	const { events, cursor, givenUp } = advance(known, snapshot);
	const isSilent = events.length === 0;
	reportCut(context, cutPeriods, !isFirst && known !== undefined && isSilent);
	reportGivenUp(context, givenUp);
	const items = await toItems(context, client, events, { settings, customer });
	rememberCursor(context, { ...cursor, customer }, { known, isSilent });
	return isSilent ? null : [items];
}

/**
 * The editor's test: the newest addition that is such an event, whatever was emitted of it. The cursor
 * is neither read nor written.
 *
 * @throws NodeOperationError when the look-back holds none
 */
async function sample(context: IPollFunctions): Promise<PollOutput> {
	const settings = readSettings(context);
	const { event, lookBackDays } = settings;
	const scopeKey = await scopeKeyOf(context, settings);
	const client = new GmcClient(context);
	const { snapshot, customer } = await takeSnapshot(context, client, { settings, scopeKey });
	const events = snapshot.listed.filter((addition) => isEvent(event, addition));
	const newest = oldestFirst(events, snapshot.timeZone).at(-1);
	if (newest !== undefined)
		return [await toItems(context, client, [newest], { settings, customer })];
	const message = `There is no top-up with this event in the last ${count(lookBackDays, 'day', 'days')}`;
	throw new NodeOperationError(context.getNode(), message, {
		description:
			'Choose another event, raise Look Back (Days), or remove filters under Options. A later top-up starts the workflow all the same.',
	});
}

/** With Simplify a flat record for each item, of the watched customer where there is one. */
async function toItems(
	context: IPollFunctions,
	client: GmcClient,
	additions: Addition[],
	{ settings, customer }: { settings: TriggerSettings; customer?: WatchedCustomer },
): Promise<INodeExecutionData[]> {
	if (!settings.simplify) return additions.map((addition) => toItem(context, addition));
	if (additions.length === 0) return [];
	// Without the list of customers, their names are left out.
	const customers = await client.directory().catch(() => undefined);
	const isWanted = (item: ServiceRecord) =>
		customer === undefined || isForCustomer(item, customer.identifiers);
	return additions.flatMap((addition) => {
		const wanted = { ...addition, items: itemsOf(addition).filter(isWanted) };
		const records = simplifyAddition(wanted, customers, context.getTimezone());
		return records.map((record) => ({ json: record as IDataObject }));
	});
}

/** Milliseconds; a tenth is left for what comes after the last answer. */
function budgetOf(context: IPollFunctions, isFirst: boolean): number {
	// Missing before n8n 2.38 (n8n.md P12).
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = 0.9 * (getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET_MS);
	return isFirst ? Math.min(budget, FIRST_BUDGET_MS) : budget;
}

/**
 * A transient failure of a first poll must not keep a workflow from being activated, nor an n8n from starting it.
 * Everything else does, a refused login too, in one message: it is all that n8n tells the user then (n8n.md P4).
 *
 * @throws NodeApiError or NodeOperationError for every other failure
 */
function forgive(context: IPollFunctions, error: unknown): void {
	if (error instanceof GmcRequestError && isTransient(error.failure)) {
		const { message } = toRunProblem(error);
		log(context, 'warn', lines.laterMadeUpFor({ message }));
		return;
	}
	const nodeError = asNodeError(context, error);
	if (nodeError.description) nodeError.message += `. ${nodeError.description}`;
	throw nodeError;
}
