import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { GmcNodeSetup } from '../../../harness/engine';
import { actionsOf, Customers } from '../../../harness/engine/customerOperations';
import { sheetOf } from '../sheets/sheetOf';
import { answer, CREATE, diegoRenamed, LIST, maria } from './given';

// Contacts of a sheet: the headings say what is in a row.

const customers = Customers.forThisFile();
const AUTOMATIC: INodeParameters = { dataMode: 'autoMapInputData', options: {} };
type Operation = 'create' | 'upsert';
const save = async (
	operation: Operation,
	rows: IDataObject[],
	setup: Partial<GmcNodeSetup> = { onError: 'continueRegularOutput' },
) => await customers.run(operation, rows, AUTOMATIC, setup);

const inSheet = ({ taxId, name, email } = maria, more: IDataObject = {}): IDataObject => ({
	' CPF': taxId,
	Nome: name,
	'E-mail': email,
	...more,
});

test.each<Operation>(['create', 'upsert'])(
	'%s reads a sheet, and nothing is done twice',
	async (operation) => {
		const rows = [{ Status: 'x' }, inSheet(), { Status: 'y' }];
		const run = await save(operation, rows, {});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(run.items[0].json).toMatchObject(maria);
		expect(run.hints[0]).toBe(
			'Read the tax ID from " CPF", the name from "Nome" and the email from "E-mail". Not used: "Status". 2 rows without a tax ID, a name or an email are left out: 1, 3.',
		);
		await save(operation, rows);
		expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
		expect((await customers.asked())[CREATE]).toBe(1);
	},
);

test('what is there is changed where it differs', async () => {
	const rows = [inSheet(), inSheet(diegoRenamed), inSheet({ ...diegoRenamed })];
	expect(actionsOf((await save('upsert', rows)).items)).toEqual([
		'created',
		'updated',
		'unchanged',
	]);
});

test('rows that cannot be saved name their column, and the others are saved', async () => {
	const bad = { ...maria, taxId: '93541134780' };
	const rows = [
		inSheet(),
		inSheet({ ...bad, name: 'Ana null' }),
		inSheet({ ...bad, email: 'mailto:a@x.example' }),
		inSheet({ ...bad, taxId: '#N/A' }),
		inSheet({ ...bad, taxId: '' }),
	];
	const { items } = await save('create', rows);
	expect(items.map(({ json }) => json.error)).toEqual([
		undefined,
		expect.stringMatching(/^Row 2: Column "Nome": the name .* stands for no value$/),
		expect.stringMatching(/^Row 3: Column "E-mail": the email .* is not an email address$/),
		expect.stringMatching(/^Row 4: Column " CPF": the tax ID is "#N\/A"/),
		expect.stringMatching(/^Row 5: Column " CPF": the tax ID is empty$/),
	]);
	const { error } = await save('create', rows, {});
	expect(error!.message).toBe('4 of 5 rows are refused. Nothing was sent');
});

test('a document counts where all are valid', async () => {
	const { ' CPF': documento, ...rest } = inSheet();
	expect((await save('create', [{ ...rest, documento }], {})).items[0].json).toMatchObject(maria);
	const { error } = await save('create', [{ ...rest, documento: '123' }], {});
	expect(error!.context.details).toMatchObject({ code: 'COLUMNS_UNCLEAR' });
	expect(error!.message).toMatch(/no column for the tax ID/);
});

test('lists and objects of CRMs are read as in the fields', async () => {
	const email = [{ value: maria.email, primary: true }];
	const row = { taxId: { value: maria.taxId }, name: maria.name, email } as unknown as IDataObject;
	expect((await save('create', [row], {})).items[0].json).toMatchObject(maria);
});

test('nothing is sent where the list of customers cannot be had, or no row counts', async () => {
	expect((await save('create', [{}, {}])).items.map(({ json }) => json.details)).toMatchObject([
		{ code: 'SHEET_EMPTY' },
		{ code: 'SHEET_EMPTY' },
	]);
	await customers.fault(LIST, answer(503));
	expect((await save('create', [inSheet()], {})).error?.httpCode).toBe('503');
	expect((await customers.asked())[CREATE]).toBeUndefined();
});

test('of one CPF with two contacts, none is saved, and what is no email is refused', async () => {
	const same = await save('upsert', sheetOf('r4-same-cpf.json'));
	expect(same.items.map(({ json }) => (json.details as IDataObject).code)).toEqual([
		'CONTACTS_DIFFER',
		'CONTACTS_DIFFER',
	]);
	const { items } = await save('create', sheetOf('r6-emails.json'), {
		onError: 'continueRegularOutput',
	});
	const saved = items.filter(({ json }) => json.error === undefined).map(({ json }) => json.email);
	for (const email of saved) expect(email).toMatch(/^[\w.+-]+@[\w-]+\.[\w.-]*\w$/);
	expect(saved).toContain('Ana@X.example');
});

test('each field is mapped by hand: an empty one is told with a field of its kind', async () => {
	const rows = [{ ...maria, name: '', 'Nome ': maria.name } as IDataObject];
	const { error } = await customers.run('create', rows);
	expect(error!.description).toMatch(/^The row has "Nome ": map that field/);
	const { error: other } = await customers.run('create', [{ ...rows[0], name: '-' }]);
	expect(other!.description).not.toMatch(/The row has/);
});
