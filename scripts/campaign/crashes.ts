import { sum } from 'simple-statistics';
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
import { command, say } from '../command';

const HELP = `Usage: npm run campaign:crashes -- [--moments 30] [--keys] [--batches]

Kills a real n8n (SIGKILL) at so many different moments of a run of ${ROWS} rows and starts it again. The sheet is
run again at once, sorted in another way, while the service goes on with what it was asked for and its list
is late, and once more after Hold. The sandbox's books say whether a row was charged twice or not at all.

With --keys, every row has an Idempotency Key; with --batches, every sheet is a batch. Without either, first
the one and then the other.
`;

/** Longer than n8n takes to be back. */
const HOLD_MS = 60_000;

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
		const total = (key: 'doublesAtOnce' | 'doubles' | 'missing') =>
			sum(results.map((result) => result[key]));
		const atOnce = `${total('doublesAtOnce')} doubles at once`;
		const after = `${total('doubles')} doubles and ${total('missing')} missing`;
		const sheets = naming === 'key' ? 'sheets with keys' : 'batches';
		say(`${count} kills of ${sheets}: ${atOnce}, ${after} after the hold`);
		return results.every(isPaidOnce);
	} finally {
		await crashes.stop();
	}
}

const OPTIONS = {
	moments: { type: 'string', default: '30' },
	keys: { type: 'boolean' },
	batches: { type: 'boolean' },
} as const;

command(HELP, OPTIONS, async ({ moments, keys, batches }) => {
	const isBoth = keys === batches;
	const namings: Naming[] = isBoth ? ['key', 'batch'] : [keys ? 'key' : 'batch'];
	const sound: boolean[] = [];
	for (const naming of namings) {
		sound.push(await crashSheets(naming, readCount('moments', moments)));
	}
	return sound.every(Boolean) ? 0 : 1;
});
