import type { ReadEffect } from '../../../nodes/Gmc/core/ledger/effects';
import type { DataTable } from '../../../nodes/Gmc/ledger/dataTable';
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
