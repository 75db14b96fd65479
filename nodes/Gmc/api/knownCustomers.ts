import { CustomerDirectory } from '../core/customers/directory';
import { mapItems } from '../shared/eventLoop';
import { LoadingCache } from './loadingCache';
import type { Customer } from './schemas';
import type { GmcTransport } from './transport';
import { keptInProcess } from '../core/util/processMemory';

/** How old what is known may be, in milliseconds. */
const MAX_AGE_MS = 300_000;
/** Accounts, and customers of each, that are kept at most: about 30 MB for 100,000. */
const MAX_ACCOUNTS = 2;
const MAX_CUSTOMERS = 200_000;

/** As much of a customer as tells who a row is about. */
export type KnownCustomer = Pick<Customer, '_id' | 'taxId' | 'name'>;
export type KnownCustomers = CustomerDirectory<KnownCustomer>;

type List = () => Promise<Customer[]>;

/**
 * The customers of an account that this process has seen a few minutes ago, so that an order need not list them
 * all. It may be old, so nothing negative follows from it: whom it does not know, a list of now may.
 */
const known = keptInProcess(new LoadingCache<KnownCustomers>(MAX_AGE_MS, MAX_ACCOUNTS));

/** What is kept, or listed now. @throws what `list` throws */
export async function knownCustomers(transport: GmcTransport, list: List): Promise<KnownCustomers> {
	const account = await transport.fingerprint();
	return await known.get(account, async () => await load(account, list));
}

/** Listed now, and kept from now on. @throws what `list` throws */
export async function renewKnownCustomers(
	transport: GmcTransport,
	list: List,
): Promise<KnownCustomers> {
	const account = await transport.fingerprint();
	return await known.renew(account, async () => await load(account, list));
}

async function load(account: string, list: List): Promise<KnownCustomers> {
	const customers = await list();
	const directory: KnownCustomers = new CustomerDirectory([]);
	await mapItems(customers.length, (index) => directory.put(partOf(customers[index])));
	if (directory.size > MAX_CUSTOMERS) known.forget(account);
	return directory;
}

const partOf = ({ _id, taxId, name }: Customer): KnownCustomer => ({ _id, taxId, name });

/** What this process has changed itself is known at once. */
export async function noteCustomer(transport: GmcTransport, customer: Customer): Promise<void> {
	known.change(await transport.fingerprint(), (directory) => {
		const found = directory.find({ by: 'id', value: customer._id });
		const before = 'customer' in found && found.customer._id === customer._id ? found.customer : {};
		directory.put(partOf({ ...before, ...customer }));
	});
}

/** A customer that this process has deleted. */
export async function noteDeletion(transport: GmcTransport, customerId: string): Promise<void> {
	known.change(await transport.fingerprint(), (directory) => directory.remove(customerId));
}

/** Lets the next run list anew, after a sign that what is kept is not true any more. */
export async function forgetKnownCustomers(transport: GmcTransport): Promise<void> {
	known.forget(await transport.fingerprint());
}
