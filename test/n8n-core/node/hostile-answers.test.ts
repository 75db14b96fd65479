import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	DEMO_CUSTOMERS,
	DataTables,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	PolledTrigger,
	Service,
} from '../../../harness/engine';

// A service that answers nonsense does no harm.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
/** The sandbox takes a megabyte of orders at most. */
const LONG = 'x'.repeat(400_000);

afterEach(() => {
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect(({} as IDataObject).polluted).toBeUndefined();
});

const DEEP = 20_000;
const answers: Record<string, unknown> = {
	'deep arrays': '['.repeat(DEEP) + ']'.repeat(DEEP),
	'deep objects': '{"data":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
	'a field __proto__': '{"__proto__":{"polluted":true},"data":{"__proto__":{"polluted":true}}}',
	'a record with __proto__':
		'{"balanceTransaction":{"_id":"x","__proto__":{"polluted":true},"items":[{"__proto__":{"polluted":true}}]}}',
	'very long texts': { message: LONG, _id: LONG },
};

describe('answers', () => {
	const addAna = async () =>
		await service.add(
			[{ customer: ana.taxId, amount: 1 }],
			{},
			{
				onError: 'continueRegularOutput',
			},
		);

	test.each(Object.keys(answers))(
		'%s to an addition: issued as it is told, or unknown',
		async (name) => {
			const action = { type: 'json', status: 201, body: answers[name] } as const;
			await service.admin.addFault({ route: ISSUE, action });
			const { items, error } = await addAna();
			expect(error).toBeUndefined();
			const { _gmc, details } = items[0].json as Record<string, IDataObject>;
			expect(['issued', 'unknown']).toContain((_gmc ?? details).outcome);
			expect(await service.asked(ISSUE)).toBe(1);
		},
	);

	test.each(Object.keys(answers))(
		'%s to a list: nothing is sent on the ground of it',
		async (name) => {
			const action = { type: 'json', status: 200, body: answers[name] } as const;
			await service.admin.addFault({ route: LIST_CUSTOMERS, action });
			const { items, error } = await addAna();
			expect(error).toBeUndefined();
			expect(['rejected', 'notAttempted']).toContain(
				(items[0].json.details as IDataObject).outcome,
			);
			expect(await service.asked(ISSUE)).toBe(0);
		},
	);

	test.each(Object.keys(answers))(
		'%s to a poll: an error or events, and the cursor stays',
		async (name) => {
			const trigger = new PolledTrigger(service.credential, {
				event: 'additionCompleted',
				options: {},
			});
			await trigger.poll();
			const { _id } = await service.admin.createAddition();
			const action = { type: 'json', status: 200, body: answers[name] } as const;
			await service.admin.addFault({ route: LIST_ADDITIONS, action });
			await trigger.poll().catch((error: Error) => expect(error.message).toBeTruthy());
			await service.admin.clearFaults();
			expect((await trigger.poll()).map((event) => event._id)).toContain(_id);
		},
	);

	test('any JSON at all, anywhere, is an error in words or an item', async () => {
		const bodies = fc.oneof(
			fc.jsonValue({ maxDepth: 4 }),
			fc.record({ balanceTransaction: fc.jsonValue(), recordsTotal: fc.jsonValue() }),
			fc.array(fc.record({ _id: fc.jsonValue(), taxId: fc.jsonValue(), items: fc.jsonValue() })),
		);
		const routes = fc.constantFrom(LIST_CUSTOMERS, LIST_ADDITIONS, ISSUE);
		const options = fc.constantFrom({}, { duplicateProtection: 'batch', batchName: '1' });
		await fc.assert(
			fc.asyncProperty(routes, bodies, options, async (route, body, protection) => {
				await service.restart();
				await service.admin.addFault({ route, action: { type: 'json', status: 200, body } });
				const { items, error } = await service.add(
					[{ customer: ana.taxId, amount: 1 }],
					protection,
					{
						onError: 'continueRegularOutput',
						executeWorkflow: new DataTables().executeWorkflow,
					},
				);
				expect(error).toBeUndefined();
				expect(items).toHaveLength(1);
				expect(await service.asked(ISSUE)).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 60 },
		);
	});
});
