import type { CustomerDirectory } from '../core/customers/directory';
import type { Customer } from '../core/service/record';
import { knownCustomers } from './customers';
import type { GmcContext } from './exchange';
import type { TransportLimits } from './transport';
import { GmcTransport } from './transport';

/** What one execution of a node needs: a transport, and the customers. */
export class GmcClient {
	readonly transport: GmcTransport;

	/** Epoch milliseconds. */
	private readonly startedAt = Date.now();

	private customers?: Promise<CustomerDirectory>;

	constructor(context: GmcContext, limits?: TransportLimits) {
		this.transport = new GmcTransport(context, limits);
	}

	/** As listed since this execution began. Requested once, even if it fails, so that 500 rows do not request 500 lists. */
	async directory(): Promise<CustomerDirectory> {
		this.customers ??= knownCustomers(this.transport, this.startedAt);
		return await this.customers;
	}

	/** Later rows find the customer as it is now, if the list was requested before. */
	async noteChange(changes: Customer): Promise<void> {
		const directory = await this.customers?.catch(() => undefined);
		directory?.put({ ...directory.withId(changes._id), ...changes });
	}
}
