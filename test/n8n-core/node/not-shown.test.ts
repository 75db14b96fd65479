import type { SandboxSettingsInput } from '../../../sandbox/settings';
import { addParameters, ana, DEMO_CUSTOMERS, Service } from '../../../harness/engine';

// Whatever the service turns out to answer (not shown: service.md), what comes out is the same. Each form is read by a reader of
// `api/schemas.ts` or `core/service/record.ts`, with tests of its own; here is that the operations use them.

const service = Service.forThisFile();

test.each<SandboxSettingsInput>([
	{ list: { shape: 'objectWhenSingle', customersShape: 'data' } },
	{ list: { shape: 'envelopes' }, timestamps: { createdAtFormat: 'yyyyMMddHHmmss' } },
	{ list: { shape: 'bareArray' }, additions: { echoCustomerIdentifier: '_id', extraFields: true } },
	{ fees: { firstFeeSourceField: 'ixedFeeSource' } },
])('under %j', async (settings) => {
	await service.restart(settings);
	expect((await service.getAdditions()).items).toEqual([]);
	const rows = [{ customer: ana.taxId, amount: 10 }];
	const [{ json }] = (await service.run({ parameters: addParameters(), rows })).items;
	const { _gmc, ...issued } = json;
	expect(_gmc).toMatchObject({ outcome: 'issued' });
	expect(issued.createdAtIso).toMatch(/^\d{4}-.*Z$/);
	expect(issued.items).toMatchObject([{ fees: { fixedFeeSource: 'not-applied' } }]);
	expect(JSON.stringify(issued)).not.toContain('"ixedFeeSource"');
	const listed = await service.getAdditions({ filters: { customer: ana._id } });
	const found = await service.getAddition(issued._id);
	for (const { items } of [listed, found]) expect(items.map((item) => item.json)).toEqual([issued]);
	const parameters = { resource: 'customer', operation: 'getAll', returnAll: true };
	expect((await service.run({ parameters })).items).toHaveLength(DEMO_CUSTOMERS.length);
});
