import { CustomerDirectory } from '../core/customers/directory';
import { normalizeTaxId, sameTaxId } from '../core/customers/taxId';
import type { Customer } from '../core/service/record';
import { isRecord } from '../core/service/record';
import { keptInProcess } from '../core/util/processMemory';
import { giveWay, mapItems } from '../shared/eventLoop';
import { pathOf } from './exchange';
import { readCustomer, readCustomerList, readCustomerTotal } from './schemas';
import type { GmcTransport } from './transport';

/** In milliseconds. */
const MAX_AGE_MS = 300_000;
/** Limits on accounts, and on the customers of each: 100,000 customers take about 60 MB. */
const MAX_ACCOUNTS = 2;
const MAX_CUSTOMERS = 200_000;

/**
 * The customers that this process listed in the last few minutes, for the accounts that were used last (see
 * `fingerprintOf`), so that not every order lists them all: a list of 100,000 is 20 MB and takes one to two seconds of
 * CPU. `since` is when they were requested (epoch ms). A customer that is missing here may exist by now.
 */
const known = keptInProcess(
	new Map<string, { since: number; customers: Promise<CustomerDirectory> }>(),
);

/**
 * The known customers, listed now if necessary. Calls at the same time share one list. A list from the future is too old,
 * because the clock has gone back and its age is unknown.
 *
 * @param notBefore epoch milliseconds; an earlier list is too old
 * @throws GmcRequestError
 */
export async function knownCustomers(
	transport: GmcTransport,
	notBefore = 0,
): Promise<CustomerDirectory> {
	const account = await transport.fingerprint();
	const now = Date.now();
	const oldest = Math.max(notBefore, now - MAX_AGE_MS);
	const kept = known.get(account);
	if (kept && kept.since >= oldest && kept.since <= now) return await kept.customers;
	const list = { since: now, customers: listCustomers(transport) };
	known.delete(account);
	known.set(account, list);
	if (known.size > MAX_ACCOUNTS) known.delete(known.keys().next().value!);
	const forget = () => known.get(account) === list && known.delete(account);
	list.customers.then(({ size }) => size > MAX_CUSTOMERS && forget(), forget);
	return await list.customers;
}

/** Makes the next run list the customers again: after a change, or a sign that the list is out of date. */
export async function forgetKnownCustomers(transport: GmcTransport): Promise<void> {
	known.delete(await transport.fingerprint());
}

/** GET /customers/all (service.md 4.6): all active customers in one answer. @throws GmcRequestError */
export async function listCustomers(transport: GmcTransport): Promise<CustomerDirectory> {
	let total: number | undefined;
	const customers = await transport.ask(
		{ operation: 'listCustomers', method: 'GET', path: '/customers/all' },
		async (body) => {
			// n8n has just parsed it, which takes a tenth of a second for 100,000 customers. Let others run.
			await giveWay();
			total = readCustomerTotal(body);
			return readCustomerList(body);
		},
		"GMC's list of customers could not be read",
	);
	const directory = new CustomerDirectory([], total);
	await mapItems(customers.length, (index) => directory.put(customers[index]));
	return directory;
}

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
	fields: NewCustomer,
): Promise<Customer> {
	return await change(
		transport,
		{ operation: 'createCustomer', method: 'POST', path: '/customers', body: { ...fields } },
		(answer) => {
			const customer = readCustomer(answer);
			return isAnother(customer?.taxId, fields.taxId) ? undefined : customer;
		},
		'GMC did not answer with the new customer',
	);
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
	return await change(
		transport,
		{ operation: 'updateCustomer', method: 'PATCH', ...path, body: { ...fields } },
		(body) => {
			const answered = readCustomer(body);
			return answered?._id === customerId ? answered : { _id: customerId, ...fields };
		},
		'GMC answered that it did not change the customer',
	);
}

/**
 * DELETE /customers/{customerId} (service.md 4.8): a logical deletion that cannot be undone (service.md 3).
 *
 * @throws GmcRequestError
 */
export async function deleteCustomer(transport: GmcTransport, customerId: string): Promise<void> {
	const path = pathOf`/customers/${customerId}`;
	await change(
		transport,
		{ operation: 'deleteCustomer', method: 'DELETE', ...path },
		(body) => (isRecord(body) && body.deleted === false ? undefined : true),
		'GMC answered that it did not delete the customer',
	);
}

/** Asks, and forgets the known customers, even if the change seems to have failed. */
async function change<T>(
	transport: GmcTransport,
	...asked: Parameters<typeof transport.ask<T>>
): Promise<T> {
	return await transport.ask(...asked).finally(async () => await forgetKnownCustomers(transport));
}
