import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ana, BATCH, OFF, PolledTrigger, row, Service } from '../../../harness/engine';
import {
	DELETE_CUSTOMER,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	LOGIN,
	LOOK_UP_ADDITION,
	UPDATE_CUSTOMER,
} from '../../../harness/sandbox/routes';

// Rows that somebody else has written, and a service that answers nonsense, do no harm.

const service = Service.forThisFile();

afterEach(() => {
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect(({} as IDataObject).polluted).toBeUndefined();
});

describe('rows', () => {
	const paths = ['../../admin', '..%2f..%2fadmin', '?all=1#x', 'x\r\nHost: example.com', '\u0000'];
	const texts = ['{{ $env }}', '={{ 1 }}', '__proto__', 'constructor', '\ud800'];
	const others: unknown[] = [true, {}, [], { __proto__: null }, Infinity, -0, { toString: 'x' }];
	const values: unknown[] = [...paths, ...texts, 'x'.repeat(1024 * 1024), ...others];
	const rows = values.map((value) => ({ value })) as IDataObject[];
	const value = '={{ $json.value }}';
	/** Where a customer's ID or an addition's ID in a path may lead. */
	const ofAdditions = [LIST_ADDITIONS, ISSUE, LOOK_UP_ADDITION];
	const known = [LOGIN, LIST_CUSTOMERS, UPDATE_CUSTOMER, DELETE_CUSTOMER, ...ofAdditions];
	const activeCustomers = async () =>
		(await service.admin.customers()).filter(({ deleted }) => !deleted);

	test.each<[string, string, IDataObject]>([
		['balance', 'add', { ...OFF, customer: value, amount: 1 }],
		['balance', 'add', { ...OFF, customer: ana._id, amount: value }],
		['balance', 'add', { ...OFF, customer: ana._id, amount: 1, currency: value }],
		['balance', 'get', { additionId: value }],
		['balance', 'getMany', { filters: { customer: value } }],
		['customer', 'get', { customer: value }],
		['customer', 'delete', { customer: value }],
		['customer', 'update', { customer: ana._id, updateFields: { email: value } }],
	])('%s %s: %j', async (resource, operation, fields) => {
		const parameters = { currency: 'BRL', options: {}, resource, operation, ...fields } as never;
		const before = (await activeCustomers()).length;
		const go = { rows, onError: 'continueRegularOutput' } as const;
		const { items, error } = await service.run({ parameters, ...go });
		expect(error).toBeUndefined();
		for (const { json } of items) expect(String(json.error).length).toBeLessThan(2000);
		for (const { route } of await service.admin.journal()) expect(known).toContain(route);
		const active = await activeCustomers();
		expect(active).toHaveLength(before);
		expect(active.find(({ _id }) => _id === ana._id)?.email).toBe(ana.email);
		expect(await service.paid()).toBe(0);
	});
});

describe('answers', () => {
	/** The sandbox takes a megabyte of orders at most. */
	const LONG = 'x'.repeat(400_000);
	const DEEP = 20_000;
	const answers: Record<string, unknown> = {
		'deep arrays': '['.repeat(DEEP) + ']'.repeat(DEEP),
		'deep objects': '{"data":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
		'a field __proto__': '{"__proto__":{"polluted":true},"data":{"__proto__":{"polluted":true}}}',
		'a record with __proto__':
			'{"balanceTransaction":{"_id":"x","__proto__":{"polluted":true},"items":[{"__proto__":{"polluted":true}}]}}',
		'very long texts': { message: LONG, _id: LONG },
	};
	const answer = async (route: string, body: unknown, status = 200) =>
		await service.fault({ type: 'json', status, body }, { route });

	describe.each(Object.keys(answers))('%s', (name) => {
		test('to a top-up: issued as it is told, or unknown; to a list: nothing is sent by it', async () => {
			await answer(LIST_CUSTOMERS, answers[name]);
			const refused = await service.addOn([row(1)]);
			expect(['rejected', 'notAttempted']).toContain(refused.outcomes[0]);
			expect(await service.asked(ISSUE)).toBe(0);
			await service.admin.clearFaults();
			await answer(ISSUE, answers[name], 201);
			const { outcomes } = await service.addOn([row(1)]);
			expect(['issued', 'unknown']).toContain(outcomes[0]);
			expect(await service.asked(ISSUE)).toBe(1);
		});

		test('to a poll: an error or events, and the cursor stays', async () => {
			const parameters = { event: 'additionCompleted', options: {} };
			const trigger = new PolledTrigger(service.credential, parameters);
			await trigger.poll();
			const { _id } = await service.admin.createAddition();
			await answer(LIST_ADDITIONS, answers[name]);
			await trigger.poll().catch((error: Error) => expect(error.message).toBeTruthy());
			await service.admin.clearFaults();
			expect((await trigger.poll()).map((event) => event._id)).toContain(_id);
		});
	});

	test('any JSON at all, anywhere, is an error in words or an item', async () => {
		const bodies = fc.oneof(
			fc.jsonValue({ maxDepth: 4 }),
			fc.record({ balanceTransaction: fc.jsonValue(), recordsTotal: fc.jsonValue() }),
			fc.array(fc.record({ _id: fc.jsonValue(), taxId: fc.jsonValue(), items: fc.jsonValue() })),
		);
		const routes = fc.constantFrom(LIST_CUSTOMERS, LIST_ADDITIONS, ISSUE);
		const options = fc.constantFrom<IDataObject>({}, BATCH);
		await fc.assert(
			fc.asyncProperty(routes, bodies, options, async (route, body, protection) => {
				await service.restart();
				await answer(route, body);
				const { items, error } = await service.addOn([row(1)], protection);
				expect(error).toBeUndefined();
				expect(items).toHaveLength(1);
				expect(await service.asked(ISSUE)).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 60 },
		);
	});
});
