import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { GmcClient } from '../api/client';
import type { CustomerReference } from '../core/customers/customerReference';
import type { WatchedCustomer } from '../core/customers/watched';
import { follow } from '../core/customers/watched';
import { GmcRequestError } from '../core/service/failure';
import { log as lines } from '../core/texts/log';
import { toRunProblem } from '../shared/errors';
import { memoryOf } from './memory';
import { log } from '../shared/context';

/** How long the identifiers of a customer are taken for granted, in milliseconds. */
const MAX_AGE_MS = 3_600_000;

/**
 * Everything the service may call the watched customer by: additions name it by `_id` or by tax ID (service.md
 * 2.4). Asked of the customers' list once an hour, so that a poll stays one request.
 *
 * @param reference how the user names it, which holds for finding it the first time
 * @param scopeKey stands for what is watched, so that another customer is asked for anew
 * @param before who it was at the last poll; without one, an unknown customer is an error of the user's
 * @throws NodeOperationError when a first poll finds no such active customer; GmcRequestError when the list
 *   cannot be had and no older identifiers are at hand
 */
export async function watchedCustomer(
	context: IPollFunctions,
	client: GmcClient,
	{
		reference,
		scopeKey,
		before: stored,
	}: { reference: CustomerReference; scopeKey: string; before?: WatchedCustomer },
): Promise<WatchedCustomer> {
	const memory = memoryOf(context);
	const held = memory.customer?.scopeKey === scopeKey ? memory.customer : undefined;
	// Of a clock that has gone back, too.
	if (held && Math.abs(Date.now() - held.askedAt) < MAX_AGE_MS) return held.watched;
	const before = held?.watched ?? stored;
	const { watched, problem } = await client.directory().then(
		(directory) => follow(directory, reference, before),
		(error: unknown) => {
			if (before === undefined || !(error instanceof GmcRequestError)) throw error;
			return { watched: before, problem: toRunProblem(error).message };
		},
	);
	if (problem !== undefined) {
		if (before === undefined) throw notFound(context, problem);
		log(context, 'warn', lines.customerNotFound({ reason: problem }));
	}
	memory.customer = { scopeKey, watched, askedAt: Date.now() };
	return watched;
}

function notFound(context: IPollFunctions, problem: string): NodeOperationError {
	const message = `The customer to watch was not found: ${problem}`;
	const description = 'Correct Customer under Options of the GMC Trigger.';
	return new NodeOperationError(context.getNode(), message, { description });
}
