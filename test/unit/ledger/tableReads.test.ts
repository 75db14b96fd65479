import type { ReadEffect } from '../../../nodes/Gmc/core/ledger/effects';
import type { Condition, DataTable } from '../../../nodes/Gmc/ledger/dataTable';
import { PAGE_ROWS } from '../../../nodes/Gmc/ledger/dataTable';
import { readRows } from '../../../nodes/Gmc/ledger/tableReads';

// From 125,000 rows on, a call with each of them as an argument fills the call stack.

/** A table of which every row meets all conditions. */
function tableOf(count: number): DataTable {
	let last = 0;
	const page = () =>
		Array.from({ length: Math.min(PAGE_ROWS, count - last) }, () => ({ id: ++last }));
	return { get: () => ({}), run: async () => page() } as unknown as DataTable;
}

const EFFECTS: ReadEffect[] = [
	{ do: 'read', by: 'set', values: ['batch'] },
	{ do: 'readSince', since: Date.UTC(2026, 10, 28), until: Date.UTC(2026, 10, 28, 1) },
];

test.each(EFFECTS)('130,000 rows can be read: %j', async (effect) => {
	expect(await readRows(tableOf(130_000), effect)).toHaveLength(130_000);
});

/** A table with an owner of each addition, of which some were pasted; notes the conditions of its calls. */
function ownersTable(additionIds: string[]) {
	const asked: string[] = [];
	const pasted: Record<number, (id: string) => string> = {
		7: (id) => ` ${id}`,
		8: (id) => `${id}\n`,
		9: (id) => id.toUpperCase(),
		10: (id) => `\u00a0${id.toUpperCase()}\t`,
	};
	const rows = additionIds.map((one, at) => ({
		id: at + 1,
		additionId: pasted[at]?.(one) ?? one,
	}));
	const table = {
		get: (_: string, conditions: Condition[]) => conditions,
		run: async ([conditions]: Condition[][]) => {
			asked.push(...conditions.map(({ is }) => is));
			const isWanted = ({ is, value }: Condition, id: string) =>
				is === 'eq' ? value === id : id.includes(String(value).replaceAll('%', ''));
			return rows.filter(({ additionId }) => conditions.some((one) => isWanted(one, additionId)));
		},
	};
	return { asked, table: table as unknown as DataTable };
}

// A database compares each row with each pattern: 4,000 of them took a minute.
test('owners of many additions are found by few patterns, also pasted and in capitals', async () => {
	const additionIds = Array.from({ length: 2_000 }, (_, at) => `a${at + 10_000}`);
	const { asked, table } = ownersTable(additionIds);
	const found = await readRows(table, { do: 'readOwners', additionIds });
	expect(new Set(found.map(({ id }) => id)).size).toBe(2_000);
	expect(asked.filter((is) => is === 'ilike').length).toBeLessThan(30);
});
