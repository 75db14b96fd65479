import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { Service } from '../../../../../harness/engine/service';

jest.setTimeout(60_000);

// A sheet is claimed, sent and written down part by part.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);

const sheetOf = (count: number) =>
	Array.from({ length: count }, (_, n) => keyedRow(`k${n}`, 10 + n));

/** Names that stand as `sending`. */
function sending(): number {
	const rows = keyed.tables.tables.flatMap((table) => table.rows);
	return new Set(rows.filter(({ outcome }) => outcome === 'sending').map(({ keyRef }) => keyRef))
		.size;
}

test('no more than 200 rows of a run stand as being sent', async () => {
	let most = 0;
	keyed.tables.before = () => {
		most = Math.max(most, sending());
	};
	const run = await keyed.add(sheetOf(450));
	expect(new Set(outcomes(run))).toEqual(new Set(['issued']));
	expect(most).toBe(200);
	expect(sending()).toBe(0);
});

test.each([
	// Looked up, claimed, named, and written down as issued.
	[1, 4],
	[200, 4],
	// Looked up in three parts, and sent in five.
	[1000, 3 + 5 * 3],
])('%d rows take %d calls of the table', async (count, calls) => {
	await keyed.add([keyedRow('before')]);
	let made = 0;
	keyed.tables.beforeCall = () => void made++;
	await keyed.add(sheetOf(count));
	expect(made).toBe(calls);
});
