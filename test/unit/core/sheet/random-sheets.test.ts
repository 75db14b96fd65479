import fc from 'fast-check';
import { InputError } from '../../../../nodes/Gmc/core/util/inputError';
import { orRefusal } from './orRefusal';
import { columnsOf, directory, topUpOf } from './read';
import { IN_BRL } from './tables/amounts';
import { IDS, KEYS, NOTES, TAX_IDS } from './tables/cells';
import { HEADINGS } from './tables/headings';
import { CUSTOMERS } from './tables/sheets';
import type { Says } from './tables/words';
import { EMPTY, isRefusal } from './tables/words';

// Sheets of any cells of the tables: nothing is paid that the tables do not say.

type Cell = readonly [raw: unknown, says: Says<unknown>];
const cells = (lines: readonly Cell[]) => fc.constantFrom(...lines);
const headingOf = (role: string) =>
	fc.constantFrom(
		...HEADINGS.filter(([heading, one]) => one === role && !heading.includes('USDT')).map(
			([heading]) => heading,
		),
	);

const AMOUNTS = IN_BRL.map(([raw, auto]): Cell => [raw, auto]);
const OWN_IDS = CUSTOMERS.map(({ _id }): Cell => [_id, _id]);
/** Half of them can be paid, so that whole rows can. */
const columns = {
	key: fc.oneof(
		cells(KEYS),
		fc.nat(9).map((at): Cell => [at + 1, `${at + 1}`]),
	),
	taxId: fc.oneof(cells(TAX_IDS.auto), fc.constant<Cell>(['52998224725', '52998224725'])),
	amount: fc.oneof(
		cells(AMOUNTS),
		cells([
			['10,50', 10.5],
			[10.5, 10.5],
			['R$ 7', 7],
		]),
	),
	note: cells(NOTES),
	customerId: fc.oneof(cells(IDS), cells(OWN_IDS)),
	second: fc.oneof(cells(AMOUNTS), fc.constant<Cell>(['', EMPTY]), fc.constant<Cell>([10.5, 10.5])),
};
type Column = keyof typeof columns;

const row = fc.record(columns);
const sheets = fc.record({
	rows: fc.array(row, { minLength: 1, maxLength: 6 }),
	headings: fc.record({
		key: headingOf('key'),
		taxId: headingOf('taxId'),
		amount: headingOf('amount'),
		note: headingOf('note'),
		customerId: headingOf('customerId'),
		second: fc.constant('quantia'),
	}),
	kind: fc.constantFrom('topUpsWithKeys' as const, 'topUps' as const),
	/** Columns that the sheet does not have. */
	without: fc.subarray<Column>(['customerId', 'second', 'note', 'taxId']),
	order: fc.shuffledSubarray<Column>(Object.keys(columns) as Column[], { minLength: 6 }),
});

const isValue = (says: Says<unknown>): boolean => says !== EMPTY && !isRefusal(says);

/** What is paid of a sheet, or undefined for a row that is not. */
function pay(rows: Array<Record<string, unknown>>, kind: 'topUps' | 'topUpsWithKeys') {
	const understood = orRefusal(() => columnsOf(rows, kind));
	if (understood instanceof InputError) return rows.map(() => undefined);
	return rows.map((one) => {
		const topUp = topUpOf(one, understood);
		return topUp instanceof InputError ? undefined : topUp;
	});
}

test('of a random sheet, nothing is paid that the table does not say', () => {
	let paid = 0;
	fc.assert(
		fc.property(sheets, ({ rows, headings, kind, without, order }) => {
			const shown = order.filter((column) => !without.includes(column));
			const sheet = rows.map((one) =>
				Object.fromEntries(shown.map((column) => [headings[column], one[column][0]])),
			);
			for (const [at, topUp] of pay(sheet, kind).entries()) {
				if (topUp === undefined) continue;
				paid++;
				const says = (column: Column): Says<unknown> =>
					shown.includes(column) ? rows[at][column][1] : EMPTY;
				const amounts = [says('amount'), says('second')].filter((one) => one !== EMPTY);
				expect(amounts).toContain(topUp.request.amount);
				expect(amounts.filter(isValue)).toEqual(amounts.map(() => topUp.request.amount));
				if (kind === 'topUpsWithKeys') expect(topUp.key).toBe(says('key'));
				const customers = [says('customerId'), says('taxId')].filter(isValue);
				expect(customers).toContain(topUp.request.customerIdentifier);
				if (customers.length > 1) {
					const [one, other] = customers.map((value) => directory.allIdentifiersOf(String(value)));
					expect(one.some((name) => other.includes(name))).toBe(true);
				}
				expect(says('note') === EMPTY ? undefined : says('note')).toBe(topUp.note);
			}
		}),
		{ numRuns: 2_000 },
	);
	expect(paid).toBeGreaterThan(100);
});

test('of a plain sheet, all is paid that the table says', () => {
	fc.assert(
		fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
			const payable = rows.filter(
				({ key, taxId, amount, note }) =>
					[key, taxId, amount].every(([, says]) => isValue(says)) && !isRefusal(note[1]),
			);
			fc.pre(payable.length > 0);
			const sheet = payable.map(({ key, taxId, amount, note }) => ({
				Pedido: key[0],
				CPF: taxId[0],
				'Valor (R$)': amount[0],
				Obs: note[0],
			}));
			expect(pay(sheet, 'topUpsWithKeys').map((topUp) => topUp?.request.amount)).toEqual(
				payable.map(({ amount }) => amount[1]),
			);
		}),
		{ numRuns: 500 },
	);
});
