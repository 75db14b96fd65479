import { sum } from 'simple-statistics';
import {
	type CrashMoment,
	ROWS_AT_ONCE,
	type SheetCrash,
	SheetCrashes,
	isPaidOnce,
	momentsOver,
} from '../../harness/crashes/sheets';
import { startTestBed } from '../../harness/n8n/test-bed';
import { plainTable } from '../../harness/system/table';
import { step } from '../../harness/system/progress';
import { command, readCount, say } from '../command';

const HELP = `Usage: npm run campaign:crashes -- [--moments 30]

Kills a real n8n (SIGKILL) at different moments while it runs two sheets, one with keys and one as a batch, with
${ROWS_AT_ONCE} rows in all. Starts n8n again and runs the sheets again, in another order: at once, while the service still
carries out requests and its list is late, and after Hold. The sandbox's books show whether a row was charged twice or
not at all.
`;

/** Longer than n8n takes to be back. */
const HOLD_MS = 60_000;

const HEAD = ['Named by', 'Killed after', 'Paid by then', 'First run', 'Held at once'];

function resultTable(results: SheetCrash[]): string {
	const lines = results.map(({ naming, before, status, held, issued, ...result }) => {
		const { doublesAtOnce, doubles, missing } = result;
		const told = [naming, momentOf(result), before, status, held, issued];
		return [...told, doublesAtOnce, doubles, missing];
	});
	return plainTable([...HEAD, 'Issued at once', 'Doubles at once', 'Doubles', 'Missing'], lines);
}

const momentOf = ({ afterRequests, delayMs, hang }: CrashMoment) =>
	`${afterRequests} requests + ${delayMs} ms${hang ? ', one hanging' : ''}`;

const OPTIONS = { moments: { type: 'string', default: '30' } } as const;

command(HELP, OPTIONS, async ({ moments }) => {
	const count = readCount('moments', moments);
	const e2e = await step('Starting n8n and the sandbox', async () => await startTestBed());
	try {
		const crashes = new SheetCrashes(e2e, HOLD_MS);
		for (const [index, moment] of momentsOver(ROWS_AT_ONCE, count).entries()) {
			await step(`Kill ${index + 1} of ${count}`, async () => await crashes.crashAt(moment));
		}
		const results = await step('Hold, and the sheets once more', async () => {
			return await crashes.finish();
		});
		say(`\n${resultTable(results)}`);
		const total = (key: 'doublesAtOnce' | 'doubles' | 'missing') =>
			sum(results.map((result) => result[key]));
		const after = `${total('doubles')} doubles and ${total('missing')} missing`;
		say(`${count} kills: ${total('doublesAtOnce')} doubles at once, ${after} after the hold`);
		return results.every(isPaidOnce) ? 0 : 1;
	} finally {
		await e2e.stop();
	}
});
