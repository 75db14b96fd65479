import { CustomerDirectory } from '../core/customers/directory';
import { mapItems } from '../shared/eventLoop';
import { listCustomers } from './customers';
import type { KnownCustomers } from './knownCustomers';
import { forgetKnownCustomers, knownCustomers, renewKnownCustomers } from './knownCustomers';
import type { Customer } from './schemas';
import type { GmcContext } from './request';
import type { TransportLimits } from './transport';
import { GmcTransport } from './transport';

/** What one execution of a node needs of the service: a transport, and the customers' list at most once. */
export class GmcClient {
	readonly transport: GmcTransport;

	private customers?: Promise<CustomerDirectory<Customer>>;

	private listing?: Promise<CustomerDirectory<Customer>>;

	private renewed?: Promise<KnownCustomers>;

	constructor(context: GmcContext, limits?: TransportLimits) {
		this.transport = new GmcTransport(context, limits);
	}

	/** Asked for once, whether it works or not: 500 rows must not become 500 lists. */
	async directory(): Promise<CustomerDirectory<Customer>> {
		this.customers ??= listCustomers(this.transport).then(directoryOf);
		return await this.customers;
	}

	/** The customers as GMC lists them now; who asks while they are listed shares the list. @throws GmcRequestError */
	async listedNow(): Promise<CustomerDirectory<Customer>> {
		this.listing ??= listCustomers(this.transport)
			.then(directoryOf)
			.finally(() => (this.listing = undefined));
		return await this.listing;
	}

	/**
	 * Who the customers were a few minutes ago; see `knownCustomers`. What is not found in it may be there by
	 * now: see `renewedCustomers`.
	 */
	async knownCustomers(): Promise<KnownCustomers> {
		let isListed = false;
		const known = knownCustomers(this.transport, async () => {
			isListed = true;
			return await listCustomers(this.transport);
		});
		await known;
		if (isListed) this.renewed = known;
		return await known;
	}

	/** The same, listed now; once in an execution. */
	async renewedCustomers(): Promise<KnownCustomers> {
		this.renewed ??= renewKnownCustomers(
			this.transport,
			async () => await listCustomers(this.transport),
		);
		return await this.renewed;
	}

	/** Lets the next run list the customers anew. */
	async forgetCustomers(): Promise<void> {
		await forgetKnownCustomers(this.transport);
	}

	/** Keeps the list true after a change, if it was asked for. */
	async remember(customer: Customer): Promise<void> {
		const directory = await this.customers;
		directory?.put({ ...directory.withId(customer._id), ...customer });
	}
}

/** In pieces: of 100,000 customers it takes a tenth of a second, right after n8n has read the list. */
async function directoryOf(customers: Customer[]): Promise<CustomerDirectory<Customer>> {
	const directory = new CustomerDirectory<Customer>([]);
	await mapItems(customers.length, (index) => directory.put(customers[index]));
	return directory;
}
