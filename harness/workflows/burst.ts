import axios from 'axios';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { type WithSandbox, chargedByAmount } from '../sandbox/books';
import { type SheetRow, outcomesOf } from './sheet';
import { withOrders } from './webhook';

// A shop that delivers many orders at the same moment, and each of them twice.

export type Order = SheetRow & { order: string };

/** A shop whose calls start `/webhook/<path>` of an n8n: a workflow of `calledSheet` with keys. */
export class Shop {
	private bursts = 0;

	constructor(
		private readonly surroundings: WithSandbox,
		private readonly url: string,
	) {}

	/** Orders of other amounts than those of any other burst. */
	newOrders(count: number): Order[] {
		const from = ++this.bursts * 1000;
		const rows = Array.from({ length: count }, (_, at) => {
			const { _id: customer } = DEMO_CUSTOMERS[at % DEMO_CUSTOMERS.length];
			return { customer, amount: (from + at) / 100 };
		});
		return withOrders(rows, `burst ${this.bursts}`);
	}

	/** Delivers each order twice, all at the same moment. @returns the outcomes in alphabetical order; n8n may not answer */
	async deliver(orders: Order[]): Promise<string[]> {
		const deliveries = orders.flatMap((order) => [order, order]);
		const answers = await Promise.all(
			deliveries.map(async (order) => {
				const call = axios.post<object[]>(this.url, { rows: [order] }, { proxy: false });
				const answer = await call.catch(() => undefined);
				return answer === undefined ? ['no answer'] : outcomesOf(answer.data);
			}),
		);
		return answers.flat().sort();
	}

	/** How often each of these orders was paid. */
	async timesPaid(orders: Order[]): Promise<number[]> {
		const paid = await chargedByAmount(this.surroundings);
		return orders.map(({ amount }) => paid[amount] ?? 0);
	}
}
