import { type Aim, type Finding, atMost, count, millis, sheetTable, times } from '../figures';
import {
	type SenderCost,
	type SheetFound,
	type SheetTask,
	type Task,
	measureSheets,
} from '../sheets/measure';
import type { Sender } from '../sheets/workflows';

const RECENT = 'Recent';
const KEY = 'Key';
const HTTP = 'HTTP Request';
const SENDERS: Sender[] = [
	{ name: RECENT },
	{ name: KEY, hasKeys: true },
	{ name: 'Key, 20,000 rows in the ledger', hasKeys: true, ledgerRows: 20_000 },
	{ name: HTTP, isHttp: true },
];

/** A sheet at a service that takes so long for each addition, and does any number at once. */
const sheetAt = (rows: number, workMs: number): SheetTask => ({
	rows,
	service: `${count(workMs)} ms`,
	capacity: { workMs },
});

const QUICK_SHEETS = [sheetAt(1, 0), sheetAt(200, 0)];
const SHEETS = [...QUICK_SHEETS, sheetAt(1000, 0), sheetAt(600, 100), sheetAt(600, 1000)];

/** How many times the CPU or the time of the HTTP Request node a sheet may cost. */
const AIMS = [
	{ rows: 1, workMs: 0, metric: 'cpuMs', what: 'CPU', most: 3 },
	{ rows: 1000, workMs: 0, metric: 'cpuMs', what: 'CPU', most: 1.6 },
	{ rows: 600, workMs: 100, metric: 'wallMs', what: 'time', most: 1.3 },
	{ rows: 600, workMs: 1000, metric: 'wallMs', what: 'time', most: 4 },
] as const;

const MAX_BLOCK_MS = 300;

function aimsOf(sender: string, { task, costs }: SheetFound): Aim[] {
	const [own, http] = [costs[sender], costs[HTTP]];
	const name = `${sender}, ${count(task.rows)} rows at ${task.service}`;
	const ofSheet = AIMS.filter(
		({ rows, workMs }) => rows === task.rows && workMs === task.capacity.workMs,
	);
	return [
		...ofSheet.map(({ metric, what, most }) => {
			const ratio = own[metric] / http[metric];
			return atMost(`${name}: ${what} against the HTTP Request node's`, ratio, most, times);
		}),
		atMost(`${name}: longest block`, own.longestBlockCpuMs, MAX_BLOCK_MS, millis),
	];
}

/** Time, and CPU of a row; in brackets, how many times that of the HTTP Request node. */
function cell({ wallMs, cpuMs }: SenderCost, { task, costs }: SheetFound): string {
	const overHttp = times(cpuMs / costs[HTTP].cpuMs);
	return `${millis(wallMs)}; ${millis(cpuMs / task.rows)} (${overHttp})`;
}

/** The GMC node, with keys and without, beside n8n's HTTP Request node, by rows and latency. */
export async function benchRows(task: Task): Promise<Finding> {
	const sheets = await measureSheets(SENDERS, task.isQuick ? QUICK_SHEETS : SHEETS, task);
	const aims = [RECENT, KEY].flatMap((sender) => sheets.flatMap((sheet) => aimsOf(sender, sheet)));
	return { figures: sheetTable(sheets, SENDERS, cell), aims, sheets };
}
