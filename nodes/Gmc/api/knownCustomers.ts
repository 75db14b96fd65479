import { CustomerDirectory } from '../core/customers/directory';
import { keptInProcess } from '../core/util/processMemory';
import { mapItems } from '../shared/eventLoop';
import { LoadingCache } from './loadingCache';
import type { Customer } from './schemas';
import type { GmcTransport } from './transport';

/** How old what is known may be, in milliseconds. */
const MAX_AGE_MS = 300_000;
/** Accounts, and customers of each, that are kept at most: about 30 MB for 100,000. */
const MAX_ACCOUNTS = 2;
const MAX_CUSTOMERS = 200_000;

/** As much of a customer as tells who a row is about. */
export type KnownCustomer = Pick<Customer, '_id' | 'taxId' | 'name'>;
export type KnownCustomers = CustomerDirectory<KnownCustomer>;

/**
 * The customers of an account that this process has seen a few minutes ago, so that an order need not list them all: a
 * list of 100,000 is 20 MB and one to two seconds of CPU. It may be old, so nothing negative follows from it: whom it does
 * not know, a list of now may.
 */
const known = keptInProcess(new LoadingCache<KnownCustomers>(MAX_AGE_MS, MAX_ACCOUNTS));

/**
 * What is kept, or listed now.
 *
 * @param notBefore epoch milliseconds: what was listed before is too old
 * @throws what `list` throws
 */
export async function knownCustomers(
	transport: GmcTransport,
	list: () => Promise<Customer[]>,
	notBefore?: number,
): Promise<KnownCustomers> {
	const account = await transport.fingerprint();
	const load = async () => {
		const customers = await list();
		const directory: KnownCustomers = new CustomerDirectory([]);
		await mapItems(customers.length, (index) => {
			const { _id, taxId, name } = customers[index];
			directory.put({ _id, taxId, name });
		});
		if (directory.size > MAX_CUSTOMERS) known.forget(account);
		return directory;
	};
	return await known.get(account, load, notBefore);
}

/** Lets the next order list anew: after a change by this process, or a sign that what is kept is not true any more. */
export async function forgetKnownCustomers(transport: GmcTransport): Promise<void> {
	known.forget(await transport.fingerprint());
}
