import type { FaultAction } from '../../../sandbox/state/faults';
import { ana, Customers, LIST } from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

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
});
