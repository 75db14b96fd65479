import type { RunCost, SheetTask } from './contender';
import type { SheetFound } from './measure';
import type { Sender } from './workflows';

/** A table of speed.md: each sheet is sent by each sender. */
export interface BenchPart {
	senders: Sender[];
	tasks: SheetTask[];
	cellOf(cost: RunCost, sheet: SheetFound): string;
}

export const count = (value: number) => value.toLocaleString('en-US');

const millis = (value: number) =>
	value < 1000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;

const HTTP = 'HTTP Request';

const sheetAt = (rows: number, workMs: number): SheetTask => ({
	rows,
	service: `${count(workMs)} ms`,
	capacity: { workMs },
});

/** The GMC node beside the HTTP Request node, by rows and latency. */
const rows: BenchPart = {
	senders: [
		{ name: 'Recent' },
		{ name: 'Key', hasKeys: true },
		{ name: 'Key, 20,000 rows in the ledger', hasKeys: true, ledgerRows: 20_000 },
		{ name: HTTP, isHttp: true },
	],
	tasks: [
		...[1, 200, 1000].map((count) => sheetAt(count, 0)),
		...[100, 1000].map((workMs) => sheetAt(600, workMs)),
	],
	/** Time, and CPU of a row; in brackets, how many times that of the HTTP Request node. */
	cellOf: ({ wallMs, cpuMs }, { task, costs }) =>
		`${millis(wallMs)}; ${millis(cpuMs / task.rows)} (× ${(cpuMs / costs[HTTP].cpuMs).toFixed(2)})`,
};

/** The default number of requests at once beside fixed numbers. */
const services: BenchPart = {
	senders: [
		{ name: 'default' },
		...[1, 4, 20].map((concurrency) => ({ name: String(concurrency), concurrency })),
		{ name: HTTP, isHttp: true },
	],
	tasks: [
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
	],
	/** Time of the node, CPU of a row, most in flight, rows without an answer. */
	cellOf: ({ wallMs, cpuMs, inFlight, lost, unsent }, { task }) => {
		const took = `${(wallMs / 1000).toFixed(1)} s; ${(cpuMs / task.rows).toFixed(1)} ms; ${inFlight}`;
		return lost + unsent === 0 ? took : `${took}; **${lost} lost, ${unsent} not sent**`;
	},
};

export const PARTS = { rows, services };
