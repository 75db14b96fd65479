import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../harness/engine';
import { ISSUE } from '../../../harness/sandbox/routes';
import { Service } from '../../../harness/engine';
import { plantPeople, sheetOf } from '../sheets/sheetOf';

// A sheet that was paid under Map Automatically is compared as it was read then.

const service = Service.forThisFile();
beforeEach(async () => await plantPeople(service));

const parametersOf = (operation: string, more: IDataObject) =>
	({
		resource: 'balance',
		operation,
		dataMode: 'autoMapInputData',
		simplify: true,
		options: {},
		...more,
	}) as GmcNodeSetup['parameters'];
const add = async (rows: IDataObject[], more: IDataObject = {}) =>
	await service.run({ rows, parameters: parametersOf('add', more) });
const reconcile = async (
	rows: IDataObject[],
	more: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
) => await service.run({ ...setup, rows, parameters: parametersOf('reconcile', more) });
const told = ({ items }: GmcRun) =>
	items.map(({ json, pairedItem }) => [
		(pairedItem as { item?: number }).item,
		json.found ?? String(json.error),
	]);

test.each([
	'c02a-capital-headings.csv',
	'c10d-prefilled-currency.csv',
	'c11b-dash-customer-id.csv',
])('the file %s is listed as it was paid, without the rows that are left out', async (file) => {
	const rows = sheetOf(file);
	const { items } = await add(rows);
	const run = await reconcile(rows);
	const listed = items.map(({ pairedItem }) => [(pairedItem as { item: number }).item, 'listed']);
	expect(told(run)).toEqual(listed);
	expect(run.items[0].json).toMatchObject({ customerName: 'Ana Souza', amount: 10.5 });
	expect(run.hints[0]).toMatch(/^Read .*the 'Idempotency Key' from /);
	expect(await service.asked(ISSUE)).toBe(items.length);
});

const row = (more: IDataObject = {}): IDataObject => ({ cpf: '52998224725', valor: 10, ...more });

test('a key is used where there is one, and is not needed', async () => {
	await add([row({ id: 'a' })]);
	const of = async (rows: IDataObject[]) => told(await reconcile(rows)).map(([, found]) => found);
	expect(await of([row({ id: 'a' }), row({ valor: 20 })])).toEqual(['listed', 'notListed']);
	expect(await of([row()])).toEqual(['uncertain']);
});

test('a batch is used by its name, and a column of keys is not', async () => {
	const batch = { batchName: 'November' };
	await add([row({ id: 1 })], { duplicateProtection: 'batch', ...batch });
	const run = await reconcile([row({ id: 1 }), {}, row({ id: 2, valor: 5 })], batch);
	expect(told(run)).toEqual([
		[0, 'listed'],
		[2, 'notListed'],
	]);
	expect(run.items[0].json.batchName).toBe('November');
	expect(run.hints[0]).toMatch(/Not used: "id"\. 1 row without .* is left out: 2\.$/);
});

test('what is not clear, or has no row that counts, is refused', async () => {
	const { error } = await reconcile([{ ...row(), quantia: 20 }]);
	expect(error!.context.details).toMatchObject({ code: 'COLUMNS_UNCLEAR' });
	expect((await reconcile([{}])).error!.context.details).toMatchObject({ code: 'SHEET_EMPTY' });
	const bad = await reconcile(
		[row(), row({ valor: 'ten' }), {}],
		{},
		{ onError: 'continueRegularOutput' },
	);
	expect(told(bad)).toEqual([
		[0, 'notListed'],
		[1, expect.stringMatching(/^Row 2: Column "valor": /)],
	]);
});
