import type { IPollFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { getAddition } from '../api/additions';
import type { GmcClient } from '../api/client';
import type { Addition } from '../api/schemas';
import type { GmcTransport } from '../api/transport';
import type { Period } from '../core/util/time';
import { listWhole } from '../api/wholeList';
import type { Cursor, Snapshot } from '../core/polling/cursor';
import { firstDay } from '../core/polling/cursor';
import type { GmcEvent } from '../core/polling/event';
import { passes } from '../core/polling/filter';
import { MAX_PENDING_DAYS, isAwaited, LOOKUPS_PER_POLL } from '../core/polling/pending';
import { GmcRequestError } from '../core/service/failure';
import { addDays } from '../core/util/time';
import type { TriggerSettings } from './settings';
import { watchedIdentifiers } from './watchedCustomer';

/** With less time left than this, in milliseconds, no further addition is looked up in this poll. */
const LOOKUP_RESERVE_MS = 10_000;

const NONE: ReadonlySet<string> = new Set();

/**
 * Asks the service what one poll has to know: one list in the usual case. A second one shows, whenever the
 * look-back has moved or was changed, what lies only in the one or in the other: by the service's own
 * calendar, whatever its time zone and its timestamps are (service.md 2.2 and 4.3).
 *
 * @param known the cursor of the last poll; undefined: nothing is known yet
 * @returns what `advance` compares, and the periods that the list still cuts
 * @throws GmcRequestError when a list cannot be had; NodeOperationError when the customer to watch is unknown
 */
export async function takeSnapshot(
	context: IPollFunctions,
	client: GmcClient,
	{ settings, scopeKey, known }: { settings: TriggerSettings; scopeKey: string; known?: Cursor },
): Promise<{ snapshot: Snapshot; cutPeriods: Period[] }> {
	const { customer, event, emitExisting, lookBackDays, minimumAmount } = settings;
	const isFirst = known === undefined;
	const filter = {
		customerIdentifiers:
			customer && (await watchedIdentifiers(context, client, { customer, scopeKey, isFirst })),
		minimumAmount,
	};
	const today = DateTime.utc().toISODate();
	const windowStart = firstDay(today, lookBackDays);
	const { additions, cutPeriods, ...edges } = await listFrom(client.transport, {
		...{ windowStart, event },
		lastWindowStart: known && latest(known.windowStart, addDays(windowStart, -MAX_PENDING_DAYS)),
	});
	const { lookedUp, tried } = await lookUp(client.transport, known, additions);
	const listed = additions.filter((addition) => passes(addition, filter));
	const timeZone = context.getTimezone();
	return {
		snapshot: {
			...{ scopeKey, event, emitExisting, listed, lookedUp, tried, windowStart, today, timeZone },
			...edges,
		},
		cutPeriods,
	};
}

const latest = (one: string, other: string) => (one > other ? one : other);

/** Lists from the first day of the earlier look-back on, and says which additions only that list shows. */
async function listFrom(
	transport: GmcTransport,
	{
		windowStart,
		lastWindowStart = windowStart,
		event,
	}: { windowStart: string; lastWindowStart?: string; event: GmcEvent },
) {
	const { additions, cutPeriods } = await listWhole(
		transport,
		windowStart < lastWindowStart ? windowStart : lastWindowStart,
	);
	const list = { additions, cutPeriods, agingOut: NONE, newlyCovered: NONE };
	const hasGrown = windowStart < lastWindowStart;
	const hasMoved = lastWindowStart < windowStart && additions.some((one) => isAwaited(event, one));
	if (!hasGrown && !hasMoved) return list;
	const { additions: both } = await listWhole(transport, latest(windowStart, lastWindowStart));
	const inBoth = new Set(both.map(({ _id }) => _id));
	const onlyOne = new Set(additions.map(({ _id }) => _id).filter((id) => !inBoth.has(id)));
	return { ...list, ...(hasGrown ? { newlyCovered: onlyOne } : { agingOut: onlyOne }) };
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
