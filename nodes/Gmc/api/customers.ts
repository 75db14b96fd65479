import { sleep } from 'n8n-workflow';
import { normalizeTaxId, sameTaxId } from '../core/customers/taxId';
import { ask } from './ask';
import { forgetKnownCustomers } from './knownCustomers';
import type { Customer } from './schemas';
import { readCustomer, readCustomerList } from './schemas';
import type { GmcTransport } from './transport';
import { pathOf } from './request';

export interface CustomerFields {
	taxId?: string;
	name?: string;
	email?: string;
}

/** What a new customer needs (service.md 4.5). */
export type NewCustomer = Required<CustomerFields>;

/** GET /customers/all (service.md 4.6): all active customers in one answer. @throws GmcRequestError */
export async function listCustomers(transport: GmcTransport): Promise<Customer[]> {
	const request = { operation: 'listCustomers', method: 'GET', path: '/customers/all' } as const;
	return await ask(transport, request, {
		read: async (body) => {
			// n8n has just parsed it, which takes a tenth of a second for 100,000 customers. Let others run.
			await sleep(0);
			return readCustomerList(body);
		},
		unreadable: "GMC's list of customers could not be read",
	});
}

/**
 * POST /customers (service.md 4.5). A 2xx without an `_id`, or with another tax ID, proves nothing, so it is an error.
 *
 * @throws GmcRequestError whose `proof` tells whether the customer may exist
 */
export async function createCustomer(
	transport: GmcTransport,
	fields: NewCustomer,
): Promise<Customer> {
	const { taxId, name, email } = fields;
	const request = {
		operation: 'createCustomer',
		method: 'POST',
		path: '/customers',
		body: { taxId, name, email },
	} as const;
	const creating = ask(transport, request, {
		read: (body) => {
			const customer = readCustomer(body);
			return isAnother(customer?.taxId, taxId) ? undefined : customer;
		},
		unreadable: 'GMC did not answer with the new customer',
	});
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
	const updating = transport.send({
		operation: 'updateCustomer',
		method: 'PATCH',
		path: pathOf`/customers/${customerId}`,
		body: { ...fields },
	});
	const { body } = await changing(transport, updating);
	const answered = readCustomer(body);
	return answered?._id === customerId ? answered : { _id: customerId, ...fields };
}

/**
 * DELETE /customers/{customerId} (service.md 4.8): a logical deletion that cannot be undone (service.md 3).
 *
 * @throws GmcRequestError
 */
export async function deleteCustomer(transport: GmcTransport, customerId: string): Promise<void> {
	const deleting = transport.send({
		operation: 'deleteCustomer',
		method: 'DELETE',
		path: pathOf`/customers/${customerId}`,
	});
	await changing(transport, deleting);
}

/** After a change, even one that seems to have failed, the known customers are out of date. */
const changing = async <T>(transport: GmcTransport, request: Promise<T>): Promise<T> =>
	await request.finally(async () => await forgetKnownCustomers(transport));
