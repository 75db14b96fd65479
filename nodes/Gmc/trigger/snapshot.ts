import type { IPollFunctions } from 'n8n-workflow';
import { getAddition } from '../api/additions';
import { clocksOf } from '../api/clocks';
import type { GmcClient } from '../api/client';
import type { Addition } from '../api/schemas';
import type { GmcTransport } from '../api/transport';
import type { Period } from '../core/time/time';
import { listWhole } from '../api/wholeList';
import type { WatchedCustomer } from '../core/customers/watched';
import { dayBy } from '../core/time/clocks';
import type { Cursor, Snapshot } from '../core/polling/cursor';
import { firstDay } from '../core/polling/cursor';
import { passes } from '../core/polling/filter';
import { dueForLookup } from '../core/polling/unsettled';
import { GmcRequestError } from '../core/service/failure';
import { utcDay } from '../core/time/time';
import { memoryOf } from './memory';
import type { TriggerSettings } from './settings';
import { watchedCustomer } from './watchedCustomer';

/** GMC tells its time in whole seconds, and so may additions: what is so close to a moment may be after it. */
const SECONDS_MS = 2_000;

/** What one poll has learned. */
export interface PollFindings {
	/** What `advance` compares. */
	snapshot: Snapshot;
	/** Periods that the list still cuts. */
	cutPeriods: Period[];
	/** Who is watched; undefined: all customers. */
	customer?: WatchedCustomer;
}

/**
 * Asks the service what one poll has to know.
 *
 * @param known the cursor of the last poll; undefined: nothing is known yet
 * @throws GmcRequestError when a list cannot be had; NodeOperationError when the customer to watch is unknown
 */
export async function takeSnapshot(
	context: IPollFunctions,
	client: GmcClient,
	{ settings, scopeKey, known }: { settings: TriggerSettings; scopeKey: string; known?: Cursor },
): Promise<PollFindings> {
	const { customer: reference, event, emitExisting, minimumAmount, lookBackDays } = settings;
	const before = known?.customer;
	const customer =
		reference && (await watchedCustomer(context, client, { reference, scopeKey, before }));
	const { transport } = client;
	const { list, ...days } = await listLookBack(transport, lookBackDays, known);
	const lookedUp = await lookUp(transport, known, list.additions);
	const filter = { customerIdentifiers: customer?.identifiers, minimumAmount };
	const listed = list.additions.filter((addition) => passes(addition, filter));
	const publishedAt = publishedAtOf(context, transport);
	const timeZone = context.getTimezone();
	const found = { listed, lookedUp, publishedAt, ...days };
	const snapshot = { scopeKey, event, emitExisting, timeZone, ...found };
	return { snapshot, cutPeriods: list.cutPeriods, customer };
}

/** When the workflow was published, where no poll has gone well since; see `Snapshot`. */
function publishedAtOf(context: IPollFunctions, { clock }: GmcTransport): number | undefined {
	const { failedFirst } = memoryOf(context);
	if (failedFirst === undefined) return undefined;
	return failedFirst.at + (failedFirst.offset ?? clock.offset ?? 0) - SECONDS_MS;
}

/**
 * Lists from the first day of the earlier look-back on, the last poll's or this one's: what leaves it with this poll is
 * shown once more, so that it is missed in the next one if it has yet to settle.
 */
async function listLookBack(
	transport: GmcTransport,
	lookBackDays: number,
	known: Cursor | undefined,
) {
	const lookBackNow = () => {
		const clocks = clocksOf(transport);
		const windowStart = firstDay(dayBy(clocks), lookBackDays);
		const first = known && known.windowStart < windowStart ? known.windowStart : windowStart;
		return { first, windowStart, today: utcDay(clocks.service ?? clocks.n8n) };
	};
	const guess = lookBackNow();
	let list = await listWhole(transport, guess.first);
	// Not before its answer does the service tell its time: n8n's clock may be far ahead.
	const { first, ...days } = lookBackNow();
	if (first < guess.first) list = await listWhole(transport, first);
	return { list, ...days };
}

/** Looks up the next few missing additions. One that fails waits its turn. */
async function lookUp(transport: GmcTransport, known: Cursor | undefined, listed: Addition[]) {
	const lookedUp: Addition[] = [];
	for (const id of dueForLookup(known?.unsettled ?? [], listed)) {
		const found = await getAddition(transport, id).catch(toFailure);
		if (!(found instanceof GmcRequestError)) lookedUp.push(found);
		else if (found.failure.proof === 'unknown' && !found.failure.isFromIntermediary) break;
	}
	return lookedUp;
}

function toFailure(error: unknown): GmcRequestError {
	if (error instanceof GmcRequestError) return error;
	throw error;
}
