import { sleep } from 'n8n-workflow';
import { CustomerDirectory } from '../core/customers/directory';
import type { Identified } from '../core/customers/directory';
import { normalizeTaxId, sameTaxId } from '../core/customers/taxId';
import { isRecord } from '../core/service/record';
import { keptInProcess } from '../core/util/processMemory';
import { mapItems } from '../shared/eventLoop';
import { LoadingCache } from './loadingCache';
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
	return await transport.ask(
		{ operation: 'listCustomers', method: 'GET', path: '/customers/all' },
		async (body) => {
			// n8n has just parsed it, which takes a tenth of a second for 100,000 customers. Let others run.
			await sleep(0);
			return readCustomerList(body);
		},
		"GMC's list of customers could not be read",
	);
}

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

/** In milliseconds. */
const MAX_AGE_MS = 300_000;
/** Limits on accounts, and on the customers of each: 100,000 customers take about 30 MB. */
const MAX_ACCOUNTS = 2;
const MAX_CUSTOMERS = 200_000;

/** What identifies the customer of a row. */
export type KnownCustomer = Pick<Customer, '_id' | 'taxId' | 'name'>;
export type KnownCustomers = CustomerDirectory<KnownCustomer>;

/**
 * The customers that this process listed in the last few minutes, so that not every order lists them all: a list of
 * 100,000 is 20 MB and takes one to two seconds of CPU. A customer that is missing here may exist by now.
 */
const known = keptInProcess(new LoadingCache<KnownCustomers>(MAX_AGE_MS, MAX_ACCOUNTS));

/**
 * The known customers, listed now if necessary.
 *
 * @param notBefore epoch milliseconds; an earlier list is too old
 * @throws GmcRequestError
 */
export async function knownCustomers(
	transport: GmcTransport,
	notBefore?: number,
): Promise<KnownCustomers> {
	const account = await transport.fingerprint();
	const load = async () => {
		const customers = await listCustomers(transport);
		if (customers.length > MAX_CUSTOMERS) known.forget(account);
		return await directoryOf(customers.map(({ _id, taxId, name }) => ({ _id, taxId, name })));
	};
	return await known.get(account, load, notBefore);
}

/** Makes the next run list the customers again: after a change, or a sign that the list is out of date. */
export async function forgetKnownCustomers(transport: GmcTransport): Promise<void> {
	known.forget(await transport.fingerprint());
}

/** In slices, because 100,000 customers take a tenth of a second. */
export async function directoryOf<C extends Identified>(
	customers: C[],
): Promise<CustomerDirectory<C>> {
	const directory = new CustomerDirectory<C>([]);
	await mapItems(customers.length, (index) => directory.put(customers[index]));
	return directory;
}
