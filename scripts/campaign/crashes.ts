/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';
import { type KeyedCrash, KeyedCrashes, isPaidOnce } from '../../harness/crashes/keyedSheet';
import {
	type CrashMoment,
	type CrashResult,
	crashAt,
	isWhole,
	momentsOver,
} from '../../harness/crashes/sheet';
import { type TestBed, startTestBed } from '../../harness/n8n/test-bed';
import { plainTable } from '../../harness/system/table';
import { readCount } from '../../harness/system/count';
import { step } from '../../harness/system/progress';
import { leaveWith } from '../../harness/system/main';

const HELP = `Usage: npm run campaign:crashes -- [--moments 30] [--keys]

Kills a real n8n (SIGKILL) at so many different moments of a run of 12 rows, starts it again and runs the
sheet again under Duplicate Protection: History. The sandbox's books say whether a row was charged twice
or not at all.

With --keys, every row has an Idempotency Key and History is off: the sheet is run again at once, while the
service goes on with what it was asked for and its list is late, and once more after Hold.
`;

/** Longer than n8n takes to be back. */
const KEY_HOLD_MS = 60_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

function resultTable(results: CrashResult[]): string {
	const head = ['Killed after', 'Charged by then', 'First run', 'Second run'];
	const lines = results.map(({ before, statuses, ...result }) => {
		const { skipped, issued, doubles, missing } = result;
		return [momentOf(result), before, ...statuses, skipped, issued, doubles, missing];
	});
	return plainTable([...head, 'Skipped', 'Issued', 'Doubles', 'Missing'], lines);
}

function keyedTable(results: KeyedCrash[]): string {
	const head = ['Killed after', 'Paid by then', 'First run', 'Held at once', 'Issued at once'];
	const lines = results.map(({ before, status, held, issued, ...result }) => {
		const { doublesAtOnce, doubles, missing } = result;
		return [momentOf(result), before, status, held, issued, doublesAtOnce, doubles, missing];
	});
	return plainTable([...head, 'Doubles at once', 'Doubles', 'Missing'], lines);
}

const momentOf = ({ afterRequests, delayMs, hang }: CrashMoment) =>
	`${afterRequests} requests + ${delayMs} ms${hang ? ', one hanging' : ''}`;

const sum = <Key extends string>(results: Array<Record<Key, number>>, key: Key): number =>
	results.reduce((total, result) => total + result[key], 0);

function readOptions(args: string[]): { count: number; hasKeys: boolean } | undefined {
	const { values } = parseArgs({
		args,
		options: {
			moments: { type: 'string', default: '30' },
			keys: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	return { count: readCount('moments', values.moments), hasKeys: values.keys };
}

/** The same with keys. @returns the exit code */
async function crashWithKeys(count: number): Promise<number> {
	const title = 'Starting n8n and the sandbox';
	const crashes = await step(title, async () => await KeyedCrashes.start(KEY_HOLD_MS));
	try {
		for (const [index, moment] of momentsOver(count).entries()) {
			await step(`Kill ${index + 1} of ${count}`, async () => await crashes.crashAt(moment));
		}
		const results = await step('Hold, and the sheets once more', async () => {
			return await crashes.finish();
		});
		say(`\n${keyedTable(results)}`);
		const atOnce = `${sum(results, 'doublesAtOnce')} doubles at once`;
		const after = `${sum(results, 'doubles')} doubles and ${sum(results, 'missing')} missing`;
		say(`${count} kills with keys: ${atOnce}, ${after} after the hold`);
		return results.every(isPaidOnce) ? 0 : 1;
	} finally {
		await crashes.stop();
	}
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
	const options = readOptions(process.argv.slice(2));
	if (options === undefined) {
		process.stdout.write(HELP);
		return 0;
	}
	const { count, hasKeys } = options;
	return await (hasKeys ? crashWithKeys(count) : crashUnderHistory(count));
}

/** @returns the exit code */
async function crashUnderHistory(count: number): Promise<number> {
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
