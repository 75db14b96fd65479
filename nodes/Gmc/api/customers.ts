import { normalizeTaxId, sameTaxId } from '../core/customers/taxId';
import { isRecord } from '../core/service/record';
import { forgetKnownCustomers } from './customerList';
import type { Customer } from '../core/service/record';
import { readCustomer } from './schemas';
import type { GmcTransport } from './transport';
import { pathOf } from './request';

export interface CustomerFields {
	taxId?: string;
	name?: string;
	email?: string;
}

/** What a new customer needs (service.md 4.5). */
export type NewCustomer = Required<CustomerFields>;

/**
 * POST /customers (service.md 4.5). A 2xx without an `_id`, or with another tax ID, proves nothing, so it is an error.
 *
 * @throws GmcRequestError whose `proof` tells whether the customer may exist
 */
export async function createCustomer(
	transport: GmcTransport,
	{ taxId, name, email }: NewCustomer,
): Promise<Customer> {
	const body = { taxId, name, email };
	const creating = transport.ask(
		{ operation: 'createCustomer', method: 'POST', path: '/customers', body },
		(answer) => {
			const customer = readCustomer(answer);
			return isAnother(customer?.taxId, taxId) ? undefined : customer;
		},
		'GMC did not answer with the new customer',
	);
	return await changing(transport, creating);
}

/** Whether an answer has another tax ID. A number is ignored, because it may have lost its zeros. */
const isAnother = (answered: unknown, taxId: string): boolean =>
	typeof answered === 'string' && normalizeTaxId(answered) !== '' && !sameTaxId(answered, taxId);

/**
 * PATCH /customers/{customerId} (service.md 4.7).
 *
 * @returns GMC's answer, a subset of the customer; or what was sent, if the answer is unreadable or another customer
 * @throws GmcRequestError
 */
export async function updateCustomer(
	transport: GmcTransport,
	customerId: string,
	fields: CustomerFields,
): Promise<Customer> {
	const path = pathOf`/customers/${customerId}`;
	const updating = transport.ask(
		{ operation: 'updateCustomer', method: 'PATCH', path, body: { ...fields } },
		(body) => {
			const answered = readCustomer(body);
			return answered?._id === customerId ? answered : { _id: customerId, ...fields };
		},
		'GMC answered that it did not change the customer',
	);
	return await changing(transport, updating);
}

/**
 * DELETE /customers/{customerId} (service.md 4.8): a logical deletion that cannot be undone (service.md 3).
 *
 * @throws GmcRequestError
 */
export async function deleteCustomer(transport: GmcTransport, customerId: string): Promise<void> {
	const path = pathOf`/customers/${customerId}`;
	const deleting = transport.ask(
		{ operation: 'deleteCustomer', method: 'DELETE', path },
		(body) => (isRecord(body) && body.deleted === false ? undefined : true),
		'GMC answered that it did not delete the customer',
	);
	await changing(transport, deleting);
}

/** After a change, even one that seems to have failed, the known customers are out of date. */
const changing = async <T>(transport: GmcTransport, request: Promise<T>): Promise<T> =>
	await request.finally(async () => await forgetKnownCustomers(transport));
