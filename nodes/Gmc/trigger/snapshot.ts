import type { IPollFunctions } from 'n8n-workflow';
import { getAddition } from '../api/additions';
import { clocksOf } from '../api/clocks';
import type { GmcClient } from '../api/client';
import type { Addition } from '../api/schemas';
import type { GmcTransport } from '../api/transport';
import type { Period } from '../core/time/time';
import { listWhole } from '../api/wholeList';
import type { WatchedCustomer } from '../core/customers/watched';
import type { Clocks } from '../core/time/clocks';
import { dayBy, lastDayBy } from '../core/time/clocks';
import type { Cursor, Snapshot } from '../core/polling/cursor';
import { firstDay } from '../core/polling/cursor';
import { passes } from '../core/polling/filter';
import { MAX_PENDING_DAYS, LOOKUPS_PER_POLL } from '../core/polling/pending';
import { GmcRequestError } from '../core/service/failure';
import { addDays } from '../core/time/time';
import type { TriggerSettings } from './settings';
import { watchedCustomer } from './watchedCustomer';

/** With less time left than this, in milliseconds, no further addition is looked up in this poll. */
const LOOKUP_RESERVE_MS = 10_000;

const NONE: ReadonlySet<string> = new Set();

/** What one poll has learned. */
export interface PollFindings {
	/** What `advance` compares. */
	snapshot: Snapshot;
	/** Periods that the list still cuts. */
	cutPeriods: Period[];
	polledAt: Clocks;
	/** Who is watched; undefined: all customers. */
	customer?: WatchedCustomer;
}

/**
 * Asks the service what one poll has to know: one list, but where the look-back has grown. Then a second one shows
 * what the first has on top of it: by the service's own calendar, whatever its time zone and its timestamps are
 * (service.md 2.2 and 4.3).
 *
 * @param known the cursor of the last poll; undefined: nothing is known yet
 * @throws GmcRequestError when a list cannot be had; NodeOperationError when the customer to watch is unknown
 */
export async function takeSnapshot(
	context: IPollFunctions,
	client: GmcClient,
	{ settings, scopeKey, known }: { settings: TriggerSettings; scopeKey: string; known?: Cursor },
): Promise<PollFindings> {
	const { customer: reference, event, emitExisting, lookBackDays, minimumAmount } = settings;
	const customer =
		reference && (await watchedCustomer(context, client, { reference, scopeKey, known }));
	const { transport } = client;
	const { additions, cutPeriods, polledAt, ...lookBack } = await listLookBack(transport, {
		lookBackDays,
		known,
	});
	const { lookedUp, tried } = await lookUp(transport, known, additions);
	const filter = { customerIdentifiers: customer?.identifiers, minimumAmount };
	const listed = additions.filter((addition) => passes(addition, filter));
	const timeZone = context.getTimezone();
	const found = { listed, lookedUp, tried, ...lookBack };
	const snapshot = { scopeKey, event, emitExisting, timeZone, ...found };
	return { snapshot, cutPeriods, polledAt, customer };
}

const latest = (one: string, other: string) => (one > other ? one : other);
const earliest = (one: string, other: string) => (one < other ? one : other);

/** The days that the look-back of this poll and that of the last one begin on, and the earlier of both. */
function lookBackOn(today: string, lookBackDays: number, known: Cursor | undefined) {
	const windowStart = firstDay(today, lookBackDays);
	const oldest = addDays(windowStart, -MAX_PENDING_DAYS);
	const lastWindowStart = known ? latest(known.windowStart, oldest) : windowStart;
	return { today, windowStart, lastWindowStart, first: earliest(windowStart, lastWindowStart) };
}

/**
 * Lists from the first day of the earlier look-back on: what leaves it with this poll is shown once more, so that it
 * is missed in the next one if it has yet to settle.
 */
async function listLookBack(
	transport: GmcTransport,
	{ lookBackDays, known }: { lookBackDays: number; known?: Cursor },
) {
	const lookBackAt = (clocks: Clocks) => lookBackOn(dayBy(clocks), lookBackDays, known);
	const guess = lookBackAt(clocksOf(transport));
	let list = await listWhole(transport, guess.first);
	// Not before its answer does the service tell its time: n8n's clock may be far ahead.
	const polledAt = clocksOf(transport);
	const { first, today, windowStart, lastWindowStart } = lookBackAt(polledAt);
	if (first < guess.first) list = await listWhole(transport, first);
	const { additions, cutPeriods } = list;
	const look = {
		additions,
		cutPeriods,
		polledAt,
		today,
		latestToday: lastDayBy(polledAt),
		windowStart,
	};
	if (windowStart >= lastWindowStart) return { ...look, newlyCovered: NONE };
	const before = await listWhole(transport, lastWindowStart);
	const wasCovered = new Set(before.additions.map(({ _id }) => _id));
	const ids = additions.map(({ _id }) => _id);
	return { ...look, newlyCovered: new Set(ids.filter((id) => !wasCovered.has(id))) };
}

/** Looks up the next few pending additions beyond the look-back. One that fails waits its turn. */
async function lookUp(transport: GmcTransport, known: Cursor | undefined, listed: Addition[]) {
	const lookedUp: Addition[] = [];
	const tried = new Set<string>();
	if (known === undefined || known.pending.length === 0) return { lookedUp, tried };
	const shown = new Set(listed.map(({ _id }) => _id));
	const due = known.pending.filter(({ id }) => !shown.has(id)).slice(0, LOOKUPS_PER_POLL);
	for (const { id } of due) {
		if (transport.timeLeft < LOOKUP_RESERVE_MS) break;
		tried.add(id);
		const found = await getAddition(transport, id).catch(toFailure);
		if (!(found instanceof GmcRequestError)) lookedUp.push(found);
		else if (found.failure.proof === 'unknown' && !found.failure.isFromIntermediary) break;
	}
	return { lookedUp, tried };
}

function toFailure(error: unknown): GmcRequestError {
	if (error instanceof GmcRequestError) return error;
	throw error;
}
