import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { ISSUE, Service } from '../../../../../harness/engine/service';

jest.setTimeout(60_000);

// A sheet is claimed, sent and written down part by part.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);

const sheetOf = (count: number) =>
	Array.from({ length: count }, (_, n) => keyedRow(`k${n}`, 10 + n));

/** Names that stand as `sending`. */
function sending(): number {
	const rows = keyed.tables.tables.flatMap((table) => table.rows);
	return new Set(rows.filter(({ outcome }) => outcome === 'sending').map(({ rowRef }) => rowRef))
		.size;
}

/** Additions, by the sandbox's own books. */
const count = async () => (await service.admin.additions()).length;

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
	await service.admin.addFault({ route: ISSUE, nth: 100, action: { type: 'latency', ms: 3000 } });
	const most = await mostSending(async () => {
		const run = await keyed.add(sheetOf(650), { concurrency: 4 });
		expect(new Set(outcomes(run))).toEqual(new Set(['issued']));
	});
	expect(most).toBe(200);
});

test('a part that cannot be written down ends the run, and all of it is known once the table is well again', async () => {
	keyed.tables.before = (operation) => {
		if (operation === 'row update') throw new Error('database is locked');
	};
	const sheet = sheetOf(650);
	const before = await count();
	const told = outcomes(await keyed.add(sheet));
	const issued = told.filter((outcome) => outcome === 'issued').length;
	expect((await count()) - before).toBe(issued);
	expect(issued).toBe(200);
	expect(new Set(told.slice(200))).toEqual(new Set(['notAttempted']));
	// The table is well again, and the user lets the sheet run again.
	keyed.tables.before = () => {};
	expect(outcomes(await keyed.add(sheet))).not.toContain('unknown');
	expect((await count()) - before).toBe(650);
});

test.each([
	// Looked up, claimed, named, and written down as issued.
	[1, 4],
	[200, 4],
	// Looked up in three parts, and sent in five; for every thousand ids, old rows are looked for.
	[1000, 3 + 5 * 3 + 2],
])('%d rows take %d calls of the table', async (count, calls) => {
	await keyed.add([keyedRow('before')]);
	let made = 0;
	keyed.tables.beforeCall = () => void made++;
	await keyed.add(sheetOf(count));
	expect(made).toBe(calls);
});
