import type { IPollFunctions } from 'n8n-workflow';
import { findAdditions, listWhole } from '../api/additions';
import type { GmcClient } from '../api/client';
import type { GmcTransport } from '../api/transport';
import { isForCustomer, partFor } from '../core/additions/item';
import type { CustomerReference } from '../core/customers/customerReference';
import type { CustomerDirectory } from '../core/customers/directory';
import { foundCustomer } from '../core/customers/directory';
import type { Cursor, Findings, Progress, WatchedCustomer } from '../core/polling/cursor';
import { dueForLookup } from '../core/polling/cursor';
import { reaches } from '../core/polling/event';
import { GmcRequestError } from '../core/service/failure';
import { addDays, utcDay } from '../core/time/time';
import { InputError } from '../core/util/inputError';
import { filterRows } from '../core/util/slices';
import type { Addition } from '../core/service/record';
import { log } from '../shared/context';
import { inSlices, mapItems } from '../shared/eventLoop';
import { toRunProblem } from '../shared/errors';
import type { TriggerSettings } from './settings';

/** The clocks of one service may differ by so much, so what is dated this shortly before publishing may be later than it. */
const CLOCKS_MS = 60_000;

/**
 * Sends the requests of one poll.
 *
 * @param known the cursor of the last poll, if there is one
 * @returns the input of `advance`, the periods whose list stays incomplete, the watched customer, and how many listed
 *   additions may be that customer's, because they name nobody
 * @throws GmcRequestError if a list is not available
 * @throws InputError if the customer to watch does not exist
 */
export async function readFindings(
	context: IPollFunctions,
	client: GmcClient,
	settings: TriggerSettings,
	known?: Cursor,
) {
	const { customer: reference, event, emitExisting, minimumAmount, lookBackDays } = settings;
	const startedAt = Date.now();
	const before = known?.customer;
	const customer = reference && (await watchedCustomer(context, client, { reference, before }));
	const { transport } = client;
	const { list, ...lookBack } = await listLookBack(transport, lookBackDays, known?.progress);
	const due = dueForLookup(known?.progress?.unsettled ?? [], list.additions);
	// One that cannot be looked up now is due again later.
	const { found: lookedUp } = await findAdditions(transport, due);
	const identifiers = customer?.identifiers;
	const whose = await mapItems(
		list.additions.length,
		(at) => !identifiers || isForCustomer(list.additions[at], identifiers),
	);
	const ofCustomer = list.additions.filter((_, at) => whose[at]);
	const partOf = (addition: Addition) => partFor(addition, identifiers);
	// What is looked up was the customer's when it was listed.
	const passes = (one: Addition) => reaches(partOf(one), minimumAmount);
	const listed = await inSlices(filterRows(ofCustomer, passes));
	const { clock, clocks } = transport;
	// Not after now, because n8n's clock may have been set back since.
	const publishedAt = known?.progress
		? known.publishedAt
		: Math.min(clocks.service, (known?.publishedAt ?? startedAt) + (clock.offset ?? 0)) - CLOCKS_MS;
	const timeZone = context.getTimezone();
	const isLate = known !== undefined && known.progress === undefined;
	const shown = { whole: list.additions, listed, lookedUp: [...lookedUp.values()] };
	const chosen = { event, partOf, passes, emitExisting, timeZone };
	const findings: Findings = { ...chosen, ...shown, ...lookBack, publishedAt, isLate };
	const nameless = whose.filter((one) => one === undefined).length;
	return { findings, incompletePeriods: list.incompletePeriods, customer, nameless };
}

/**
 * Lists the look-back of the last poll or of this one, whichever starts earlier. So an addition that leaves the look-back
 * now is listed once more: if it has not settled, the next poll notices that it is missing.
 */
async function listLookBack(
	transport: GmcTransport,
	lookBackDays: number,
	known: Progress | undefined,
) {
	const lookBackNow = () => {
		const { n8n, service } = transport.clocks;
		// By the slower clock: a fast one hides nothing, and a slow one only makes the look-back longer. One day earlier than
		// asked for, because GMC's days may start up to 14 hours before or after those of UTC.
		const windowStart = addDays(utcDay(Math.min(n8n, service)), -lookBackDays - 1);
		const first = known && known.windowStart < windowStart ? known.windowStart : windowStart;
		const days = { earlier: utcDay(Math.min(n8n, service)), later: utcDay(Math.max(n8n, service)) };
		return { first, windowStart, today: utcDay(service), days };
	};
	const guess = lookBackNow();
	let list = await listWhole(transport, guess.first);
	// GMC's time is known only from its answer. n8n's clock may be far ahead of it.
	const { first, ...rest } = lookBackNow();
	if (first < guess.first) list = await listWhole(transport, first);
	return { list, ...rest };
}

/** How long the identifiers of a customer are used without asking again, in milliseconds. */
const MAX_AGE_MS = 3_600_000;

/**
 * Finds every identifier of the watched customer, because additions name a customer by `_id` or by tax ID (service.md
 * 2.4). Lists the customers once an hour only, so that most polls are one request.
 *
 * @param reference how the user names the customer
 * @param before what the last poll knew of the customer
 * @throws InputError if the first poll finds no such active customer
 * @throws GmcRequestError if the customers cannot be listed and nothing is known from before
 */
async function watchedCustomer(
	context: IPollFunctions,
	client: GmcClient,
	{ reference, before }: { reference: CustomerReference; before?: WatchedCustomer },
): Promise<WatchedCustomer> {
	const askedAt = Date.now();
	// `abs`, because the clock may have gone back.
	if (before && Math.abs(askedAt - before.askedAt) < MAX_AGE_MS) return before;
	const watched = client.directory().then((all) => identify(all, reference, before));
	const now = await watched.catch((error: unknown) => {
		const isExpected = error instanceof GmcRequestError || error instanceof InputError;
		if (before === undefined || !isExpected) throw error;
		log(context, 'warn', toRunProblem(error).message);
		return before;
	});
	return { ...now, askedAt };
}

/**
 * Looks up the watched customer: by `_id` if that is known, else as the user named it. Earlier identifiers are kept for
 * earlier additions, unless another customer has them now.
 *
 * @throws InputError if there is no such active customer
 */
function identify(
	directory: CustomerDirectory,
	reference: CustomerReference,
	before?: WatchedCustomer,
): Omit<WatchedCustomer, 'askedAt'> {
	const known = before?.id === undefined ? undefined : directory.withId(before.id);
	const advice = "Correct 'Customer' under 'Options' of the GMC Trigger.";
	const { customerId: id, identifiers } = foundCustomer(known ?? directory.get(reference, advice));
	const isOfAnother = (name: string) => directory.withTaxId(name).some(({ _id }) => _id !== id);
	const kept = (before?.identifiers ?? []).filter((name) => !isOfAnother(name));
	return { id, identifiers: [...new Set([reference.value, ...identifiers, ...kept])] };
}
