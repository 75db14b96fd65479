import type { Finding } from '../benchmark';
import { type Aim, atMost, millis, times } from '../figures';
import type { Task } from '../options';
import { type SheetCase, type SheetTask, measureSheets } from '../sheets/measure';
import { casesByTask, sheetTable } from '../sheets/table';
import type { Sender } from '../sheets/workflows';

const GMC = 'GMC';
const HTTP = 'HTTP Request';
const SENDERS: Sender[] = [{ name: GMC }, { name: HTTP, isHttp: true }];

const MAX_BLOCK_MS = 200;
/** Fewer rows are all constant: the look at customers and list, the first row alone. */
const MANY = 1000;
/** What a run costs is the middle of several where one alone says little: so many rows in all. */
const ROWS_OF_A_FIGURE = 600;
const MAX_RUNS = 15;

/** The fewer the rows, the more the machine's other work shows in a single run. */
export const runsByRows = ({ rows }: SheetTask): number =>
	Math.min(MAX_RUNS, Math.ceil(ROWS_OF_A_FIGURE / rows));

/** Sheets at a service that takes so long for each addition, and does any number at once. */
export const sheetsAt = (latencyMs: number, rows: number[]): SheetTask[] =>
	rows.map((one) => ({ rows: one, service: `${latencyMs} ms`, capacity: { workMs: latencyMs } }));

function aimsOf(cases: SheetCase[]): Aim[] {
	return casesByTask(cases).flatMap(([{ rows, service }, caseOf]) => {
		const [gmc, http] = [caseOf(GMC)!, caseOf(HTTP)!];
		const name = `${rows} rows at ${service}`;
		const overHttp = gmc.cpuMs / http.cpuMs;
		const cpu = atMost(`${name}: CPU against the HTTP Request node's`, overHttp, 1, times);
		const block = atMost(`${name}: longest block`, gmc.longestBlockCpuMs, MAX_BLOCK_MS, millis);
		return [...(rows >= MANY ? [cpu] : []), block];
	});
}

/** The GMC node beside n8n's HTTP Request node, by rows and latency. */
export async function benchRows(task: Task<'rows' | 'latencies'>): Promise<Finding> {
	const { rows, latencies } = task.numbers;
	const tasks = latencies.flatMap((latencyMs) => sheetsAt(latencyMs, rows));
	const cases = await measureSheets(SENDERS, tasks, runsByRows, task);
	const cell = ({ wallMs, cpuMs, task: { rows: count } }: SheetCase) =>
		`${millis(wallMs)}, ${millis(cpuMs / count)}`;
	const figures = sheetTable(cases, [GMC, HTTP], cell);
	return { figures, aims: aimsOf(cases), cases };
}
