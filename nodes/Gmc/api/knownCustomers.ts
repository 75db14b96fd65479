import { CustomerDirectory } from '../core/customers/directory';
import { keptInProcess } from '../core/util/processMemory';
import { mapItems } from '../shared/eventLoop';
import { LoadingCache } from './loadingCache';
import type { Customer } from './schemas';
import type { GmcTransport } from './transport';

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

/** Makes the next run list the customers again: after a change, or a sign that the list is out of date. */
export async function forgetKnownCustomers(transport: GmcTransport): Promise<void> {
	known.forget(await transport.fingerprint());
}
