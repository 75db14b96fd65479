import type { GmcClient } from '../../api/client';
import type { NewCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { changedFields } from '../../core/customers/changedFields';
import type { CustomerWriter } from './customerWriter';
import { findByTaxId } from './findCustomer';

/** What becomes of a customer that is there already: what differs is changed, or it is not written to at all. */
export const IF_EXISTS = ['update', 'leave'] as const;

/** A customer as a row has it. */
export interface SaveRequest {
	fields: NewCustomer;
	ifExists: (typeof IF_EXISTS)[number];
}

/** What was done to the customer of a row. */
export interface Saved {
	customer: Customer;
	action: 'created' | 'updated' | 'unchanged';
}

/**
 * Creates the customer with this tax ID or, where it is there and may be written to, changes what differs.
 *
 * @throws InputError when several customers have it, GmcRequestError
 */
export async function saveCustomer(
	client: GmcClient,
	writer: CustomerWriter,
	request: SaveRequest,
): Promise<Saved> {
	const existing = await findByTaxId(client, request.fields.taxId);
	if (existing !== undefined) return await saveExisting(writer, existing, request);
	const { customer, doubt } = await writer.create(request.fields);
	if (doubt === undefined) return { customer, action: 'created' };
	return await saveExisting(writer, customer, request);
}

/** The action goes by what GMC's answer shows: it need not have made the change. */
async function saveExisting(
	writer: CustomerWriter,
	existing: Customer,
	{ fields, ifExists }: SaveRequest,
): Promise<Saved> {
	const changes = ifExists === 'leave' ? undefined : changedFields(existing, fields);
	if (changes === undefined) return { customer: existing, action: 'unchanged' };
	const answer = await writer.change(existing._id, changes);
	const customer: Customer = { ...existing, ...changes, ...answer };
	const { name, email } = customer;
	const isChanged = changedFields(existing, { name, email }) !== undefined;
	return { customer, action: isChanged ? 'updated' : 'unchanged' };
}
