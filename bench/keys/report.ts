import type { Aim } from '../aim';
import { count, megabytes, millis } from '../figures';
import type { Figures } from '../speed-page';
import type { OrderCost, OrderCosts } from './orders';
import type { SheetCost, SheetTask } from './sheets';

const MAX_REQUESTS = 3;
const MAX_BYTES = 100_000;
const MAX_BUSY = 1.3;
/** By the rows of a sheet: a few pay for the calls of the ledger alone. */
const MAX_WITH_KEYS: Record<number, number> = { 1: 2, 200: 1.8 };
const MAX_WITH_KEYS_MANY = 1.6;
const MAX_FULL = 1.3;
const MAX_BLOCK_MS = 300;
const MAX_AGAIN_MS = 6_000;
const MAX_SLOW_MS = 10_000;

const times = (ratio: number) => `× ${ratio.toFixed(2)}`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const WAYS: Array<[title: string, way: SheetCost['way']]> = [
	['With keys', 'with keys'],
	['20,000 rows in the ledger', 'with keys, full ledger'],
	['The same sheet again', 'with keys, again'],
	['Without keys', 'without keys'],
	['HTTP Request', 'HTTP Request'],
];

/** One line for each sheet: time, and CPU of a row; in brackets, how many times that of the same rows without keys. */
export function sheetFigures(costs: SheetCost[]): Figures {
	const tasks = costs.filter(({ way }) => way === 'without keys');
	const cell = ({ wallMs, cpuMs, rows }: SheetCost, without: SheetCost) =>
		`${millis(wallMs)}; ${millis(cpuMs / rows)} (${times(cpuMs / without.cpuMs)})`;
	return {
		head: ['Rows', 'GMC takes', ...WAYS.map(([title]) => title)],
		rows: tasks.map((without) => [
			count(without.rows),
			`${without.latencyMs} ms`,
			...WAYS.map(([, way]) => cell(sheetOf(costs, way, without), without)),
		]),
	};
}

/** What an order takes, once warm but for the first one. */
export function orderFigures([empty, busy]: OrderCosts[]): Figures {
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
		rows: rows.map(([name, { requests, bytes, cpuMs, wallMs }]) => [
			name,
			String(requests),
			bytes < 1e6 ? kilobytes(bytes) : megabytes(bytes),
			millis(cpuMs),
			millis(wallMs),
		]),
	};
}

const sheetOf = (costs: SheetCost[], way: SheetCost['way'], { rows, latencyMs }: SheetTask) =>
	costs.find((cost) => cost.way === way && cost.rows === rows && cost.latencyMs === latencyMs)!;

const aim = (text: string, found: number, most: number, show: (value: number) => string): Aim => ({
	aim: `${text}: at most ${show(most)}`,
	found: show(found),
	isMet: found <= most,
});

/** What an order is meant to cost. */
export function orderAims([empty, busy]: OrderCosts[]): Aim[] {
	const ratio = busy.warm.cpuMs / empty.warm.cpuMs;
	return [
		aim('An order once warm: requests', busy.warm.requests, MAX_REQUESTS, String),
		aim('An order once warm: bytes', busy.warm.bytes, MAX_BYTES, kilobytes),
		aim("An order once warm: CPU against an empty day's", ratio, MAX_BUSY, times),
	];
}

/** What sheets are meant to cost. */
export function sheetAims(costs: SheetCost[]): Aim[] {
	return costs
		.filter(({ way }) => way === 'with keys')
		.flatMap((one) => {
			const compared = (metric: 'cpuMs' | 'wallMs', way: SheetCost['way']) =>
				one[metric] / sheetOf(costs, way, one)[metric];
			const name = `${count(one.rows)} rows with keys at ${one.latencyMs} ms`;
			return one.latencyMs > 0
				? slowAims(one, name, compared)
				: quickAims(one, name, compared, sheetOf(costs, 'with keys, again', one));
		});
}

type Compared = (metric: 'cpuMs' | 'wallMs', way: SheetCost['way']) => number;

/** Where GMC takes its time, the time counts. */
function slowAims({ wallMs, latencyMs }: SheetCost, name: string, compared: Compared): Aim[] {
	if (latencyMs >= 1000) return [aim(`${name}: time`, wallMs, MAX_SLOW_MS, millis)];
	return [
		aim(
			`${name}: not slower than the HTTP Request node`,
			compared('wallMs', 'HTTP Request'),
			1,
			times,
		),
	];
}

/** Where it does not, n8n's processor counts. */
function quickAims(one: SheetCost, name: string, compared: Compared, again: SheetCost): Aim[] {
	const most = MAX_WITH_KEYS[one.rows] ?? MAX_WITH_KEYS_MANY;
	const overHttp = compared('cpuMs', 'HTTP Request');
	const http = aim(`${name}: CPU against the HTTP Request node's`, overHttp, 1, times);
	return [
		aim(`${name}: CPU against without`, compared('cpuMs', 'without keys'), most, times),
		...(one.rows in MAX_WITH_KEYS ? [] : [http]),
		aim(
			`${name}: CPU with 20,000 rows in the ledger against none`,
			1 / compared('cpuMs', 'with keys, full ledger'),
			MAX_FULL,
			times,
		),
		aim(`${name}: longest block`, one.longestBlockCpuMs, MAX_BLOCK_MS, millis),
		aim(`${name}: again, additions sent`, again.sent, 0, String),
		aim(`${name}: again, time`, again.wallMs, MAX_AGAIN_MS, millis),
	];
}
