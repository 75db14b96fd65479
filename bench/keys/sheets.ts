import type { Finding } from '../benchmark';
import { type Aim, atMost, count, millis, times } from '../figures';
import type { Task } from '../options';
import { runsByRows, sheetsAt } from '../rows/rows';
import { type SheetCase, type SheetTask, measureSheets } from '../sheets/measure';
import { type CaseOf, casesByTask, sheetTable } from '../sheets/table';
import type { Sender } from '../sheets/workflows';

const KEYS = 'With keys';
const FULL = '20,000 rows in the ledger';
const AGAIN = 'The same sheet again';
const WITHOUT = 'Without keys';
const HTTP = 'HTTP Request';
const SENDERS: Sender[] = [
	{ name: KEYS, hasKeys: true, again: AGAIN },
	{ name: FULL, hasKeys: true, ledgerRows: 20_000 },
	{ name: WITHOUT },
	{ name: HTTP, isHttp: true },
];

/** A service that takes its time, and does any number at once. */
const SLOW_MS = [100, 1000];
const SLOW_ROWS = 600;

/** By the rows of a sheet: a few pay for the calls of the ledger alone. */
const MAX_WITH_KEYS: Record<number, number> = { 1: 2, 200: 1.8 };
const MAX_WITH_KEYS_MANY = 1.6;
const MAX_FULL = 1.3;
const MAX_BLOCK_MS = 300;
const MAX_AGAIN_MS = 6_000;
const MAX_SLOW_MS = 10_000;

function aimsOf([{ rows, service, capacity }, caseOf]: [SheetTask, CaseOf]): Aim[] {
	const own = caseOf(KEYS)!;
	const name = `${count(rows)} rows with keys at ${service}`;
	const { workMs = 0 } = capacity;
	if (workMs >= 1000) return [atMost(`${name}: time`, own.wallMs, MAX_SLOW_MS, millis)];
	if (workMs === 0) return quickAims(name, rows, caseOf);
	const overHttp = own.wallMs / caseOf(HTTP)!.wallMs;
	return [atMost(`${name}: time against the HTTP Request node's`, overHttp, 1, times)];
}

/** Where GMC does not take its time, n8n's processor counts. */
function quickAims(name: string, rows: number, caseOf: CaseOf): Aim[] {
	const [own, again] = [caseOf(KEYS)!, caseOf(AGAIN)!];
	const over = (sender: string) => own.cpuMs / caseOf(sender)!.cpuMs;
	const most = MAX_WITH_KEYS[rows] ?? MAX_WITH_KEYS_MANY;
	const http = atMost(`${name}: CPU against the HTTP Request node's`, over(HTTP), 1, times);
	return [
		atMost(`${name}: CPU against without`, over(WITHOUT), most, times),
		...(rows in MAX_WITH_KEYS ? [] : [http]),
		atMost(`${name}: CPU with a full ledger against none`, 1 / over(FULL), MAX_FULL, times),
		atMost(`${name}: longest block`, own.longestBlockCpuMs, MAX_BLOCK_MS, millis),
		{ ...atMost(`${name}: again, additions sent`, again.sent, 0), isMust: true },
		atMost(`${name}: again, time`, again.wallMs, MAX_AGAIN_MS, millis),
	];
}

/** Time, and CPU of a row; in brackets, how many times that of the same rows without keys. */
function cell({ wallMs, cpuMs, task }: SheetCase, caseOf: CaseOf): string {
	const over = times(cpuMs / caseOf(WITHOUT)!.cpuMs);
	return `${millis(wallMs)}; ${millis(cpuMs / task.rows)} (${over})`;
}

/** Sheets with keys beside the same rows without. */
export async function benchSheets(task: Task<'rows'>): Promise<Finding> {
	const slow = SLOW_MS.flatMap((latencyMs) => sheetsAt(latencyMs, [SLOW_ROWS]));
	const tasks = [...sheetsAt(0, task.numbers.rows), ...(task.isQuick ? [] : slow)];
	const cases = await measureSheets(SENDERS, tasks, runsByRows, task);
	const figures = sheetTable(cases, [KEYS, FULL, AGAIN, WITHOUT, HTTP], cell);
	return { figures, aims: casesByTask(cases).flatMap(aimsOf), cases };
}
