import axios from 'axios';
import { Tables } from '../../harness/n8n/tables';
import { webhookNode } from '../../harness/workflows/webhook';
import type { WorkflowJson } from '../../harness/n8n/types';
import { chainFrom, gmcNode, locator } from '../../harness/workflows/build';
import { byKey } from '../../harness/workflows/sheet';
import { type ServiceProcess, startService } from '../rows/service-process';
import { type Subject, startSubject } from '../rows/subject';
import { MEASURED } from '../rows/workflows';
import { figuresBy, middleOf } from '../statistics';
import { fillLedger } from './ledger';
import { type Meter, startMeter } from './meter';

const CUSTOMERS = 100_000;
const WARM_UP_ORDERS = 10;
/** Each has GMC list two days, so a few are enough. */
const ORDERS_WITHOUT_KEY = 5;

/** Webhooks. */
const WITH_KEY = 'orders';
const WITHOUT_KEY = 'orders-without-key';

/** What one order costs: n8n's process from the webhook's call to its answer, and what goes to GMC and back. */
export interface OrderCost {
	requests: number;
	bytes: number;
	cpuMs: number;
	wallMs: number;
}

/** A day at a shop. */
interface Day {
	name: string;
	additions: number;
	ledgerRows: number;
}

const DAYS: Day[] = [
	{ name: 'empty day', additions: 0, ledgerRows: 0 },
	{ name: 'busy day', additions: 100_000, ledgerRows: 20_000 },
];

/** What an order costs on each day. */
export interface OrderCosts extends Day {
	/** The first one of an n8n that has just started. */
	cold: OrderCost;
	/** Medians. */
	warm: OrderCost;
	/** The same by the default, Recent, of rows without a key. */
	withoutKey: OrderCost;
}

/** A shop of its own: n8n, service, and the bytes between them. */
class Shop {
	private ordered = 0;

	private constructor(
		readonly day: Day,
		readonly service: ServiceProcess,
		private readonly meter: Meter,
		private readonly subject: Subject,
		private readonly customerIds: string[],
	) {}

	static async open(day: Day, profiles?: string): Promise<Shop> {
		const service = await startService(CUSTOMERS, day.additions);
		const meter = await startMeter(service.baseUrl);
		const subject = await startSubject(service, profiles);
		const { client, credentialId } = subject;
		const login = { ...(await service.admin.credential()), baseUrl: meter.baseUrl };
		await client.updateCredential(credentialId, 'gmcApi', 'GMC', login);
		if (day.ledgerRows > 0) await fillLedger(await Tables.of(client), day.ledgerRows);
		for (const hook of [WITH_KEY, WITHOUT_KEY]) {
			await client.activate(await subject.save(ordersWorkflow(hook)));
		}
		const ids = (await service.admin.customers()).map(({ _id }) => _id);
		await service.admin.clearJournal();
		return new Shop(day, service, meter, subject, ids);
	}

	/** Sends one order and waits for the answer of the shop's webhook. */
	async order(hook = WITH_KEY): Promise<OrderCost> {
		const { meter, service, subject } = this;
		const number = this.ordered++;
		const customer = this.customerIds[(number * 37) % this.customerIds.length];
		const [requests, bytes] = [await service.admin.count(), meter.bytes()];
		const cpuMs = await subject.probe.cpuTime();
		const startedAt = performance.now();
		const { data } = await axios.post<{ _gmc?: { outcome: string } }>(
			`${subject.n8n.url}/webhook/${hook}`,
			{ order: `order-${number}`, customer, amount: 10 + number / 100 },
			{ proxy: false },
		);
		const wallMs = performance.now() - startedAt;
		if (data._gmc?.outcome !== 'issued') throw new Error(`An order ended ${JSON.stringify(data)}`);
		return {
			wallMs,
			cpuMs: (await subject.probe.cpuTime()) - cpuMs,
			requests: (await service.admin.count()) - requests,
			bytes: meter.bytes() - bytes,
		};
	}

	async close(): Promise<void> {
		await this.subject.n8n.stop();
		this.meter.stop();
		await this.service.stop();
	}
}

function ordersWorkflow(hook: string): WorkflowJson {
	const webhook = webhookNode(hook);
	webhook.parameters = { ...webhook.parameters, responseMode: 'lastNode' };
	const add = gmcNode(MEASURED, {
		resource: 'balance',
		operation: 'add',
		currency: 'BRL',
		options: {},
		customer: locator('id', '={{ $json.body.customer }}'),
		amount: '={{ $json.body.amount }}',
		...(hook === WITH_KEY && byKey('={{ $json.body.order }}')),
	});
	return chainFrom(hook, webhook, add);
}

const METRICS = ['requests', 'bytes', 'cpuMs', 'wallMs'] as const;

const middle = (costs: OrderCost[]): OrderCost => figuresBy(METRICS, middleOf, costs);

/** In turn, so that the machine's other work meets all of them. @returns the costs of each shop */
async function orderInTurn(shops: Shop[], orders: number, hook?: string): Promise<OrderCost[][]> {
	const costs = shops.map(() => [] as OrderCost[]);
	for (let n = 0; n < orders; n++) {
		for (const [index, shop] of shops.entries()) costs[index].push(await shop.order(hook));
	}
	return costs;
}

/** Measures both days side by side. */
export async function benchOrders(
	orders: number,
	say: (text: string) => void,
	profiles?: string,
): Promise<OrderCosts[]> {
	const shops: Shop[] = [];
	try {
		for (const day of DAYS) {
			shops.push(await Shop.open(day, profiles));
			say(`n8n and service of the ${day.name} are up`);
		}
		const cold = (await orderInTurn(shops, 1)).map(([cost]) => cost);
		await orderInTurn(shops, WARM_UP_ORDERS);
		const warm = await orderInTurn(shops, orders);
		const withoutKey = await orderInTurn(shops, ORDERS_WITHOUT_KEY, WITHOUT_KEY);
		return shops.map(({ day }, index) => ({
			...day,
			cold: cold[index],
			warm: middle(warm[index]),
			withoutKey: middle(withoutKey[index]),
		}));
	} finally {
		await Promise.all(shops.map(async (shop) => await shop.close()));
	}
}
