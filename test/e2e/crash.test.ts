import { type CrashResult, crashAt, isWhole, momentsOver } from '../../harness/crashes/sheet';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';

let e2e: TestBed;

beforeAll(async () => {
	e2e = await startTestBed();
}, START_TIMEOUT_MS);
afterAll(async () => await e2e.stop());

test('after a kill in mid-run, the same sheet under history charges every row exactly once', async () => {
	const results: CrashResult[] = [];
	for (const moment of momentsOver(4)) results.push(await crashAt(moment, e2e));
	expect(results.filter((result) => !isWhole(result))).toEqual([]);
	for (const { before, skipped, issued } of results) {
		expect([skipped, issued]).toEqual([before, 12 - before]);
	}
	// The kills did come in mid-run: between the first addition and the last.
	expect(results.map(({ statuses }) => statuses[0])).not.toContain('success');
	expect(results.filter(({ before }) => before > 0 && before < 12).length).toBeGreaterThan(2);
}, 180_000);
