import type { IDataObject } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { ISSUE, LIST_ADDITIONS, LIST_CUSTOMERS, Service } from '../../../harness/engine/service';
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
	'a/b',
	'..',
	'?all=1#x',
	'a\\..\\b',
	'\u0000',
	'\u202e',
	'x\r\nHost: example.com',
	'x\nSet-Cookie: a=b',
	'{{ $env }}',
	'={{ 1 }}',
	'${1}',
	'=HYPERLINK("http://example.com")',
	'+1',
	'@SUM(A1)',
	"'; DROP TABLE x; --",
	'<script>',
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'\ud800',
	MEGABYTE,
];
const OTHERS: unknown[] = [
	true,
	{},
	[],
	{ __proto__: null },
	['a'],
	Infinity,
	-0,
	1e21,
	{ toString: 'x' },
];
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
	});

	test('nothing is issued for any of them', async () => {
		const parameters = { ...operations['add for a customer'], currency: 'BRL', options: {} };
		const { items } = await service.run({
			parameters: parameters as never,
			rows,
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(rows.length);
		for (const { json } of items) expect(json.details).toMatchObject({ outcome: 'rejected' });
		expect(await service.asked(ISSUE)).toBe(0);
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
