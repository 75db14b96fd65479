import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import type { GmcRun, Service } from '../../../../harness/engine';
import { DEMO_USER, DataTables, LIST_CUSTOMERS, outcomeOf } from '../../../../harness/engine';
import { headersOf } from '../../../../harness/sandbox/useSandbox';

/** A tax ID that no customer of the demo has. */
export const OTHER = '12345678909';

/** Orders that come one by one, each with a key, and what happens to customers in between. */
export class Orders {
	tables = new DataTables();

	private constructor(private readonly service: Service) {}

	/** Registers the life cycle with jest: each test has a ledger of its own. */
	static forThisFile(service: Service): Orders {
		const orders = new Orders(service);
		beforeEach(() => {
			orders.tables = new DataTables();
		});
		return orders;
	}

	/** One order. */
	async order(
		key: string | undefined,
		customer: string,
		options: IDataObject = {},
		parameters: IDataObject = { idempotencyKey: '={{ $json.key }}' },
	): Promise<GmcRun> {
		return await this.service.add([{ key, customer, amount: 10 }], options, {
			onError: 'continueRegularOutput',
			executeWorkflow: this.tables.executeWorkflow,
			parameters: parameters as never,
		});
	}

	/** The same, and what it came to. */
	async outcome(...args: Parameters<Orders['order']>): Promise<unknown> {
		return outcomeOf((await this.order(...args)).items[0]);
	}

	/** What another program does to customers of the service, of which n8n hears nothing. */
	async elsewhere(method: 'POST' | 'PATCH' | 'DELETE', path: string, data?: object): Promise<void> {
		const { baseUrl } = this.service.sandbox;
		const { email, senha } = DEMO_USER;
		const { data: session } = await axios.post(`${baseUrl}/auth/login`, { email, senha });
		const headers = headersOf(DEMO_USER, session.accessToken as string);
		await axios.request({ method, url: `${baseUrl}/customers${path}`, data, headers });
	}

	/** How often the customers were listed. */
	async lists(): Promise<number> {
		return await this.service.asked(LIST_CUSTOMERS);
	}
}
