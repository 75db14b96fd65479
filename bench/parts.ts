import type { SenderCost, SheetFound, SheetTask } from './measure';
import type { Sender } from './workflows';

/** What a figure should be, and what it was. */
export interface Aim {
	aim: string;
	found: string;
	isMet: boolean;
}

/** A table of speed.md: each sheet is sent by each sender. */
export interface BenchPart {
	senders: Sender[];
	tasks: SheetTask[];
	/** With `--quick`. */
	quickTasks: SheetTask[];
	cellOf(cost: SenderCost, sheet: SheetFound): string;
	aimsOf(sheet: SheetFound): Aim[];
}

export const count = (value: number) => value.toLocaleString('en-US');

const millis = (value: number) =>
	value < 1000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;

const times = (ratio: number) => `× ${ratio.toFixed(2)}`;

const atMost = (
	what: string,
	found: number,
	most: number,
	show: (value: number) => string = String,
): Aim => ({ aim: `${what}: at most ${show(most)}`, found: show(found), isMet: found <= most });

const HTTP = 'HTTP Request';

const sheetAt = (rows: number, workMs: number): SheetTask => ({
	rows,
	service: `${count(workMs)} ms`,
	capacity: { workMs },
});
const SMALL = [sheetAt(1, 0), sheetAt(200, 0)];

/** How many times the CPU or the time of the HTTP Request node a sheet may cost. */
const RATIOS = [
	{ rows: 1, workMs: 0, metric: 'cpuMs', what: 'CPU', most: 3 },
	{ rows: 1000, workMs: 0, metric: 'cpuMs', what: 'CPU', most: 1.6 },
	{ rows: 600, workMs: 100, metric: 'wallMs', what: 'time', most: 1.3 },
	{ rows: 600, workMs: 1000, metric: 'wallMs', what: 'time', most: 4 },
] as const;

const MAX_BLOCK_MS = 300;

/** The GMC node beside the HTTP Request node, by rows and latency. */
const rows: BenchPart = {
	senders: [
		{ name: 'Recent' },
		{ name: 'Key', hasKeys: true },
		{ name: 'Key, 20,000 rows in the ledger', hasKeys: true, ledgerRows: 20_000 },
		{ name: HTTP, isHttp: true },
	],
	tasks: [...SMALL, sheetAt(1000, 0), sheetAt(600, 100), sheetAt(600, 1000)],
	quickTasks: SMALL,
	/** Time, and CPU of a row; in brackets, how many times that of the HTTP Request node. */
	cellOf: ({ wallMs, cpuMs }, { task, costs }) =>
		`${millis(wallMs)}; ${millis(cpuMs / task.rows)} (${times(cpuMs / costs[HTTP].cpuMs)})`,
	aimsOf: ({ task, costs }) =>
		['Recent', 'Key'].flatMap((sender) => {
			const [own, http] = [costs[sender], costs[HTTP]];
			const name = `${sender}, ${count(task.rows)} rows at ${task.service}`;
			const ratios = RATIOS.filter(
				(one) => one.rows === task.rows && one.workMs === task.capacity.workMs,
			).map(({ metric, what, most }) => {
				const title = `${name}: ${what} against the HTTP Request node's`;
				return atMost(title, own[metric] / http[metric], most, times);
			});
			const block = own.longestBlockCpuMs;
			return [...ratios, atMost(`${name}: longest block`, block, MAX_BLOCK_MS, millis)];
		}),
};

const FIXED = [1, 4, 20];
const SERVICES: SheetTask[] = [
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

const isWhole = ({ lost, unsent }: SenderCost) => lost + unsent === 0;
const spread = (share: number) => (Number.isFinite(share) ? ` ±${(share * 100).toFixed(0)} %` : '');

/** The default number of requests at once beside fixed numbers. */
const services: BenchPart = {
	senders: [
		{ name: 'default' },
		...FIXED.map((concurrency) => ({ name: String(concurrency), concurrency })),
		{ name: HTTP, isHttp: true },
	],
	tasks: SERVICES,
	quickTasks: SERVICES.map((one) => ({ ...one, rows: one.rows / 10 })),
	/** Time of the node, CPU of a row, most in flight, rows without an answer. */
	cellOf: (cost, { task }) => {
		const took = `${(cost.wallMs / 1000).toFixed(1)} s${spread(cost.wallSpread)}`;
		const cpu = `${(cost.cpuMs / task.rows).toFixed(1)} ms${spread(cost.cpuSpread)}`;
		const bad = isWhole(cost) ? '' : `; **${cost.lost} lost, ${cost.unsent} not sent**`;
		return `${took}; ${cpu}; ${cost.inFlight}${bad}`;
	},
	aimsOf: ({ task: { service }, costs }) => {
		const own = costs.default;
		const fixed = FIXED.map((one) => costs[String(one)]).filter(isWhole);
		const overBest = own.wallMs / Math.min(...fixed.map(({ wallMs }) => wallMs));
		return [
			atMost(`${service}: default against the best fixed number`, overBest, 1.3, times),
			atMost(`${service}: default, without an answer or not sent`, own.lost + own.unsent, 0),
			atMost(`${service}: default, in flight`, own.inFlight, 100),
		];
	},
};

/** By the name of their table in speed.md. */
export const PARTS = { rows, services };
