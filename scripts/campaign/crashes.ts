/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';
import { type CrashResult, crashAt, isWhole, momentsOver } from '../../harness/crashes/sheet';
import { type TestBed, startTestBed } from '../../harness/n8n/test-bed';
import { plainTable } from '../../harness/system/table';
import { readCount } from '../../harness/system/count';
import { step } from '../../harness/system/progress';
import { leaveWith } from '../../harness/system/main';

const HELP = `Usage: npm run campaign:crashes -- [--moments 30]

Kills a real n8n (SIGKILL) at so many different moments of a run of 12 rows, starts it again and runs the
sheet again under Duplicate Protection: History. The sandbox's books say whether a row was charged twice
or not at all.
`;

const say = (text: string) => process.stdout.write(`${text}\n`);

function resultTable(results: CrashResult[]): string {
	const head = ['Killed after', 'Charged by then', 'First run', 'Second run'];
	const lines = results.map(({ afterRequests, delayMs, hang, before, statuses, ...counts }) => {
		const moment = `${afterRequests} requests + ${delayMs} ms${hang ? ', one hanging' : ''}`;
		const { skipped, issued, doubles, missing } = counts;
		return [moment, before, ...statuses, skipped, issued, doubles, missing];
	});
	return plainTable([...head, 'Skipped', 'Issued', 'Doubles', 'Missing'], lines);
}

const sum = (results: CrashResult[], key: 'doubles' | 'missing') =>
	results.reduce((total, result) => total + result[key], 0);

function readMoments(args: string[]): number | undefined {
	const { values } = parseArgs({
		args,
		options: {
			moments: { type: 'string', default: '30' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	return readCount('moments', values.moments);
}

async function crashEach(count: number, e2e: TestBed): Promise<CrashResult[]> {
	const results: CrashResult[] = [];
	for (const moment of momentsOver(count)) {
		const title = `Kill ${results.length + 1} of ${count}`;
		results.push(await step(title, async () => await crashAt(moment, e2e)));
	}
	return results;
}

async function main(): Promise<number> {
	const count = readMoments(process.argv.slice(2));
	if (count === undefined) {
		process.stdout.write(HELP);
		return 0;
	}
	const started = Date.now();
	const e2e = await step('Starting n8n and the sandbox', async () => await startTestBed());
	const results = await crashEach(count, e2e).finally(async () => await e2e.stop());
	const seconds = ((Date.now() - started) / 1000).toFixed(0);
	const told = `${sum(results, 'doubles')} doubles, ${sum(results, 'missing')} missing`;
	const unfinished = results.filter(({ statuses }) => statuses[1] !== 'success').length;
	say(`\n${resultTable(results)}`);
	say(`${results.length} kills: ${told}, ${unfinished} second runs failed, in ${seconds} s`);
	return results.every(isWhole) ? 0 : 1;
}

leaveWith(main());
