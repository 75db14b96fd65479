import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { GmcClient } from '../api/client';
import type { CustomerReference } from '../core/customers/customerReference';
import { identifiersFor } from '../core/customers/directory';
import { GmcRequestError } from '../core/service/failure';
import { en } from '../core/texts/en';
import { log as lines } from '../core/texts/log';
import { toRunProblem } from '../shared/errors';
import { textsFor } from '../shared/language';
import { log } from '../shared/log';
import { memoryOf } from './memory';

/** How long the identifiers of a customer are taken for granted, in milliseconds. */
const MAX_AGE_MS = 3_600_000;

/**
 * Everything the service may call the watched customer by: additions name it by `_id` or by tax ID (service.md
 * 2.4). Asked of the customers' list once an hour, so that a poll stays one request.
 *
 * @param scopeKey stands for what is watched, so that another customer is asked for anew
 * @param isFirst whether nothing is known yet; an unknown customer is then an error of the user's
 * @throws NodeOperationError when a first poll finds no such active customer; GmcRequestError when the list
 *   cannot be had and no older identifiers are at hand
 */
export async function watchedIdentifiers(
	context: IPollFunctions,
	client: GmcClient,
	{
		customer,
		scopeKey,
		isFirst,
	}: { customer: CustomerReference; scopeKey: string; isFirst: boolean },
): Promise<string[]> {
	const memory = memoryOf(context);
	const held = memory.customer?.scopeKey === scopeKey ? memory.customer.identifiers : undefined;
	if (held !== undefined && Date.now() < memory.customer!.until) return held;
	const found = await lookUp(client, customer, held !== undefined);
	if ('problem' in found && isFirst && held === undefined) {
		const texts = textsFor(context);
		const message = texts.trigger.customerNotFound({ reason: found.problem(texts) });
		const description = texts.trigger.correctCustomer;
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	if ('problem' in found) {
		log(context, 'warn', lines.customerNotFound({ reason: found.problem(en) }));
	}
	const identifiers = [...new Set([...(held ?? []), ...identifiersFor(customer, found)])];
	memory.customer = { scopeKey, identifiers, until: Date.now() + MAX_AGE_MS };
	return identifiers;
}

/** With older identifiers at hand, a list that fails is no reason to fail the poll. */
async function lookUp(client: GmcClient, customer: CustomerReference, canDoWithout: boolean) {
	const directory = await client.directory().catch((error: unknown) => {
		if (canDoWithout && error instanceof GmcRequestError) return error;
		throw error;
	});
	return directory instanceof GmcRequestError
		? { problem: toRunProblem(directory).message }
		: directory.find(customer);
}
