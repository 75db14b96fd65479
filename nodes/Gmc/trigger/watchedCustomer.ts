import type { IPollFunctions } from 'n8n-workflow';
import type { GmcClient } from '../api/client';
import type { CustomerReference } from '../core/customers/customerReference';
import type { CustomerDirectory, Identified } from '../core/customers/directory';
import { identifiersFor } from '../core/customers/directory';
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
	const { watched, problem } = await client.directory().then(
		(directory) => updateWatched(directory, reference, before),
		(error: unknown) => {
			if (before === undefined || !(error instanceof GmcRequestError)) throw error;
			return { watched: before, problem: toRunProblem(error).message };
		},
	);
	if (problem !== undefined) {
		if (before === undefined) {
			throw new InputError({
				message: `The customer to watch was not found: ${problem}`,
				advice: 'Correct Customer under Options of the GMC Trigger.',
				code: 'CUSTOMER_NOT_FOUND',
			});
		}
		log(context, 'warn', `the customer to watch was not found: ${problem}`);
	}
	return { ...watched, askedAt };
}

/**
 * Looks up the watched customer: by `_id` if that is known, else as the user named it. Earlier identifiers are kept for
 * earlier additions, unless another customer has them now.
 *
 * @returns also the problem, if there is no such active customer
 */
function updateWatched(
	directory: CustomerDirectory<Identified>,
	reference: CustomerReference,
	before?: WatchedCustomer,
): { watched: Omit<WatchedCustomer, 'askedAt'>; problem?: string } {
	const known = before?.id === undefined ? undefined : directory.withId(before.id);
	const found = known ? { customer: known } : directory.find(reference);
	const id = 'customer' in found ? found.customer._id : undefined;
	const isOfAnother = (name: string) =>
		id !== undefined && directory.withTaxId(name).some(({ _id }) => _id !== id);
	const kept = (before?.identifiers ?? []).filter((name) => !isOfAnother(name));
	const identifiers = [...new Set([...identifiersFor(reference, found), ...kept])];
	const problem = 'problem' in found ? found.problem : undefined;
	return { watched: { id: id ?? before?.id, identifiers }, problem };
}
