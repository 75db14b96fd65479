import axios from 'axios';
import { Tables } from '../../harness/n8n/tables';
import type { WorkflowJson } from '../../harness/n8n/types';
import { webhookNode } from '../../harness/workflows/webhook';
import { chainFrom, locator } from '../../harness/workflows/build';
import { byKey } from '../../harness/workflows/sheet';
import { type Subject, startSubject } from '../n8n/subject';
import { type Service, startService } from '../processes';
import { fillLedger } from '../sheets/ledger';
import { addNode } from '../sheets/workflows';
import { type Meter, startMeter } from './meter';

const CUSTOMERS = 100_000;

/** Webhooks. */
const WITH_KEY = 'orders';
export const WITHOUT_KEY = 'orders-without-key';

/** What one order costs: n8n's process from the webhook's call to its answer, and what goes to GMC and back. */
export interface OrderCost {
	requests: number;
	bytes: number;
	cpuMs: number;
	wallMs: number;
}

/** A day at a shop. */
export interface Day {
	name: string;
	additions: number;
	ledgerRows: number;
}

/** A shop of its own: n8n, service, and the bytes between them. */
export class Shop {
	private ordered = 0;

	private constructor(
		readonly day: Day,
		readonly service: Service,
		private readonly meter: Meter,
		private readonly subject: Subject,
		private readonly customerIds: string[],
	) {}

	static async open(day: Day): Promise<Shop> {
		const service = await startService({
			seedSize: CUSTOMERS,
			seedAdditions: day.additions,
			seedAdditionDays: 1,
		});
		const meter = await startMeter(`${service.url}/api`);
		const subject = await startSubject(service);
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
	const add = addNode({
		customer: locator('id', '={{ $json.body.customer }}'),
		amount: '={{ $json.body.amount }}',
		...(hook === WITH_KEY && byKey('={{ $json.body.order }}')),
	});
	return chainFrom(hook, webhook, add);
}
