import { plainTable } from '../../harness/system/table';
import type { Aim } from '../aim';
import { count, megabytes, millis } from '../figures';
import { requestsText } from '../rows/requests';
import type { OrderCost, OrderCosts } from './orders';
import type { SheetCost } from './sheets';

const MAX_REQUESTS = 3;
const MAX_BYTES = 100_000;
const MAX_BUSY = 1.3;
const MAX_WITH_KEYS = 1.6;
const MAX_BLOCK_MS = 100;
const MAX_AGAIN_MS = 10_000;

const times = (ratio: number) => `× ${ratio.toFixed(2)}`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** One row for each day, cold and warm; in brackets, how many times the first day's. */
export function orderTable(costs: OrderCosts[]): string {
	const [empty] = costs;
	const cells = (state: 'cold' | 'warm' | 'withoutKey', day: OrderCosts) => {
		const cost: OrderCost = day[state];
		const than = (metric: 'cpuMs' | 'wallMs') =>
			`${millis(cost[metric])} (${times(cost[metric] / empty[state][metric])})`;
		return [String(cost.requests), kilobytes(cost.bytes), than('cpuMs'), than('wallMs')];
	};
	const rows = costs.flatMap((day) => [
		[`${day.name}, first order`, ...cells('cold', day), requestsText(day.cold.byRoute)],
		[`${day.name}, later orders`, ...cells('warm', day), `medians of ${day.orders}`],
		[`${day.name}, without a key`, ...cells('withoutKey', day), ''],
	]);
	const [, busy] = costs;
	return [
		plainTable(['Order', 'Requests', 'Bytes', 'CPU', 'Wall', ''], rows),
		`100,000 customers; the busy day has ${count(busy.additions)} additions and ${count(busy.ledgerRows)} rows in the ledger, ${megabytes(busy.ledgerBytes)}.`,
		'From the call of the webhook to its answer: CPU of the whole process of n8n, bytes to GMC and back.',
	].join('\n');
}

/** One row for each run; in brackets, how many times the same rows without keys. */
export function sheetTable(costs: SheetCost[]): string {
	const rows = costs.map((cost) => {
		const without = sheetOf(costs, 'without keys', cost.rows);
		return [
			cost.way,
			count(cost.rows),
			count(cost.sent),
			millis(cost.wallMs),
			millis(cost.cpuMs / cost.rows),
			times(cost.cpuMs / without.cpuMs),
			millis(cost.longestBlockCpuMs),
			cost.ledgerBytes === undefined ? '' : `${count(cost.ledgerBytes)} bytes`,
		];
	});
	const head = ['Sheet', 'Rows', 'Sent', 'Wall', 'CPU a row', 'than without', 'Longest block'];
	return plainTable([...head, 'Ledger'], rows);
}

const sheetOf = (costs: SheetCost[], way: SheetCost['way'], rows: number): SheetCost =>
	costs.find((cost) => cost.way === way && cost.rows === rows)!;

const aim = (text: string, found: number, most: number, show: (value: number) => string): Aim => ({
	aim: text,
	found: show(found),
	isMet: found <= most,
});

/** What an order is meant to cost. */
export function orderAims([empty, busy]: OrderCosts[]): Aim[] {
	const ratio = busy.warm.cpuMs / empty.warm.cpuMs;
	return [
		aim(
			`An order: at most ${MAX_REQUESTS} requests once warm`,
			busy.warm.requests,
			MAX_REQUESTS,
			String,
		),
		aim('An order: at most 100 kB once warm', busy.warm.bytes, MAX_BYTES, kilobytes),
		aim(`An order: CPU at most × ${MAX_BUSY} of an empty day's once warm`, ratio, MAX_BUSY, times),
	];
}

/** What sheets are meant to cost. */
export function sheetAims(costs: SheetCost[]): Aim[] {
	return costs
		.filter(({ way }) => way === 'with keys')
		.flatMap(({ rows, cpuMs, longestBlockCpuMs }) => {
			const than = (way: SheetCost['way']) => cpuMs / sheetOf(costs, way, rows).cpuMs;
			const again = sheetOf(costs, 'with keys, again', rows);
			const name = `${count(rows)} rows with keys`;
			return [
				aim(
					`${name}: CPU at most × ${MAX_WITH_KEYS} of without`,
					than('without keys'),
					MAX_WITH_KEYS,
					times,
				),
				aim(`${name}: CPU not above the HTTP Request node's`, than('HTTP Request'), 1, times),
				aim(`${name}: no block above ${MAX_BLOCK_MS} ms`, longestBlockCpuMs, MAX_BLOCK_MS, millis),
				aim(`${name}: again, nothing is sent`, again.sent, 0, String),
				aim(`${name}: again, it ends in seconds`, again.wallMs, MAX_AGAIN_MS, millis),
			];
		});
}
