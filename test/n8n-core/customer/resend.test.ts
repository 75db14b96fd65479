import type { FaultAction } from '../../../sandbox/state/faults';
import type { CustomerOperation } from '../../../harness/engine/customerOperations';
import {
	ana,
	CREATE,
	Customers,
	DELETE,
	diegoRenamed,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

const FATES_UNKNOWN: Array<[string, FaultAction]> = [
	['a 500', { type: 'status', status: 500, body: {} }],
	['a 503', { type: 'status', status: 503, body: {}, headers: { 'retry-after': '0' } }],
	['a 429 with Retry-After', { type: 'rateLimit', retryAfter: 0 }],
	['a 502 in HTML', { type: 'html', status: 502 }],
	['a reset', { type: 'resetBefore' }],
	['a reset after it was done', { type: 'commitThenReset' }],
	['a 500 after it was done', { type: 'commitThenStatus', status: 500, body: {} }],
	['half an answer', { type: 'halfAnswer' }],
];

describe.each<[CustomerOperation, string]>([
	['create', CREATE],
	['update', UPDATE],
	['delete', DELETE],
	['upsert', UPDATE],
])('customer: %s sends its %s once', (operation, route) => {
	const row = operation === 'create' ? maria : diegoRenamed;

	test.each(FATES_UNKNOWN)('whatever comes back: %s', async (_what, action) => {
		await customers.fault(route, action, 1);
		const { items, error } = await customers.run(operation, [row]);
		expect(items).toEqual([]);
		expect(`${error?.message} ${error?.description}`).toMatch(/not known.*Customer → Get/);
		expect((await customers.asked())[route]).toBe(1);
	});

	test('and goes on with the next row under Continue', async () => {
		await customers.fault(route, { type: 'resetBefore' }, 1);
		const next = {
			...ana,
			id: ana._id,
			taxId: operation === 'create' ? '28534167044' : ana.taxId,
			name: 'N',
		};
		const [one, other] = await customers.runOn(operation, [row, next]);
		expect(one.error).toMatch(/^Row 1: .*not known/);
		expect(other).not.toHaveProperty('error');
		expect((await customers.asked())[route]).toBe(2);
	});
});

describe('after a 401 a write is sent a second time, for the first did nothing', () => {
	test('when the token ran out before it', async () => {
		await customers.fault(
			CREATE,
			{ type: 'status', status: 401, body: { statusCode: 401, message: 'expired' } },
			1,
		);
		const { items, error } = await customers.run('create', [maria]);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject(maria);
		const created = await customers.admin.journal({ route: CREATE });
		expect(created.map(({ status }) => status)).toEqual([401, 201]);
	});
});

describe('a created customer without an id', () => {
	test.each<[string, FaultAction]>([
		['an empty answer', { type: 'emptyBody', status: 201 }],
		['another record', { type: 'json', status: 201, body: { title: 'ok' } }],
		['HTML', { type: 'html', status: 200 }],
	])('is of unknown fate: %s', async (_what, action) => {
		await customers.fault(CREATE, action, 1);
		const { error } = await customers.run('create', [maria]);
		expect(error?.message).toMatch(/without the id.*not known/);
		expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 1 });
	});
});

describe('the list is asked again', () => {
	test.each<[string, FaultAction]>([
		['a 429 with Retry-After', { type: 'rateLimit', retryAfter: 0 }],
		['a 503', { type: 'status', status: 503, body: {} }],
		['a 408', { type: 'status', status: 408, body: {} }],
		['a reset', { type: 'resetBefore' }],
		['half an answer', { type: 'halfAnswer' }],
	])('after %s, and then it works', async (_what, action) => {
		await customers.fault(LIST, action, 1);
		const { items, error } = await customers.run('get', [{ id: ana._id }]);
		expect(error).toBeUndefined();
		expect(items[0].json._id).toBe(ana._id);
		expect(await customers.asked()).toEqual({ [LIST]: 2 });
	});

	test('not before the time that the service asked for', async () => {
		await customers.fault(LIST, { type: 'rateLimit', retryAfter: 1 }, 1);
		await customers.run('get', [{ id: ana._id }]);
		const [first, second] = (await customers.admin.journal({ route: LIST })).map(({ at }) =>
			Date.parse(at),
		);
		expect(second - first).toBeGreaterThanOrEqual(950);
	});

	test('but not when the service asks for an hour', async () => {
		await customers.fault(LIST, { type: 'rateLimit', retryAfter: 3600 });
		const { error } = await customers.run('get', [{ id: ana._id }]);
		expect(error?.message).toMatch(/too many requests \(429\)/);
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});

	test('but not for ever', async () => {
		await customers.fault(LIST, {
			type: 'status',
			status: 503,
			body: {},
			headers: { 'retry-after': '0' },
		});
		const { error } = await customers.run('get', [{ id: ana._id }]);
		expect(error?.httpCode).toBe('503');
		expect((await customers.asked())[LIST]).toBeLessThan(10);
		expect((await customers.asked())[LIST]).toBeGreaterThan(1);
	});

	test.each([400, 403, 404, 417])('but not after a definite %p', async (status) => {
		await customers.fault(LIST, { type: 'status', status, body: {} });
		await customers.run('get', [{ id: ana._id }]);
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});

test('upsert: a row of a tax ID whose creation is not known is not sent', async () => {
	await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
	await customers.fault(CREATE, { type: 'commitThenReset' });
	const [first, second] = await customers.runOn('upsert', [
		maria,
		{ ...maria, name: 'Maria Nova' },
	]);
	expect(first.error).toMatch(/not known/);
	expect(second.error).toMatch(/^Row 2: not attempted, because the outcome of row 1/);
	expect((await customers.asked())[CREATE]).toBe(1);
});
