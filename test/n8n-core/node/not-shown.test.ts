import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { Service, addParameters } from '../../../harness/engine/service';

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;

const get = async (additionId: unknown) => await service.getAddition(additionId);
const getAll = async (parameters: object = {}) => await service.getAdditions(parameters);

describe('whatever the service turns out to answer (not shown: service.md)', () => {
	test.each(['array', 'objectWhenSingle', 'bareArray', 'envelopes'] as const)(
		'the list as %s, with none, one and two additions',
		async (shape) => {
			await service.restart({ list: { shape } });
			for (const count of [0, 1, 2]) {
				const { items, error } = await getAll();
				expect(error).toBeUndefined();
				expect(items).toHaveLength(count);
				await service.admin.createAddition();
			}
		},
	);

	test('the customers wrapped in data', async () => {
		await service.restart({ list: { customersShape: 'data' } });
		const { items } = await service.run({
			parameters: { resource: 'customer', operation: 'getAll', returnAll: true },
		});
		expect(items).toHaveLength(DEMO_CUSTOMERS.length);
	});

	test.each(['epochMs', 'epochSeconds', 'yyyyMMddHHmmss'] as const)(
		'timestamps as %s get an ISO sibling',
		async (createdAtFormat) => {
			await service.restart({ timestamps: { createdAtFormat } });
			await service.admin.createAddition({ createdAt: '2026-03-01T12:00:00.000Z' });
			const [{ json }] = (await getAll()).items;
			expect(json.createdAtIso).toBe('2026-03-01T12:00:00.000Z');
			expect(json.createdAt).toMatch(/^\d+$/);
		},
	);

	test.each(['fixedFeeSource', 'ixedFeeSource'] as const)(
		'%s comes out as fixedFeeSource',
		async (spelling) => {
			await service.restart({
				fees: { firstFeeSourceField: spelling, firstFeeSourceFieldOnLookup: spelling },
			});
			const rows = [{ customer: ana.taxId, amount: 10 }];
			const issued = (await service.run({ parameters: addParameters(), rows })).items[0].json;
			const { items } = await get(issued._id);
			for (const { json } of [{ json: issued }, items[0], (await getAll()).items[0]]) {
				const [{ fees }] = json.items as Array<{ fees: object }>;
				expect(fees).toMatchObject({ fixedFeeSource: 'not-applied' });
				expect(fees).not.toHaveProperty('ixedFeeSource');
			}
		},
	);

	test.each(['asSent', '_id', 'taxId'] as const)(
		'customerIdentifier echoed as %s, and fields that service.md 2.2 does not name',
		async (echoCustomerIdentifier) => {
			await service.restart({ additions: { echoCustomerIdentifier, extraFields: true } });
			const rows = [{ customer: ana.taxId, amount: 10 }];
			const issued = (await service.run({ parameters: addParameters(), rows })).items[0].json;
			const [stored] = await getAll({ filters: { customer: ana._id } }).then(({ items }) => items);
			const { _gmc, ...record } = issued;
			expect(_gmc).toMatchObject({ outcome: 'issued' });
			expect(stored.json).toEqual(record);
			expect(Object.keys(record).length).toBeGreaterThan(10);
		},
	);
});
