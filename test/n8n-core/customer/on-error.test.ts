import type { IDataObject } from 'n8n-workflow';
import { LOGIN } from '../../../harness/engine/service';
import type { CustomerOperation } from '../../../harness/engine/customerOperations';
import {
	ana,
	answer,
	bruno,
	carla,
	CREATE,
	Customers,
	DELETE,
	diego,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

const NOBODY = { id: 'nobody', taxId: '7', name: 'Nobody', email: 'not an address' };
const row = ({ _id, ...fields }: typeof ana, name: string) => ({ id: _id, ...fields, name });
const rowsFor = (bad: IDataObject) => [row(ana, 'Ana Nova'), bad, row(bruno, 'Bruno Novo')];

/** For each operation three rows of which the second fails, and the requests that go out then. */
const CASES: Array<[CustomerOperation, IDataObject[]]> = [
	['create', [maria, { ...ana, name: 'Outra' }, { ...maria, taxId: '28534167044', name: 'Outra' }]],
	['upsert', rowsFor(NOBODY)],
	['get', rowsFor(NOBODY)],
	['update', rowsFor(NOBODY)],
	['delete', rowsFor(NOBODY)],
];

describe.each(CASES)('customer: %s, when the second of three rows fails', (operation, rows) => {
	test('Continue (using error output): the row goes there with its input, the others do not', async () => {
		const { items, errors } = await customers.run(
			operation,
			rows,
			{},
			{
				onError: 'continueErrorOutput',
			},
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(items.every(({ json }) => !('error' in json))).toBe(true);
		expect(errors).toHaveLength(1);
		const { error, details, ...input } = errors[0].json;
		expect(input).toEqual(rows[1]);
		expect(error).toMatch(/^Row 2: /);
		expect(details).toEqual(expect.any(Object));
		expect(errors[0].pairedItem).toEqual({ item: 1 });
	});
});

describe('customer: getAll, when the list fails', () => {
	test('Continue: every row gets the error, for one list that was asked', async () => {
		await customers.fault(LIST, answer(403));
		const [one, other] = await customers.runOn('getAll', [{}, {}]);
		expect(one.error).toMatch(/^Row 1: /);
		expect(other.error).toMatch(/^Row 2: /);
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});

describe('Continue, with an integration that GMC does not accept', () => {
	const rows = [ana, bruno, carla, diego, ana, bruno].map((one, i) => row(one, `Novo ${i}`));

	test.each<[CustomerOperation, string]>([
		['create', CREATE],
		['update', UPDATE],
		['delete', DELETE],
		['upsert', LIST],
		['upsert', UPDATE],
		['get', LIST],
	])('%s does not go on asking: one request, and the one after a new login', async (op, route) => {
		await customers.fault(route, answer(401));
		const items = await customers.runOn(op, op === 'create' ? rows.map(() => maria) : rows);
		expect(items.map(({ error }) => error)).toEqual(
			rows.map((_, i) => expect.stringMatching(new RegExp(`^Row ${i + 1}: .*\\(401\\)`)) as string),
		);
		expect((await customers.asked())[route]).toBeLessThanOrEqual(2);
		expect(await customers.admin.count({ route: LOGIN })).toBeLessThanOrEqual(2);
	});

	test('a wrong password is not tried for every row, or the account is locked', async () => {
		await customers.service.useCredential({ senha: 'wrong' });
		const items = await customers.runOn('update', rows);
		expect(items.every(({ error }) => /login at GMC/.test(String(error)))).toBe(true);
		expect(await customers.admin.count({ route: LOGIN })).toBe(1);
		expect(await customers.asked()).toEqual({});
	});
});
