import { KeyedCrashes, isPaidOnce } from '../../harness/crashes/keyedSheet';
import { momentsOver } from '../../harness/crashes/sheet';
import { START_TIMEOUT_MS } from '../../harness/n8n/test-bed';

/** More kills: `npm run campaign:crashes -- --keys`. */
const KILLS = 2;
const HOLD_MS = 15_000;

let crashes: KeyedCrashes;
beforeAll(async () => {
	crashes = await KeyedCrashes.start(HOLD_MS);
}, START_TIMEOUT_MS);
afterAll(async () => await crashes.stop());

test('n8n killed in mid-run: the sheet again at once pays nothing twice, and after the hold nothing is missing', async () => {
	for (const moment of momentsOver(KILLS)) await crashes.crashAt(moment);
	const results = await crashes.finish();
	expect(results.filter((result) => !isPaidOnce(result))).toEqual([]);
	// The kills did come in mid-run: between the first addition and the last.
	expect(results.filter(({ before }) => before > 0 && before < 12)).toHaveLength(KILLS);
}, 240_000);
