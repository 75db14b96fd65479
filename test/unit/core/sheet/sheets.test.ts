import { askedForIn } from '../../../../nodes/Gmc/core/additions/sheetTopUp';
import { readSheetCustomer } from '../../../../nodes/Gmc/core/customers/sheetCustomer';
import {
	fieldsLike,
	isWithoutHeading,
	readHeading,
} from '../../../../nodes/Gmc/core/sheet/headings';
import { hasWrongLetters } from '../../../../nodes/Gmc/core/sheet/letters';
import { readSheetRow } from '../../../../nodes/Gmc/core/sheet/sheetRow';
import { toldSheet } from '../../../../nodes/Gmc/core/sheet/told';
import { isTotals } from '../../../../nodes/Gmc/core/sheet/totals';
import { InputError } from '../../../../nodes/Gmc/core/util/inputError';
import { ROWS_IN_SLICE } from '../../../../nodes/Gmc/core/util/slices';
import { orRefusal } from './orRefusal';
import { columnsOf, topUpOf } from './read';
import { CURRENCIES_OF_HEADINGS, HEADINGS } from './tables/headings';
import type { Sheet } from './tables/sheets';
import { SHEETS } from './tables/sheets';

// Headings and sheets of the tables are read as the person who wrote them reads them.

const KINDS = { key: 'topUpsWithKeys', batch: 'topUps', customers: 'customers' } as const;

test.each(HEADINGS)('the heading %p is of %p', (heading, role) => {
	const said = readHeading(heading);
	expect(said.toProve ? '?' : said.role).toBe(role);
});

test.each(CURRENCIES_OF_HEADINGS)('the heading %p says the currency %p', (heading, currency) => {
	expect(readHeading(heading).currency).toBe(currency);
});

test.each(['', ' ', '\ufeff', '__EMPTY', '__EMPTY_12', 'col_3'])('%p is no heading', (written) => {
	expect(isWithoutHeading(written)).toBe(true);
});

test.each([
	['TOTAL', true],
	['Total geral:', true],
	['Subtotal', true],
	['Sub total', true],
	['Soma', true],
	['Total de Ana', true],
	['Ana Souza Total', true],
	['Total Flex', false],
	['Totally', false],
	['Ana', false],
	[7, false],
	['x'.repeat(100), false],
])('%p is a text of totals: %p', (raw, isSo) => expect(isTotals(raw)).toBe(isSo));

test.each([
	['Concei\ufffd\ufffdo', true],
	['ConceiÃ§Ã£o', true],
	['JosÃ©', true],
	['ANTÃ”NIO', true],
	['JOÃƒO', true],
	['nÂº', true],
	['Conceição', false],
	['JOÃO', false],
	['“IRMÃ”', false],
	['IRMÃ\u00a0ANA', false],
	['MANHÃ–TARDE', false],
	['ÂNGELA', false],
	['李明', false],
])('%p has wrong letters: %p', (text, isSo) => expect(hasWrongLetters(text)).toBe(isSo));

test('fields that look like a missing one are found', () => {
	expect(fieldsLike(['Valor ', 'valor pago', 'CPF'], 'amount')).toEqual(['Valor ']);
});

/** The rows as n8n hands them on. */
const rowsOf = ({ lines: [headings, ...rows] }: Sheet) =>
	rows.map((cells) =>
		Object.fromEntries(
			headings.flatMap((heading, at) => (cells[at] === undefined ? [] : [[heading, cells[at]]])),
		),
	);

const columnsIn = (sheet: Sheet) => columnsOf(rowsOf(sheet), KINDS[sheet.of]);

function readRows(sheet: Sheet) {
	const columns = columnsIn(sheet);
	return rowsOf(sheet).map((row) => {
		const read =
			sheet.of === 'customers'
				? orRefusal(() => readSheetCustomer(row, columns, 'auto'))
				: topUpOf(row, columns);
		if (read instanceof InputError) return read.message;
		return read === undefined ? 'leftOut' : 'paid';
	});
}

describe.each(SHEETS.map((sheet) => [sheet.name, sheet] as const))(
	'a sheet with %s',
	(_, sheet) => {
		const { says } = sheet;

		test('is understood, or refused with the cause', () => {
			if ('unclear' in says) {
				const error = orRefusal(() => columnsIn(sheet));
				expect(error).toMatchObject({ code: 'COLUMNS_UNCLEAR' });
				const { message, advice } = error as InputError;
				expect(`${message}. ${advice}`).toMatch(says.unclear);
				return;
			}
			const columns = columnsIn(sheet);
			expect(Object.fromEntries(columns.of)).toEqual(says.columns);
			if (says.unused) expect(columns.unused.sort()).toEqual([...says.unused].sort());
			const rows = readRows(sheet);
			for (const [at, row] of (says.rows ?? []).entries()) {
				if (typeof row === 'string') expect(rows[at]).toBe(row);
				else expect(rows[at]).toMatch(row);
			}
			if (!says.rows) expect(new Set(rows)).toEqual(new Set(['paid']));
		});

		test('says the same in another order of columns', () => {
			if ('unclear' in says) return;
			const [headings, ...rows] = sheet.lines;
			const turned: Sheet = {
				...sheet,
				lines: [
					[...headings].reverse(),
					...rows.map((cells) => headings.map((_, at) => cells[at]).reverse()),
				],
			};
			expect(readRows(turned)).toEqual(readRows(sheet));
		});
	},
);

test.each<[string, Array<Record<string, unknown>>, RegExp]>([
	[
		'three roles without a column',
		[{ lote: '1', quem: 'Ana', 'valor bruto': '200,00', 'valor líquido': '180,00' }],
		/no column for the amount, the customer and the 'Idempotency Key'\. .*"lote".* Is it "valor bruto" or "valor líquido"\? .* column of the 'Idempotency Key' "id".* Then execute/,
	],
	[
		'a number of orders, and a currency in brackets',
		[{ 'Nº pedido': '1', cpf: '52998224725', 'Prêmio (R$)': '50,00' }],
		/Is it "Prêmio \(R\$\)"\? Then call that column "valor"\. Is it "Nº pedido"\? Then call that column "pedido"\./,
	],
	[
		'a currency in brackets, behind a mark that was read as letters',
		[{ '\u00ef\u00bb\u00bf"Prêmio (R$)"': '50,00', pedido: '1', cpf: '52998224725' }],
		/Is it .*Prêmio \(R\$\).*\? Then call that column "valor"\./,
	],
	[
		'no key, and two amounts that differ',
		[{ cpf: '52998224725', valor: '10,00', amount: '12,00' }],
		/no column for the 'Idempotency Key'.* may both be the amount, and they differ/,
	],
])('a sheet with several things unclear names all of them: %s', (_, rows, said) => {
	const error = orRefusal(() => columnsOf(rows, 'topUpsWithKeys')) as InputError;
	expect(`${error.message}. ${error.advice}`).toMatch(said);
});

test('a row that cannot be paid is told with what it asks for, and its key, if it has one', () => {
	const rows = ['1', '#N/A', ''].map((id) => ({ id, cpf: 'x', valor: 'ten' }));
	const columns = columnsOf(rows, 'topUpsWithKeys');
	const asked = { customer: 'x', amount: 'ten', currency: undefined };
	expect(rows.map((row) => askedForIn(row, columns))).toEqual(
		['1', undefined, undefined].map((key) => ({ ...asked, key })),
	);
});

test('nobody is told to delete a column of names, which would pay all rows unchecked', () => {
	const rows = [
		{ nome: 'Ana Souza', cpf: '52998224725', valor: 10 },
		{ nome: '', cpf: '52998224725', valor: 10 },
		{ nome: '', cpf: '', valor: 20 },
	];
	const columns = columnsOf(rows, 'topUps');
	const [, unnamed, sums] = rows.map((row) => topUpOf(row, columns)) as InputError[];
	expect(unnamed.advice).toBe(
		'Write the name of the customer, or delete the row if it is no top-up.',
	);
	expect(sums).toMatchObject({
		code: 'ROW_OF_TOTALS',
		message: 'this row has an amount, but it names nobody: it seems to be a total',
		advice: 'Delete it in the sheet. If it is a top-up, write in it who gets it.',
	});
});

test.each<[string, string[], RegExp]>([
	[
		'a column with more words',
		['Cliente CPF', 'Valor', 'Pedido'],
		/^Is it "Cliente CPF"\? Then call that column "cpf"\./,
	],
	[
		'several such columns',
		['cpf', 'Valor unitário', 'Valor total', 'Pedido'],
		/^Is it "Valor unitário" or "Valor total"\? Then call that column "valor"\./,
	],
	[
		'wrong letters as well',
		['Cliente CPF', 'Valor', 'Pedido', 'Situa��o'],
		/^Is it "Cliente CPF"\? .* encoding/,
	],
	['a word of another role', ['cpf', 'Valor', 'ID cliente'], /^Name the column "id"/],
])('the cure names %s', (_, headings, says) => {
	const row = Object.fromEntries(headings.map((heading) => [heading, '529.982.247-25']));
	const error = orRefusal(() => columnsOf([row], 'topUpsWithKeys')) as InputError;
	expect(error.advice).toMatch(says);
});

test('a word of totals in the column of the customer makes a row of totals', () => {
	const rows = [
		{ id: '1', cpf: '52998224725', valor: 10 },
		{ id: '', cpf: 'Total', valor: 10 },
	];
	const columns = columnsOf(rows, 'topUpsWithKeys');
	expect(orRefusal(() => readSheetRow(columns, rows[1]))).toMatchObject({ code: 'ROW_OF_TOTALS' });
});

test('what was read from which column is told', () => {
	const row = { Pedido: '1', 'Valor (R$)': 10, cpf: '52998224725', cnpj: '', Status: 'ok' };
	expect(toldSheet(columnsOf([row], 'topUpsWithKeys'), [])).toBe(
		'the \'Idempotency Key\' from "Pedido", the amount (BRL) from "Valor (R$)" and the tax ID from "cpf". Not used: "cnpj" and "Status"',
	);
});

test('a line break in a heading is told as a blank', () => {
	const row = { Pedido: '1', 'Valor\r\n(R$)': 10, cpf: '52998224725' };
	expect(toldSheet(columnsOf([row], 'topUpsWithKeys'), [])).toContain('from "Valor (R$)"');
});

test('a row without a key is told which cell is empty', () => {
	const rows = [
		{ Pedido: '1', Valor: 10, cpf: '52998224725' },
		{ Pedido: '', Valor: 10, cpf: '52998224725' },
	];
	const error = topUpOf(rows[1], columnsOf(rows, 'topUpsWithKeys')) as unknown as InputError;
	expect(error.message).toMatch(/^Column "Pedido": /);
	expect(error.advice).toMatch(/^Write the order number in this cell\./);
});

test.each<[Array<Record<string, unknown>>, RegExp]>([
	[[], /^The sheet has 0 rows/],
	[[{}], /^The sheet has 1 row, and none of them has a value/],
	[[{ valor: '', cpf: ' ' }, {}], /^The sheet has 2 rows, and none of them has a value/],
	[[{ id: '', valor: ' ', cpf: '52998224725', ok: false }], /has an amount, a key or a note/],
])('a sheet of %j is empty', (rows, says) => {
	const error = orRefusal(() => columnsOf(rows, 'topUpsWithKeys'));
	expect(error).toMatchObject({ code: 'SHEET_EMPTY' });
	expect((error as InputError).message).toMatch(says);
});

test('rows that are left out are told', () => {
	const columns = columnsOf([{ id: '1', valor: 10, cpf: '52998224725' }], 'topUps');
	expect(toldSheet(columns, [3, 4, 6])).toMatch(
		/"id"\. 3 rows without an amount, a key or a note are left out: 4–5, 7$/,
	);
	const many = Array.from({ length: 3_000 }, (_, at) => at * 2);
	const told = toldSheet(columns, many);
	expect(told).toMatch(/ 3000 rows .* …$/);
	expect(told.length).toBeLessThan(10_000);
});

test('a key is read where rows are compared only, and is not needed', () => {
	const read = (row: Record<string, unknown>) => {
		const columns = columnsOf([row], 'topUpsToCompare');
		const found = topUpOf(row, columns);
		return found instanceof InputError ? found.message : found?.key;
	};
	const row = { cpf: '52998224725', valor: 10 };
	expect([read(row), read({ ...row, id: 'nan' }), read({ ...row, id: '="7"' })]).toEqual([
		undefined,
		undefined,
		'7',
	]);
	expect(read({ ...row, id: '#N/A' })).toMatch(/^Column "id"/);
});

describe('a large sheet', () => {
	const sheet = (count: number) =>
		Array.from({ length: count }, (_, at) => ({
			id: `order ${at}`,
			cliente: 'Ana Souza',
			cpf: '52998224725',
			cnpj: '',
			valor: '10,50',
			quantia: 10.5,
		}));
	test('is read in slices of few rows', () => {
		let looked = new Set<number>();
		const rows = sheet(1_000).map((row, at) => {
			const look = () => looked.add(at);
			return new Proxy<Record<string, unknown>>(row, {
				get: (...all) => look() && Reflect.get(...all),
				getOwnPropertyDescriptor: (...all) => look() && Reflect.getOwnPropertyDescriptor(...all),
			});
		});
		const slices: number[] = [];
		columnsOf(rows, 'topUpsWithKeys', () => {
			slices.push(looked.size);
			looked = new Set();
		});
		// The end of one look at all rows, and the beginning of the next one.
		expect(Math.max(...slices, looked.size)).toBeLessThanOrEqual(2 * ROWS_IN_SLICE);
		expect(slices.length).toBeGreaterThanOrEqual(rows.length / ROWS_IN_SLICE);
	});

	test('costs as much more as it has more rows', () => {
		const cost = (count: number) => {
			const rows = sheet(count);
			const started = performance.now();
			columnsOf(rows, 'topUpsWithKeys');
			return performance.now() - started;
		};
		cost(1_000);
		expect(cost(16_000) / cost(2_000)).toBeLessThan(24);
	});
});
