import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../../harness/engine';
import { charges } from '../../../../harness/sandbox/books';
import { ISSUE, LIST_CUSTOMERS } from './given';
import { plantPeople, sheetOf } from '../../sheets/sheetOf';
import { AFTER_HOLD, passTime, Service } from './support';

// Map Automatically: the headings say what is in a row. What people's files are, and what is right, is of the table below.

const service = Service.forThisFile();
beforeEach(async () => await plantPeople(service));

type Setup = Partial<GmcNodeSetup>;
const CONTINUE = { onError: 'continueRegularOutput' } as const;

const parametersOf = (more: IDataObject = {}, options: IDataObject = {}) =>
	({
		resource: 'balance',
		operation: 'add',
		dataMode: 'autoMapInputData',
		options,
		...more,
	}) as GmcNodeSetup['parameters'];

const addSheet = async (
	rows: IDataObject[],
	options: IDataObject = {},
	{ parameters, ...setup }: Setup = {},
): Promise<GmcRun> =>
	await service.run({ ...setup, rows, parameters: parametersOf(parameters, options) });

const sheet = async (rows: IDataObject[], options: IDataObject = {}, setup: Setup = {}) =>
	await addSheet(rows, options, { ...CONTINUE, ...setup });

/** What was charged, by the sandbox's books. */
const ZECAS = '01234567890';
const paid = async () => (await charges(service)).map(({ amount }) => amount);
const reasonsOf = ({ items }: GmcRun) => items.map(({ json }) => String(json.error ?? ''));
const rowsOf = ({ items }: GmcRun) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item + 1);

/** The file, what is paid, and what is said of the rows that are not. */
const FILES: Array<[file: string, paid: number[], said?: Record<number, RegExp>]> = [
	['c02a-capital-headings.csv', [10.5, 20]],
	['c02b-headings-with-blanks.csv', [10.5]],
	['c02c-heading-linebreak.csv', [10.5]],
	['c02d-only-amount-heading-padded.csv', [10.5]],
	['c03c-amount-and-valor.csv', [950]],
	['c06b-quoted-equals-quote.csv', [10.5, 11.5, 12.5, 13.5]],
	['c07a-pandas-floats.csv', [], { 1: /\.0/, 2: /\.0/, 3: /customer is empty/ }],
	[
		'c07b-pandas-nan-ids.csv',
		[],
		{ 1: /"nan"/, 2: /"nan"/, 3: /"#N\/A"/, 4: /"#N\/A"/, 5: /"-"/, 6: /"-"/ },
	],
	['c07c-next-month-nan-id.csv', [], { 1: /"#N\/A"/ }],
	['c10a-total-row.csv', [10.5, 20], { 3: /row of totals/ }],
	['c10d-prefilled-currency.csv', [10.5]],
	['c11a-blank-customer-id.csv', [10.5, 20]],
	['c11b-dash-customer-id.csv', [10.5, 20, 30]],
	['c11c-blank-cpf-filled-cnpj.csv', [10.5]],
	['g1-checkbox-rows.json', [10.5]],
	['g3-error-id.json', [], { 1: /"#N\/A"/, 2: /"#REF!"/ }],
	['g3b-error-id-next-sheet.json', [], { 1: /"#N\/A"/ }],
];

describe.each(FILES)('the file %s', (file, amounts, said = {}) => {
	const rows = sheetOf(file);
	// There it is Ana's.
	beforeEach(async () => await plantPeople(service, file.startsWith('c06') ? ZECAS : undefined));

	test('is paid, refused and told as a person reads it', async () => {
		const plan = await sheet(rows, { dryRun: true });
		expect(await paid()).toEqual([]);
		const run = await sheet(rows);
		expect(await paid()).toEqual(amounts);
		const reasons = new Map(reasonsOf(run).map((reason, at) => [rowsOf(run)[at], reason]));
		for (const [row, text] of reasons) expect(text).toMatch(said[row] ?? /^$/);
		for (const [row, text] of Object.entries(said)) expect(reasons.get(Number(row))).toMatch(text);
		// A dry run says what the run does.
		expect(reasonsOf(plan)).toEqual(reasonsOf(run));
		expect(plan.outcomes).toEqual(run.outcomes.map((one) => (one === 'issued' ? 'planned' : one)));
		expect(plan.hints[0]).toMatch(
			/^Read the 'Idempotency Key' from |^Read .* the 'Idempotency Key'/,
		);
		expect(plan.hints[0]).toBe(run.hints[0]);
	});

	test('is paid whole or not at all under Stop Workflow, and never twice', async () => {
		const isBad = Object.keys(said).length > 0;
		const { error } = await addSheet(rows);
		expect(error !== undefined).toBe(isBad);
		expect(await paid()).toEqual(isBad ? [] : amounts);
		if (isBad) return expect(error!.message).toMatch(/Nothing was sent/);
		expect(new Set((await addSheet(rows)).outcomes)).toEqual(new Set(['skipped']));
		expect(await paid()).toEqual(amounts);
	});
});

test.each([
	['c10b-preamble.csv', /title/],
	['c18b', /title/],
])('of the file %s, the cause is told', async (file, says) => {
	// As n8n reads the workbook: the only heading is the title.
	const titled = [
		['id', 'name', 'customer_id', 'tax_id', 'amount', 'currency'],
		['C18-1', 'Ana Souza', undefined, '52998224725', 10.5, 'BRL'],
	].map(([first, ...others]) => ({
		'Pagamentos de novembro': first,
		...Object.fromEntries(
			others.flatMap((cell, at) =>
				cell === undefined ? [] : [[`__EMPTY${at ? `_${at}` : ''}`, cell]],
			),
		),
	})) as IDataObject[];
	const rows = file.endsWith('.csv') ? sheetOf(file) : titled;
	const { error } = await addSheet(rows);
	expect(error!.context.details).toMatchObject({ code: 'COLUMNS_UNCLEAR' });
	expect(error!.message).toMatch(/Nothing was sent$/);
	expect(error!.description).toMatch(says);
	const { items, outcomes, codes } = await sheet(rows);
	expect(items).toHaveLength(rows.length);
	expect(new Set(outcomes)).toEqual(new Set(['notAttempted']));
	expect(new Set(codes)).toEqual(new Set(['COLUMNS_UNCLEAR']));
	expect(await service.asked(ISSUE)).toBe(0);
});

test('orders that another program marks as texts are paid once', async () => {
	await plantPeople(service, ZECAS);
	await sheet(sheetOf('c06c-ids-equals-quote.csv'));
	const before = await paid();
	expect(before).toEqual([10.5, 11.5, 12.5, 13.5, 14.5, 15.5]);
	const { outcomes } = await sheet(sheetOf('c06d-ids-plain.csv'));
	// Both mark a number as a text.
	expect(outcomes.slice(0, 2)).toEqual(['skipped', 'skipped']);
	expect((await paid()).filter((amount) => amount < 12)).toEqual([10.5, 11.5]);
});

const CPF = '52998224725';
const row = (more: IDataObject = {}): IDataObject => ({ id: '1', cpf: CPF, valor: 10, ...more });

test('an amount that is a date in disguise is not paid, unless every number is taken as it is', async () => {
	const today = Math.floor(Date.now() / 86_400_000) + 25_569;
	const rows = [row({ valor: today }), row({ id: '2', valor: 18537 })];
	const refused = await sheet(rows);
	expect(reasonsOf(refused)).toEqual([
		expect.stringMatching(/date/),
		expect.stringMatching(/date/),
	]);
	await sheet(rows, { amountFormat: 'decimalComma' });
	expect(await paid()).toEqual([18537, today]);
});

test('each field is mapped by hand: dates in disguise are not paid either', async () => {
	const today = Math.floor(Date.now() / 86_400_000) + 25_569;
	const run = await service.addOn([{ customer: CPF, amount: today }]);
	expect(reasonsOf(run)[0]).toMatch(/date/);
	expect(await paid()).toEqual([]);
});

test.each([
	['amount', { customer: CPF, key: 'k1', 'Valor ': 10 }, '"Valor "'],
	['customer', { CPF, key: 'k1', amount: 10 }, '"CPF"'],
	['idempotencyKey', { customer: CPF, pedido: 'k1', Fatura: '', amount: 10 }, '"pedido"'],
])(
	'each field is mapped by hand: an empty %s is told with a field of its kind',
	async (_, one, says) => {
		const run = await service.addOn([one as IDataObject], { duplicateProtection: 'key' });
		expect((run.items[0].json.details as IDataObject).description).toMatch(
			`The row has ${says}: map that field, and spell it as it is.`,
		);
		const other = await service.addOn([{ ...one, amount: 'ten', 'valor ': 7 }], {
			duplicateProtection: 'key',
		});
		expect(JSON.stringify(other.items)).not.toMatch(/The row has .*valor/);
		expect(await paid()).toEqual([]);
	},
);

test('cents are hundredths', async () => {
	await sheet([row({ valor: 990 }), row({ id: '2', valor: '10,50' })], { amountFormat: 'cents' });
	expect(await paid()).toEqual([9.9]);
});

describe('rows that are left out', () => {
	const rows = [
		{ moeda: 'BRL' },
		row({ moeda: 'BRL' }),
		{ moeda: 'BRL' },
		row({ id: '2', valor: 'ten', moeda: 'BRL' }),
	];

	test('have no output item; the others keep the number of their row', async () => {
		const run = await sheet(rows);
		expect([rowsOf(run), run.outcomes]).toEqual([
			[2, 4],
			['issued', 'rejected'],
		]);
		expect(reasonsOf(run)[1]).toMatch(/^Key 2 \(row 4\): Column "valor": /);
		expect(run.hints[0]).toBe(
			'Read the currency from "moeda", the \'Idempotency Key\' from "id", the tax ID from "cpf" and the amount from "valor". 2 rows without an amount, a key or a note are left out: 1, 3.',
		);
	});

	test('are told in the first record of a dry run', async () => {
		const { items } = await sheet(rows, { dryRun: true }, { parameters: { simplify: true } });
		expect(items[0].json.columns).toMatch(/"valor"\. 2 rows without .* are left out: 1, 3$/);
	});

	test.each<[string, IDataObject[]]>([
		['nothing', [{}]],
		['rows of a checkbox', [row({ id: '', valor: '', ok: false, cpf: '' })]],
	])('a sheet of %s does not end in silence', async (_, empty) => {
		const { error } = await addSheet(empty);
		expect(error!.context.details).toMatchObject({ code: 'SHEET_EMPTY', outcome: 'notAttempted' });
		expect(error!.message).toMatch(
			/^The sheet has 1 row, and none of them has .* Nothing was sent$/,
		);
		const { items } = await sheet(empty, {}, { parameters: { simplify: true } });
		expect(items.map(({ json }) => json.code)).toEqual(['SHEET_EMPTY']);
	});
});

describe('the records', () => {
	const simple = { parameters: { simplify: true } };

	test('of a dry run say what was read from which column, so that a workflow can show it', async () => {
		const rows = sheetOf('c02a-capital-headings.csv');

		const plan = await sheet(rows, { dryRun: true }, simple);
		const [first, ...others] = plan.items.map(({ json }) => json);
		expect(plan.hints[0]).toContain(`Read ${String(first.columns)}`);
		// The table of the editor would be very high, and shows `undefined` where a field is missing.
		expect(others.length).toBeGreaterThan(0);
		for (const json of others) expect(json.columns).toBe('');
		for (const { json } of (await sheet(rows, {}, simple)).items)
			expect(json).not.toHaveProperty('columns');
	});

	test('of a row that cannot be read show what it asks for', async () => {
		const { items } = await sheet(
			[row({ valor: 'ten', moeda: 'BRL' }), row({ id: '2', moeda: 'BRL' })],
			{},
			simple,
		);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ outcome: 'rejected', taxId: CPF, amount: 'ten', currency: 'BRL', idempotencyKey: '1' },
			{ outcome: 'issued', customerName: 'Ana Souza', amount: 10, idempotencyKey: '2' },
		]);
	});

	test('have the note of the row, else that of the option', async () => {
		const rows = [
			row({ obs: 'Pix', nome: 'Ana Souza' }),
			row({ id: '2', obs: '', nome: 'SOUZA Ana' }),
		];
		const { items } = await sheet(rows, { note: 'November', dryRun: true }, simple);
		expect(items.map(({ json: { note, nameMatch } }) => [note, nameMatch])).toEqual([
			['Pix', 'match'],
			['November', 'match'],
		]);
	});
});

test('the field Currency counts where the sheet says none, and an expression for each row', async () => {
	await sheet([row()], {}, { parameters: { currency: 'USDT' } });
	await sheet(
		[row({ id: '2', c: 'GMC' }), row({ id: '3', c: 'BRL' })],
		{},
		{ parameters: { currency: '={{ $json.c }}' } },
	);
	await sheet(
		[row({ id: '4', 'valor (R$)': 20, valor: undefined })],
		{},
		{ parameters: { currency: 'GMC' } },
	);
	const made = (await charges(service)).map(({ amount, currency }) => `${amount} ${currency}`);
	expect(made.sort()).toEqual(['10 BRL', '10 GMC', '10 USDT', '20 BRL']);
});

test('the protections: a batch needs no key, and a column of one is not used', async () => {
	const batch = { parameters: { duplicateProtection: 'batch', batchName: 'November' } };
	const first = await sheet([row(), row({ valor: 20 })], {}, batch);
	expect(first.hints[0]).toMatch(/Not used: "id"/);
	const { outcomes } = await sheet([row({ valor: 20 }), row(), row({ valor: 30 })], {}, batch);
	expect(outcomes).toEqual(['skipped', 'skipped', 'issued']);
	const recent = { parameters: { duplicateProtection: 'recent' } };
	expect((await sheet([row()], {}, recent)).codes).toEqual(['DUPLICATE_SUSPECTED']);
	expect(await paid()).toEqual([10, 20, 30]);
});

test('Amount Format is one for the run, since columns are compared by it', async () => {
	const format = { amountFormat: '={{ $json.f }}' };
	const rows = [row({ f: 'auto', valor: '1' }), row({ id: '2', f: 'cents', valor: '100' })];
	const run = await sheet(rows, format);
	expect(run.outcomes).toEqual(['issued', 'rejected']);
	expect(reasonsOf(run)[1]).toMatch(/'Amount Format' applies to the whole run/);
	expect(await paid()).toEqual([1]);
});

test.each(['', 'auto', true])('a Mapping Mode of %j is refused', async (dataMode) => {
	const { error } = await service.add(
		[{ customer: CPF, amount: 1 }],
		{},
		{ parameters: { dataMode } },
	);
	expect(error!.message).toMatch(/^'Mapping Mode' is /);
	expect(await paid()).toEqual([]);
});

describe('a lost answer', () => {
	test('is resolved by a Retry, which pays the rest and nothing twice', async () => {
		const rows = [row(), row({ id: '2', valor: 20 }), row({ id: '3', valor: 30 }), {}];
		await service.lose('never', 2);
		const failed = await addSheet(rows);
		expect(failed.error!.context.details).toMatchObject({
			outcome: 'unknown',
			idempotencyKey: '2',
		});
		passTime(AFTER_HOLD);
		const retried = await service.retry(
			failed,
			{},
			{ parameters: parametersOf({ duplicateProtection: 'key' }) },
		);
		expect(retried.error).toBeUndefined();
		expect(await paid()).toEqual([10, 20, 30]);
	});
});

describe('the list of customers cannot be had', () => {
	const fail = async () =>
		await service.admin.addFault({
			route: LIST_CUSTOMERS,
			action: { type: 'status', status: 503 },
		});

	test('nothing is sent, and what was paid is told', async () => {
		await sheet([row()]);
		await fail();
		const both = row({ customer_id: '665f1c2e9b1d8a0012ab34c1', id: '2' });
		const { outcomes } = await sheet([row(), both]);
		expect(outcomes).toEqual(['skipped', 'notAttempted']);
		expect(await paid()).toEqual([10]);
	});

	test('a sheet that needs it says so, not that its columns are unclear', async () => {
		await fail();
		const rows = [{ id: '1', cliente: 'Ana Souza', valor: 10 }];
		const { error } = await addSheet(rows);
		expect(error!.context.details).toMatchObject({ outcome: 'notAttempted', statusCode: 503 });
		expect((await sheet(rows)).outcomes).toEqual(['notAttempted']);
	});
});
