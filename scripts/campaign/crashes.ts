/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { parseArgs } from 'node:util';
import { type CrashMoment, momentsOver } from '../../harness/crashes/moments';
import {
	type Naming,
	ROWS,
	type SheetCrash,
	SheetCrashes,
	isPaidOnce,
} from '../../harness/crashes/sheets';
import { plainTable } from '../../harness/system/table';
import { readCount } from '../../harness/system/count';
import { step } from '../../harness/system/progress';
import { leaveWith } from '../../harness/system/main';

const HELP = `Usage: npm run campaign:crashes -- [--moments 30] [--keys] [--batches]

Kills a real n8n (SIGKILL) at so many different moments of a run of ${ROWS} rows and starts it again. The sheet is
run again at once, sorted in another way, while the service goes on with what it was asked for and its list
is late, and once more after Hold. The sandbox's books say whether a row was charged twice or not at all.

With --keys, every row has an Idempotency Key; with --batches, every sheet is a batch. Without either, first
the one and then the other.
`;

/** Longer than n8n takes to be back. */
const HOLD_MS = 60_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

function resultTable(results: SheetCrash[]): string {
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

function readOptions(args: string[]): { count: number; namings: Naming[] } | undefined {
	const { values } = parseArgs({
		args,
		options: {
			moments: { type: 'string', default: '30' },
			keys: { type: 'boolean', default: false },
			batches: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const isBoth = values.keys === values.batches;
	const namings: Naming[] = isBoth ? ['key', 'batch'] : [values.keys ? 'key' : 'batch'];
	return { count: readCount('moments', values.moments), namings };
}

/** @returns whether every row was paid once, and at no time twice */
async function crashSheets(naming: Naming, count: number): Promise<boolean> {
	const title = 'Starting n8n and the sandbox';
	const crashes = await step(title, async () => await SheetCrashes.start(naming, HOLD_MS));
	try {
		for (const [index, moment] of momentsOver(ROWS, count).entries()) {
			await step(`Kill ${index + 1} of ${count}`, async () => await crashes.crashAt(moment));
		}
		const results = await step('Hold, and the sheets once more', async () => {
			return await crashes.finish();
		});
		say(`\n${resultTable(results)}`);
		const atOnce = `${sum(results, 'doublesAtOnce')} doubles at once`;
		const after = `${sum(results, 'doubles')} doubles and ${sum(results, 'missing')} missing`;
		const sheets = naming === 'key' ? 'sheets with keys' : 'batches';
		say(`${count} kills of ${sheets}: ${atOnce}, ${after} after the hold`);
		return results.every(isPaidOnce);
	} finally {
		await crashes.stop();
	}
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (options === undefined) {
		process.stdout.write(HELP);
		return 0;
	}
	const sound: boolean[] = [];
	for (const naming of options.namings) sound.push(await crashSheets(naming, options.count));
	return sound.every(Boolean) ? 0 : 1;
}

leaveWith(main());
