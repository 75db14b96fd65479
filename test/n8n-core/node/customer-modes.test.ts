import type { INodeParameters } from 'n8n-workflow';
import { ana, bruno, Customers, elisa, LIST } from '../../../harness/engine/customerOperations';
import { PolledTrigger, outcomeOf } from '../../../harness/engine';

// A customer may be given by `_id` or by tax ID in either mode of the field (reference.md "Customers and tax IDs"),
// and a tax ID that differs in a letter is another customer's.

const customers = Customers.forThisFile();
const { service } = customers;
const locator = (mode: string) => ({ __rl: true, mode, value: '={{ $json.value }}' });

const MODES = ['list', 'id', 'taxId'];
const FORMATS = ['auto', 'asIs', 'cpfCnpj'];
const combinations = MODES.flatMap((mode) => FORMATS.map((taxIdFormat) => ({ mode, taxIdFormat })));

const run = async (
	operation: 'get' | 'update' | 'delete',
	value: string,
	{ mode, taxIdFormat }: { mode: string; taxIdFormat: string },
) => {
	const customer = locator(mode) as INodeParameters;
	const updateFields = operation === 'update' ? { updateFields: { name: 'Novo' } } : {};
	const parameters = { customer, options: { taxIdFormat }, ...updateFields };
	return await customers.run(operation, [{ value }], parameters as INodeParameters);
};

describe.each(combinations)('mode $mode, format $taxIdFormat', (setting) => {
	test.each(['get', 'update', 'delete'] as const)('customer: %s takes both', async (operation) => {
		for (const value of [ana._id, elisa.taxId]) {
			const { items, error } = await run(operation, value, setting);
			expect(error).toBeUndefined();
			expect(items[0].json._id).toBe(value === ana._id ? ana._id : elisa._id);
		}
	});

	test('balance: add takes both', async () => {
		const parameters = { customer: locator(setting.mode) } as INodeParameters;
		const rows = [ana._id, elisa.taxId].map((value) => ({ value, amount: 10 }));
		const { taxIdFormat } = setting;
		const { items } = await service.add(rows, { taxIdFormat }, { parameters });
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
		for (const { _id } of [ana, elisa]) expect(await service.charged(_id, 10)).toBe(1);
	});
});

test.each(FORMATS)('the filters of the list and of the trigger take both: %s', async (format) => {
	await customers.admin.createAddition({ customerIdentifier: ana._id });
	await customers.admin.createAddition({ customerIdentifier: bruno._id });
	const options = { taxIdFormat: format };
	for (const customer of [ana._id, ana.taxId]) {
		const { items } = await service.getAdditions({ filters: { customer }, options });
		expect(items).toHaveLength(1);
		const trigger = new PolledTrigger(service.credential, {
			event: 'additionCreated',
			options: { ...options, customer, emitExisting: true },
		});
		expect(await trigger.poll()).toHaveLength(1);
	}
});

test.each(['update', 'delete'] as const)(
	'customer: %s finds a tax ID that is neither CPF nor CNPJ, given by ID',
	async (operation) => {
		const { _id } = await customers.admin.createCustomer({ taxId: 'AB 123-456' });
		const { items } = await run(operation, 'ab123456', { mode: 'id', taxIdFormat: 'auto' });
		expect(items[0].json._id).toBe(_id);
		expect((await customers.asked())[LIST]).toBe(1);
	},
);

describe('a tax ID with letters of another alphabet', () => {
	const other = 'ЖЩ123456';
	beforeEach(async () => {
		await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
		await customers.admin.createCustomer({ taxId: '123456' });
	});

	test('is not paid to the customer without them', async () => {
		const { error } = await service.add([{ customer: other, amount: 10 }]);
		expect(error?.message).toMatch(/^The customer was not found/);
		expect(await service.charged('123456')).toBe(0);
	});

	test('is created and not taken for the other one', async () => {
		const row = { taxId: other, name: 'Zhanna', email: 'z@example.com' };
		const options = { taxIdFormat: 'asIs' };
		const { items } = await customers.run('upsert', [row], { options });
		expect(items[0].json).toMatchObject({ taxId: other, _gmc: { action: 'created' } });
	});
});
