import { type Aim, type Finding, atMost, sheetTable, times } from '../figures';
import {
	type SenderCost,
	type SheetFound,
	type SheetTask,
	type Task,
	measureSheets,
} from '../sheets/measure';
import type { Sender } from '../sheets/workflows';

const DEFAULT = 'default';
const FIXED = [1, 4, 20];
const SENDERS: Sender[] = [
	{ name: DEFAULT },
	...FIXED.map((concurrency) => ({ name: String(concurrency), concurrency })),
	{ name: 'HTTP Request', isHttp: true },
];

/** Services as GMC may be. */
const TASKS: SheetTask[] = [
	{ service: '20 ms, any number at once', rows: 1000, capacity: { workMs: 20 } },
	{ service: '100 ms, any number at once', rows: 400, capacity: { workMs: 100 } },
	{ service: '1 s, any number at once', rows: 300, capacity: { workMs: 1000 } },
	{
		service: '150 ms, one at a time, Timeout 1 s',
		rows: 60,
		timeout: 1,
		capacity: { workMs: 150, workers: 1 },
	},
	{
		service: '100 ms, four at a time, Timeout 1 s',
		rows: 200,
		timeout: 1,
		capacity: { workMs: 100, workers: 4 },
	},
];

const MAX_OVER_BEST = 1.3;
const MOST_IN_FLIGHT = 100;

const isWhole = ({ lost, unsent }: SenderCost) => lost + unsent === 0;
const apart = (spread: number) =>
	Number.isFinite(spread) ? ` ±${(spread * 100).toFixed(0)} %` : '';

/** Time of the node, CPU of a row, most in flight, rows without an answer. */
function cell(cost: SenderCost, { task }: SheetFound): string {
	const { wallMs, wallSpread, cpuMs, cpuSpread, inFlight, lost, unsent } = cost;
	const took = `${(wallMs / 1000).toFixed(1)} s${apart(wallSpread)}`;
	const cpu = `${(cpuMs / task.rows).toFixed(1)} ms${apart(cpuSpread)}`;
	const bad = isWhole(cost) ? '' : `; **${lost} lost, ${unsent} not sent**`;
	return `${took}; ${cpu}; ${inFlight}${bad}`;
}

/** What the default is meant to reach. */
function aimsOf({ task: { service }, costs }: SheetFound): Aim[] {
	const own = costs[DEFAULT];
	const fixed = FIXED.map((one) => costs[String(one)]).filter(isWhole);
	const overBest = own.wallMs / Math.min(...fixed.map(({ wallMs }) => wallMs));
	return [
		atMost(`${service}: default against the best fixed number`, overBest, MAX_OVER_BEST, times),
		atMost(`${service}: default, without an answer or not sent`, own.lost + own.unsent, 0),
		atMost(`${service}: default, in flight`, own.inFlight, MOST_IN_FLIGHT),
	];
}

/** What the node finds out by itself beside fixed numbers and the HTTP Request node. */
export async function benchServices(task: Task): Promise<Finding> {
	const tasks = task.isQuick ? TASKS.map((one) => ({ ...one, rows: one.rows / 10 })) : TASKS;
	const sheets = await measureSheets(SENDERS, tasks, task);
	return { figures: sheetTable(sheets, SENDERS, cell), aims: sheets.flatMap(aimsOf), sheets };
}
