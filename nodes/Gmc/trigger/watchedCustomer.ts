import type { IPollFunctions } from 'n8n-workflow';
import type { GmcClient } from '../api/client';
import type { CustomerReference } from '../core/customers/customerReference';
import type { CustomerDirectory } from '../core/customers/directory';
import { foundCustomer } from '../core/customers/directory';
import type { WatchedCustomer } from '../core/polling/cursor';
import { GmcRequestError } from '../core/service/failure';
import { InputError } from '../core/util/inputError';
import { log } from '../shared/context';
import { toRunProblem } from '../shared/errors';

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
export async function watchedCustomer(
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
	const advice = 'Correct Customer under Options of the GMC Trigger.';
	const { customerId: id, identifiers } = foundCustomer(known ?? directory.get(reference, advice));
	const isOfAnother = (name: string) => directory.withTaxId(name).some(({ _id }) => _id !== id);
	const kept = (before?.identifiers ?? []).filter((name) => !isOfAnother(name));
	return { id, identifiers: [...new Set([reference.value, ...identifiers, ...kept])] };
}
