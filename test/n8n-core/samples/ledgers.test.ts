/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package: it runs the code of a sample */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readKey } from '../../../nodes/Gmc/core/additions/idempotencyKey';
import { keySet } from '../../../nodes/Gmc/core/ledger/key';

// "Cut into parts" of the sample "Top up 100,000 rows": which ledger an ID belongs to.

const { nodes } = JSON.parse(readFileSync('workflows/top-up-100000-rows.json', 'utf8')) as {
	nodes: Array<{ parameters: { jsCode?: string } }>;
};
const code = nodes
	.flatMap(({ parameters }) => parameters.jsCode ?? [])
	.find((text) => text.includes('LEDGERS'))!;
const cutIntoParts = new Function('$', code) as (node: unknown) => Part[];

interface Part {
	json: { ledger: string; rows: Array<{ id: string | number }> };
}

/** The ledger of each ID. */
function ledgersOf(ids: Array<string | number>): string[] {
	const rows = ids.map((id) => ({ json: { id } }));
	const node = { first: () => ({ json: { rowsPerPart: 7 } }), all: () => rows };
	const parts = cutIntoParts(() => node);
	const ledgers = new Map(
		parts.flatMap(({ json }) => json.rows.map(({ id }) => [id, json.ledger] as const)),
	);
	return ids.map((id) => ledgers.get(id)!);
}

test.each<[string, Array<string | number>]>([
	['leading zeros', ['1195901', '0001195901', '01195901', 1195901]],
	['nothing but zeros', ['0', '000']],
	['an accent as one character or two', ['São-15', 'Sa\u0303o-15']],
	['a blank at which no line breaks', ['A 1001', 'A\u00a01001', '\u2009A 1001\u00a0']],
	['what does not show', ['1195901', '\ufeff119\u200b5901', '\u200b01195901']],
])('IDs that differ in %s have one ledger', (_, ids) => {
	expect(new Set(ledgersOf(ids)).size).toBe(1);
});

test('the rows are spread, as numbers and as texts', () => {
	for (const idOf of [String, (n: number) => `TU-${n}`, (n: number) => `00${n}`]) {
		const counts = new Map<string, number>();
		const ids = Array.from({ length: 20_000 }, (_, n) => idOf(100_000 + n * 7));
		for (const name of ledgersOf(ids)) counts.set(name, (counts.get(name) ?? 0) + 1);
		expect(counts.size).toBe(10);
		expect(Math.max(...counts.values())).toBeLessThan(3_000);
	}
});

test('whatever IDs the node takes for one name have one ledger', () => {
	const character = fc.constantFrom(
		...'001aé',
		'e\u0301',
		' ',
		'\u00a0',
		'\u200b',
		'\u3164',
		'Ж',
		'\u212a',
		'K',
	);
	const ids = fc.array(
		fc.array(character, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
		{ minLength: 300, maxLength: 300 },
	);
	fc.assert(
		fc.property(ids, (all) => {
			const ledgers = ledgersOf(all);
			const ledgerOf = new Map<string, string>();
			for (const [index, id] of all.entries()) {
				const key = readKey(id);
				if (key === undefined) continue;
				const ref = keySet(key);
				expect([id, ledgers[index]]).toEqual([id, ledgerOf.get(ref) ?? ledgers[index]]);
				ledgerOf.set(ref, ledgers[index]);
			}
		}),
		{ numRuns: 20 },
	);
});
