/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sum } from 'simple-statistics';
import { fileAccess } from '../../harness/n8n/settings';
import { startQueueMode } from '../../harness/queue/queue-mode';
import { type Tally, chargedTally, difference, tallyOf } from '../../harness/sandbox/books';
import { lastLines } from '../../harness/system/run';
import type { SandboxClient } from '../../sandbox/client';
import type { Finding } from '../benchmark';
import { type Aim, type Figures, atMost, count } from '../figures';
import type { Task } from '../options';
import { type Run, importTopUp, runTopUp } from './top-up';

const CUSTOMERS = 10_000;
const PARTS = 20;
/** Executions that a worker takes at once. */
const CONCURRENCY = 5;

interface Case extends Run {
	workers: number;
	rows: number;
	/** Additions that the books have. */
	charged: number;
	doubles: number;
	missing: number;
}

/** Writes a sheet of that many rows, the customers of the sandbox in turn. @returns what it asks for */
async function writeSheet(file: string, admin: SandboxClient, length: number): Promise<Tally> {
	const customers = await admin.customers();
	const rows = Array.from({ length }, (_, index) => ({
		customer: customers[index % customers.length]._id,
		amount: 1 + (index % 997),
	}));
	const lines = rows.map(({ customer, amount }, index) => `${index};${customer};${amount},00;BRL`);
	await writeFile(file, ['id;customer_id;amount;currency', ...lines, ''].join('\n'));
	return tallyOf(rows);
}

async function measure(workers: number, rows: number): Promise<Case> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gmc-bench-queue-'));
	const queue = await startQueueMode({
		workers,
		concurrency: CONCURRENCY,
		env: { ...fileAccess(folder), OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' },
		sandbox: { seed: 'large', settings: { seedSize: CUSTOMERS, seedAdditions: 0 } },
	});
	try {
		const file = path.join(folder, 'sheet.csv');
		const asked = await writeSheet(file, queue.sandbox.admin, rows);
		const ids = await importTopUp(queue, { file, rowsPerPart: Math.ceil(rows / PARTS) });
		const run = await runTopUp(queue, ids).catch((error: unknown) => {
			process.stderr.write(`${lastLines(queue.main.logs(), 30)}\n`);
			throw error;
		});
		const made = await chargedTally(queue);
		const charged = sum(Object.values(made));
		return { workers, rows, ...run, charged, ...difference(asked, made) };
	} finally {
		await queue.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

function figuresOf(cases: Case[]): Figures {
	const head = ['Workers', 'Rows', 'Time', 'Rows a second', 'Parts of the workers'];
	const costs = ({ processes }: Case) =>
		processes.map(
			({ name, cpuSeconds, peakRssMb }) =>
				`${name}: ${cpuSeconds.toFixed(0)} s, ${peakRssMb.toFixed(0)} MB`,
		);
	return {
		head: [...head, 'CPU, peak memory', 'Charged'],
		rows: cases.map((one) => [
			String(one.workers),
			count(one.rows),
			`${one.seconds.toFixed(0)} s`,
			(one.charged / one.seconds).toFixed(0),
			Object.values(one.parts).join(' + '),
			costs(one).join('\n'),
			count(one.charged),
		]),
	};
}

const aimsOf = ({ workers, status, doubles, missing }: Case): Aim[] => {
	const name = `${workers} worker(s)`;
	return [
		{ aim: `${name}: success`, found: status, isMet: status === 'success', isMust: true },
		{ ...atMost(`${name}: doubles`, doubles, 0), isMust: true },
		{ ...atMost(`${name}: missing`, missing, 0), isMust: true },
	];
};

/** The sample of 100,000 rows, with each number of workers. */
export async function benchSheet({ numbers, say }: Task<'rows' | 'workers'>): Promise<Finding> {
	const cases: Case[] = [];
	for (const workers of numbers.workers) {
		cases.push(await measure(workers, numbers.rows[0]));
		say(`${workers} worker(s) measured`);
	}
	return { figures: figuresOf(cases), aims: cases.flatMap(aimsOf), cases };
}
