import type { IDataObject } from 'n8n-workflow';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	Service,
} from '../../../harness/engine';
import {
	CREATE_CUSTOMER,
	DELETE_CUSTOMER,
	LOGIN,
	LOOK_UP_ADDITION,
	UPDATE_CUSTOMER,
} from '../../../harness/sandbox/routes';

// Rows that somebody else has written do no harm.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const MEGABYTE = 'x'.repeat(1024 * 1024);

const TEXTS = [
	'../../admin',
	'..%2f..%2fadmin',
	'?all=1#x',
	'\u0000',
	'x\r\nHost: example.com',
	'{{ $env }}',
	'={{ 1 }}',
	'=HYPERLINK("http://example.com")',
	'__proto__',
	'constructor',
	'\ud800',
	MEGABYTE,
];
const OTHERS: unknown[] = [true, {}, [], { __proto__: null }, Infinity, -0, { toString: 'x' }];
const values = [...TEXTS, ...OTHERS];

/** Where a customer's ID or an addition's ID in a path may lead. */
const KNOWN_ROUTES = [
	LOGIN,
	LIST_CUSTOMERS,
	LIST_ADDITIONS,
	ISSUE,
	CREATE_CUSTOMER,
	UPDATE_CUSTOMER,
	DELETE_CUSTOMER,
	LOOK_UP_ADDITION,
];

afterEach(() => {
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect(({} as IDataObject).polluted).toBeUndefined();
});

describe('rows', () => {
	const rows = values.map((value) => ({ value })) as IDataObject[];
	const value = '={{ $json.value }}';
	const customer = value;
	const operations: Record<string, IDataObject> = {
		'add for a customer': { resource: 'balance', operation: 'add', customer, amount: 1 },
		'add of an amount': { resource: 'balance', operation: 'add', customer: ana._id, amount: value },
		'add in a currency': {
			resource: 'balance',
			operation: 'add',
			customer: ana._id,
			amount: 1,
			currency: value,
		},
		'get an addition': { resource: 'balance', operation: 'get', additionId: value },
		'list additions': {
			resource: 'balance',
			operation: 'getAll',
			filters: { customerIdentifier: value },
		},
		'list additions from': {
			resource: 'balance',
			operation: 'getAll',
			filters: { initialDate: value },
		},
		get: { resource: 'customer', operation: 'get', customer },
		delete: { resource: 'customer', operation: 'delete', customer },
		update: {
			resource: 'customer',
			operation: 'update',
			customer: ana._id,
			updateFields: { email: value },
		},
		search: { resource: 'customer', operation: 'getAll', filters: { search: value } },
	};

	test.each(Object.keys(operations))('%s', async (name) => {
		const parameters = { currency: 'BRL', options: {}, ...operations[name] } as never;
		const before = (await service.admin.customers()).filter(({ deleted }) => !deleted).length;
		const { items, error } = await service.run({
			parameters,
			rows,
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		const failed = items.filter(({ json }) => 'error' in json);
		for (const { json } of failed) expect(String(json.error).length).toBeLessThan(2000);
		for (const { route } of await service.admin.journal()) expect(KNOWN_ROUTES).toContain(route);
		const active = (await service.admin.customers()).filter(({ deleted }) => !deleted);
		expect(active).toHaveLength(before);
		expect(active.find(({ _id }) => _id === ana._id)?.email).toBe(ana.email);
		expect((await service.admin.invariants()).violations).toEqual([]);
		const charged = (await service.admin.charges()).additions.filter(
			({ source }) => source === 'api',
		);
		expect(charged).toEqual([]);
	});

	test('a name that looks like a formula is data, and comes back as it was', async () => {
		const fields = { taxId: '93541134780', name: '=1+1', email: 'maria@example.com' };
		const parameters = { resource: 'customer', operation: 'create', options: {}, ...fields };
		// A field that begins with "=" is an expression to n8n; from a row it is not.
		const fromRow = { ...parameters, name: '={{ $json.name }}' };
		const { items } = await service.run({ parameters: fromRow, rows: [{ name: fields.name }] });
		expect(items[0].json.name).toBe('=1+1');
	});
});
