import { momentsOver } from '../../harness/crashes/moments';
import { type Naming, ROWS, SheetCrashes, isPaidOnce } from '../../harness/crashes/sheets';
import { START_TIMEOUT_MS } from '../../harness/n8n/test-bed';

/** More kills: `npm run campaign:crashes`. */
const KILLS = 2;
const HOLD_MS = 15_000;

describe.each<Naming>(['key', 'batch'])('rows that are known by their %s', (naming) => {
	let crashes: SheetCrashes;
	beforeAll(async () => {
		crashes = await SheetCrashes.start(naming, HOLD_MS);
	}, START_TIMEOUT_MS);
	afterAll(async () => await crashes.stop());

	test('n8n killed in mid-run: the sheet again at once pays nothing twice, and after the hold nothing is missing', async () => {
		for (const moment of momentsOver(ROWS, KILLS)) await crashes.crashAt(moment);
		const results = await crashes.finish();
		expect(results.filter((result) => !isPaidOnce(result))).toEqual([]);
		// The kills did come in mid-run: between the first addition and the last.
		expect(results.filter(({ before }) => before > 0 && before < ROWS)).toHaveLength(KILLS);
		expect(results.map(({ status }) => status)).not.toContain('success');
	}, 240_000);
});
