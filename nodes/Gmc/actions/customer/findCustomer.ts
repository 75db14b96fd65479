import type { GmcClient } from '../../api/client';
import type { CustomerFields } from '../../api/customers';
import { updateCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import type { CustomerReference } from '../../core/customers/customerReference';
import { InputError } from '../../core/util/inputError';
import { looksLikeTaxId } from '../../core/customers/taxId';
import { number } from '../../core/texts/words';

/** @throws InputError when there is no such active customer, or more than one */
export async function findCustomer(
	client: GmcClient,
	reference: CustomerReference,
): Promise<Customer> {
	return (await client.directory()).get(reference);
}

/** The form that `_id` has in every example of the service (service.md 2.2). */
const USUAL_ID = /^[0-9a-f]{24}$/i;

/**
 * The `_id` to put into a path. One of the usual form that is given by ID is used as it is; everything else
 * may be a tax ID, which the list tells. An id that the list does not show yet is used as it is, too.
 *
 * @throws InputError when a tax ID names no active customer, or more than one
 */
export async function resolveCustomerId(
	client: GmcClient,
	reference: CustomerReference,
): Promise<string> {
	const { by, value } = reference;
	if (by === 'id' && USUAL_ID.test(value)) return value;
	const directory = await client.directory();
	const mayBeId = by === 'id' && !looksLikeTaxId(value);
	if (mayBeId && directory.withTaxId(value).length === 0) return value;
	return (await findCustomer(client, reference))._id;
}

/**
 * Changes a customer with one request. Where its answer is lost it can be made again.
 *
 * @throws GmcRequestError
 */
export async function changeCustomer(
	client: GmcClient,
	customerId: string,
	changes: CustomerFields,
): Promise<Customer> {
	const changed = await updateCustomer(client.transport, customerId, changes);
	await client.remember({ ...changes, ...changed });
	return changed;
}

/** The customer with this tax ID, if there is one. @throws InputError when several have it */
export async function findByTaxId(client: GmcClient, taxId: string): Promise<Customer | undefined> {
	const customers = (await client.directory()).withTaxId(taxId);
	if (customers.length < 2) return customers[0];
	const ids = customers.map(({ _id }) => _id);
	throw new InputError({
		message: `${number(ids.length)} customers have this tax ID (${ids.join(', ')})`,
		advice: 'Delete the extra ones, or use Update with the ID of the right one.',
		code: 'CUSTOMER_AMBIGUOUS',
	});
}
