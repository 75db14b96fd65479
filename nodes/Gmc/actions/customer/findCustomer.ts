import { CHOOSE_OR_CREATE } from '../../core/customers/directory';
import type { GmcClient } from '../../api/client';
import type { Customer } from '../../api/schemas';
import type { Changes } from '../../core/customers/changes';
import type { CustomerReference } from '../../core/customers/customerReference';
import { InputError } from '../../core/util/inputError';
import { looksLikeTaxId } from '../../core/customers/taxId';
import type { ServiceRecord } from '../../core/service/record';
import { isProvenNotDone } from './memory';

/** @throws InputError when there is no such active customer, or more than one */
export async function findCustomer(
	client: GmcClient,
	reference: CustomerReference,
): Promise<Customer> {
	const found = (await client.directory()).find(reference);
	if ('customer' in found) return found.customer;
	throw new InputError({
		message: `The customer was not found: ${found.problem}`,
		advice: CHOOSE_OR_CREATE,
		code: 'CUSTOMER_NOT_FOUND',
	});
}

/** The form that `_id` has in every example of the service (service.md 2.2). */
const USUAL_ID = /^[0-9a-f]{24}$/i;

/** What to do where nobody knows any more whom a tax ID named in an earlier try. */
export const LOST_ADVICE: string =
	'The tax ID may name another customer by now. Look at it with Customer → Get, then choose the customer by ID in a new execution.';

/** Whether it names the same customer for ever. */
export const isSurelyId = ({ by, value }: CustomerReference): boolean =>
	by === 'id' && USUAL_ID.test(value);

/**
 * The `_id` to put into a path. One of the usual form that is given by ID is used as it is; everything else
 * may be a tax ID, which the list tells. An id that the list does not show yet is used as it is, too.
 *
 * @throws InputError when a tax ID names no active customer, or more than one
 */
async function resolveCustomerId(client: GmcClient, reference: CustomerReference): Promise<string> {
	const { by, value } = reference;
	if (isSurelyId(reference)) return value;
	const directory = await client.directory();
	const mayBeId = by === 'id' && !looksLikeTaxId(value);
	if (mayBeId && directory.withTaxId(value).length === 0) return value;
	return (await findCustomer(client, reference))._id;
}

/** What a row asks for: whose customer it is about, and what is to be done. */
export interface Write {
	operation: 'update' | 'delete';
	reference: CustomerReference;
	changes?: object;
}

/**
 * Changes or deletes the customer of a row once: what an earlier try of this execution did comes out again, and
 * what it left in doubt is sent to the same customer, whoever has the tax ID by now.
 *
 * @param send the request, for an `_id`; what it gives comes out
 * @throws InputError when the customer cannot be told, GmcRequestError
 */
export async function writeOnce(
	{ client, changes }: { client: GmcClient; changes: Changes },
	row: Write,
	send: (customerId: string) => Promise<ServiceRecord>,
): Promise<ServiceRecord> {
	const earlier = changes.take(row);
	if (earlier?.answer !== undefined) return earlier.answer;
	const change = earlier ?? changes.intend(row, await resolveCustomerId(client, row.reference));
	change.answer = await send(change.customerId).catch((error: unknown) => {
		if (isProvenNotDone(error)) changes.forget(change);
		throw error;
	});
	return change.answer;
}
