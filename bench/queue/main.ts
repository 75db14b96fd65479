/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileAccess } from '../../harness/n8n/settings';
import { lastLines } from '../../harness/system/run';
import { slowDown } from '../../harness/sandbox/books';
import { startQueueMode } from '../../harness/queue/queue-mode';
import { plainTable } from '../../harness/system/table';
import { compareWithBooks, writeSheet } from './sheet';
import { type Run, importTopUp, runTopUp } from './top-up';
import { leaveWith } from '../../harness/system/main';

const HELP = `Usage: npm run bench:queue -- [options]

The sample "Top up 100,000 rows" in n8n's queue mode against the sandbox: time, processor time and memory of main
and workers, and what the books say. Linux only; as root on Debian it installs PostgreSQL and Redis.

  --rows <number>         rows of the sheet (default 100000)
  --rows-per-part <number>  (default 5000)
  --customers <number>    whose turn it is row by row (default 10000)
  --workers <numbers>     (default 1,2)
  --concurrency <number>  executions that a worker takes at once (default 5)
  --latency <number>      milliseconds that the service takes for an addition (default 0)
`;

interface Options {
	rows: number;
	rowsPerPart: number;
	customers: number;
	concurrency: number;
	latencyMs: number;
}

type Result = Run & { workers: number; charged: number; doubles: number; missing: number };

async function measure(workers: number, options: Options): Promise<Result> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gmc-bench-queue-'));
	const queue = await startQueueMode({
		workers,
		concurrency: options.concurrency,
		env: { ...fileAccess(folder), OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' },
		sandbox: { seed: 'large', settings: { seedSize: options.customers, seedAdditions: 0 } },
	});
	try {
		const { admin } = queue.sandbox;
		const { file, asked } = await writeSheet(folder, admin, options.rows);
		if (options.latencyMs > 0) await slowDown(queue, options.latencyMs);
		const ids = await importTopUp(queue, { file, rowsPerPart: options.rowsPerPart });
		const run = await runTopUp(queue, ids).catch((error: unknown) => {
			process.stderr.write(`${lastLines(queue.main.logs(), 30)}\n`);
			throw error;
		});
		return { workers, ...run, ...(await compareWithBooks(queue, asked)) };
	} finally {
		await queue.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

function tableOf(results: Result[], { rows }: Options): string {
	const head = ['Workers', 'Rows', 'Status', 'Wall', 'Rows a second', 'Parts of the workers'];
	const cost = ({ processes }: Result) =>
		processes.map(
			({ name, cpuSeconds, peakRssMb }) =>
				`${name}: ${cpuSeconds.toFixed(0)} s, ${peakRssMb.toFixed(0)} MB`,
		);
	return plainTable(
		[...head, 'CPU, peak memory', 'Charged', 'Doubles', 'Missing'],
		results.map((one) => [
			String(one.workers),
			String(rows),
			one.status,
			`${one.seconds.toFixed(0)} s`,
			(one.charged / one.seconds).toFixed(0),
			Object.values(one.parts).join(' + '),
			cost(one).join('\n'),
			String(one.charged),
			String(one.doubles),
			String(one.missing),
		]),
	);
}

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			rows: { type: 'string', default: '100000' },
			'rows-per-part': { type: 'string', default: '5000' },
			customers: { type: 'string', default: '10000' },
			workers: { type: 'string', default: '1,2' },
			concurrency: { type: 'string', default: '5' },
			latency: { type: 'string', default: '0' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const options = {
		rows: Number(values.rows),
		rowsPerPart: Number(values['rows-per-part']),
		customers: Number(values.customers),
		concurrency: Number(values.concurrency),
		latencyMs: Number(values.latency),
	};
	const results: Result[] = [];
	for (const workers of values.workers.split(',').map(Number)) {
		results.push(await measure(workers, options));
		process.stderr.write(`${workers} worker(s) measured\n`);
	}
	process.stdout.write(`${tableOf(results, options)}\n`);
	const isRight = ({ doubles, missing, status }: Result) =>
		status === 'success' && doubles + missing === 0;
	return results.every(isRight) ? 0 : 1;
}

leaveWith(main());
