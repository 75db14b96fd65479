import type { GmcClient } from '../../api/client';
import type { Customer } from '../../api/schemas';
import type { CustomerReference } from '../../core/customers/customerReference';
import { InputError } from '../../core/util/inputError';
import { looksLikeTaxId } from '../../core/customers/taxId';

/** @throws InputError when there is no such active customer, or more than one */
export async function findCustomer(
	client: GmcClient,
	reference: CustomerReference,
): Promise<Customer> {
	const found = (await client.directory()).find(reference);
	if ('customer' in found) return found.customer;
	throw new InputError(
		`The customer was not found: ${found.problem}`,
		'It may have been deleted. Choose one from the list, or create it first.',
	);
}

/**
 * The `_id` to put into a path. One that is given is used as it is; a tax ID needs the list, and so does what
 * looks like one.
 */
export async function resolveCustomerId(
	client: GmcClient,
	reference: CustomerReference,
): Promise<string> {
	const isId = reference.by === 'id' && !looksLikeTaxId(reference.value);
	return isId ? reference.value : (await findCustomer(client, reference))._id;
}
