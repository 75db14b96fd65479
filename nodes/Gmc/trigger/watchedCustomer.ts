import type { IPollFunctions } from 'n8n-workflow';
import type { GmcClient } from '../api/client';
import type { CustomerReference } from '../core/customers/customerReference';
import type { WatchedCustomer } from '../core/customers/watched';
import { updateWatched } from '../core/customers/watched';
import { GmcRequestError } from '../core/service/failure';
import { log as lines } from '../core/texts/log';
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
		if (before === undefined) throw notFound(problem);
		log(context, 'warn', lines.customerNotFound({ reason: problem }));
	}
	return { ...watched, askedAt };
}

const notFound = (problem: string) =>
	new InputError({
		message: `The customer to watch was not found: ${problem}`,
		advice: 'Correct Customer under Options of the GMC Trigger.',
		code: 'CUSTOMER_NOT_FOUND',
	});
