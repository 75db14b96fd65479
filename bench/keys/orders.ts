import { median } from 'simple-statistics';
import type { Finding } from '../benchmark';
import { type Aim, type Figures, atMost, bytes, figuresBy, millis, times } from '../figures';
import type { Task } from '../options';
import { type Day, type OrderCost, Shop, WITHOUT_KEY } from './shop';

const WARM_UP_ORDERS = 10;
/** Each has GMC list two days, so a few are enough. */
const ORDERS_WITHOUT_KEY = 5;

const MAX_REQUESTS = 3;
const MAX_BYTES = 100_000;
const MAX_BUSY = 1.3;

const DAYS: Day[] = [
	{ name: 'empty day', additions: 0, ledgerRows: 0 },
	{ name: 'busy day', additions: 100_000, ledgerRows: 20_000 },
];

/** What an order costs on a day. */
interface OrderCosts extends Day {
	/** The first one of an n8n that has just started. */
	cold: OrderCost;
	/** Medians. */
	warm: OrderCost;
	/** The same by the default, Recent, of rows without a key. */
	withoutKey: OrderCost;
}

/** In turn, so that the machine's other work meets all of them. @returns the medians of each shop */
async function orderInTurn(shops: Shop[], orders: number, hook?: string): Promise<OrderCost[]> {
	const costs = shops.map(() => [] as OrderCost[]);
	for (let n = 0; n < orders; n++) {
		for (const [index, shop] of shops.entries()) costs[index].push(await shop.order(hook));
	}
	return costs.map((ofShop) => figuresBy(median, ofShop));
}

async function measureDays({ numbers, say }: Task<'orders'>): Promise<OrderCosts[]> {
	const shops: Shop[] = [];
	try {
		for (const day of DAYS) {
			shops.push(await Shop.open(day));
			say(`n8n and service of the ${day.name} are up`);
		}
		const cold = await orderInTurn(shops, 1);
		await orderInTurn(shops, WARM_UP_ORDERS);
		const warm = await orderInTurn(shops, numbers.orders[0]);
		const withoutKey = await orderInTurn(shops, ORDERS_WITHOUT_KEY, WITHOUT_KEY);
		return shops.map(({ day }, index) => ({
			...day,
			cold: cold[index],
			warm: warm[index],
			withoutKey: withoutKey[index],
		}));
	} finally {
		await Promise.all(shops.map(async (shop) => await shop.close()));
	}
}

function figuresOf([empty, busy]: OrderCosts[]): Figures {
	const busyDay = '100,000 additions that day and 20,000 rows in the ledger';
	const rows: Array<[string, OrderCost]> = [
		['With a key', empty.warm],
		[`With a key, ${busyDay}`, busy.warm],
		['The first one of an n8n that has just started', empty.cold],
		['Without a key', empty.withoutKey],
		[`Without a key, ${busyDay}`, busy.withoutKey],
	];
	return {
		head: ["A webhook's order, 100,000 customers", 'Requests', 'Bytes', 'CPU', 'Time'],
		rows: rows.map(([name, cost]) => [
			name,
			String(cost.requests),
			bytes(cost.bytes),
			millis(cost.cpuMs),
			millis(cost.wallMs),
		]),
	};
}

function aimsOf([empty, busy]: OrderCosts[]): Aim[] {
	const overEmpty = busy.warm.cpuMs / empty.warm.cpuMs;
	return [
		atMost('An order once warm: requests', busy.warm.requests, MAX_REQUESTS),
		atMost('An order once warm: bytes', busy.warm.bytes, MAX_BYTES, bytes),
		atMost("An order once warm: CPU against an empty day's", overEmpty, MAX_BUSY, times),
	];
}

/** A webhook's order on an empty day and on a busy one. */
export async function benchOrders(task: Task<'orders'>): Promise<Finding> {
	const cases = await measureDays(task);
	return { figures: figuresOf(cases), aims: aimsOf(cases), cases };
}
