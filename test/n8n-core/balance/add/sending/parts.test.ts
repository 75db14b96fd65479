import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { PART } from '../../../../../nodes/Gmc/actions/balance/add/send';
import { Service } from '../../../../../harness/engine';

// A sheet is claimed, sent and written down part by part.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);

const ROWS = 8;
const usual = PART.rows;
beforeAll(() => void (PART.rows = ROWS));
afterAll(() => void (PART.rows = usual));

const sheetOf = (count: number) =>
	Array.from({ length: count }, (_, n) => keyedRow(`k${n}`, 10 + n));

/** Names that stand as `sending`. */
function sending(): number {
	const rows = keyed.tables.tables.flatMap((table) => table.rows);
	return new Set(rows.filter(({ outcome }) => outcome === 'sending').map(({ rowRef }) => rowRef))
		.size;
}

/** The most that do so at any time of a run. */
async function mostSending(run: () => Promise<unknown>): Promise<number> {
	let most = 0;
	keyed.tables.before = () => {
		most = Math.max(most, sending());
	};
	await run();
	expect(sending()).toBe(0);
	return most;
}

test('no more rows than those of one part are open at any time', async () => {
	await service.slow(300, 9);
	const most = await mostSending(async () => {
		const run = await keyed.add(sheetOf(3 * ROWS + 1), { concurrency: 4 });
		expect(new Set(outcomes(run))).toEqual(new Set(['issued']));
	});
	expect(most).toBe(ROWS);
});

test.each([
	// Looked up, claimed, named, and written down as issued.
	[1, 4],
	[ROWS, 4],
	// Claimed, named and written down five times.
	[5 * ROWS, 1 + 5 * 3],
])('%d rows take %d calls of the table', async (count, calls) => {
	await keyed.add([keyedRow('before')]);
	let made = 0;
	keyed.tables.beforeCall = () => void made++;
	await keyed.add(sheetOf(count));
	expect(made).toBe(calls);
});
