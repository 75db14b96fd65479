import { sum } from 'simple-statistics';
import { ROWS_AT_ONCE, SheetCrashes, isPaidOnce, momentsOver } from '../../harness/crashes/sheets';
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

/** The columns of the table: the moment of a kill, what came of it, and what must be 0. */
const MOMENT = ['naming', 'afterRequests', 'delayMs', 'hang'] as const;
const RESULT = ['status', 'before', 'held', 'issued'] as const;
const ERRORS = ['doublesAtOnce', 'doubles', 'missing'] as const;

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
		const columns = [...MOMENT, ...RESULT, ...ERRORS];
		const lines = results.map((one) => columns.map((column) => String(one[column])));
		say(`\n${plainTable(columns, lines)}`);
		const total = (key: (typeof ERRORS)[number]) => sum(results.map((result) => result[key]));
		const after = `${total('doubles')} doubles and ${total('missing')} missing`;
		say(`${count} kills: ${total('doublesAtOnce')} doubles at once, ${after} after the hold`);
		return results.every(isPaidOnce) ? 0 : 1;
	} finally {
		await e2e.stop();
	}
});
