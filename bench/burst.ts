import axios from 'axios';
import { ISSUE } from '../harness/sandbox/routes';
import { until } from '../harness/system/until';
import { chainFrom } from '../harness/workflows/build';
import { webhookNode } from '../harness/workflows/webhook';
import { type Contender, CUSTOMERS } from './contender';
import { nodeOf, UNSAVED } from './sheets';

/** Orders that a shop delivers all at once, each so many times. */
export interface Burst {
	orders: number;
	times: number;
}

/** What a burst has cost. */
export interface BurstCost {
	/** Of n8n's process. */
	cpuMs: number;
	/** The longest time until a delivery was answered. */
	longestMs: number;
	/** Answers other than 2xx. */
	refused: number;
	/** Memory of n8n's process at most, in bytes. */
	rss: number;
}

const PATH = 'order';

/** The workflow of a shop: it answers with the result of the node. */
function orderWorkflow(contender: Contender) {
	const webhook = webhookNode(PATH);
	Object.assign(webhook.parameters, { responseMode: 'lastNode' });
	const node = nodeOf(contender.sender, contender.bed.sandbox.baseUrl, '$json.body');
	return { ...chainFrom('Orders', webhook, node), settings: UNSAVED };
}

/** A contender whose workflow waits for orders. */
export class Shop {
	/** Cents. No order equals one of an earlier burst. */
	private amount = 100;

	private constructor(
		private readonly contender: Contender,
		private readonly customerIds: string[],
	) {}

	static async open(contender: Contender): Promise<Shop> {
		const { client, credentialId, sandbox } = contender.bed;
		const settings = { customers: { seedSize: CUSTOMERS } };
		await sandbox.admin.reset({ seed: 'large', settings });
		await client.publish(orderWorkflow(contender), credentialId);
		const customers = await sandbox.admin.customers();
		return new Shop(
			contender,
			customers.map(({ _id }) => _id),
		);
	}

	/** Delivers all orders at once. @throws Error if an order is not paid as often as the sender pays it */
	async deliver({ orders, times }: Burst): Promise<BurstCost> {
		const { contender } = this;
		const { admin } = contender.bed.sandbox;
		await admin.clearJournal();
		// A shop has sold before.
		const { cpuMs: before } = await this.deliverAll([this.order()]);
		const all = Array.from({ length: orders }, () => this.order());
		const cost = await this.deliverAll(all.flatMap((order) => Array<object>(times).fill(order)));
		const sent = (await admin.count({ route: ISSUE, status: 201 })) - 1;
		const wanted = contender.sender.isHttp ? orders * times : orders;
		if (sent === wanted) return { ...cost, cpuMs: cost.cpuMs - before };
		throw new Error(`${contender.sender.name}: of ${wanted} top-ups, ${sent} were made`);
	}

	private order() {
		const amount = this.amount++;
		return { customer: this.customerIds[amount % this.customerIds.length], amount: amount / 100 };
	}

	private async deliverAll(orders: object[]): Promise<BurstCost> {
		const { contender } = this;
		const before = contender.ended.length;
		const wanted = before + orders.length;
		const url = `${contender.bed.n8n.url}/webhook/${PATH}`;
		const answers = await Promise.all(
			orders.map(async (order) => {
				const from = Date.now();
				const { status } = await axios.post(url, order, { validateStatus: () => true });
				return { status, ms: Date.now() - from };
			}),
		);
		await until('the end of all executions', async () => contender.ended.length >= wanted);
		const ended = contender.ended.slice(before);
		return {
			cpuMs: Math.max(...ended.map(({ cpuMs }) => cpuMs)),
			rss: Math.max(...ended.map(({ rss }) => rss)),
			longestMs: Math.max(...answers.map(({ ms }) => ms)),
			refused: answers.filter(({ status }) => status >= 300).length,
		};
	}
}
