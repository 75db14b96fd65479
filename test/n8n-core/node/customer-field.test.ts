import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ana, bruno, Customers, elisa, LIST } from '../../../harness/engine/customerOperations';
import { PolledTrigger } from '../../../harness/engine';

// A customer may be given by `_id` or by tax ID in either mode of the field, and Options → Tax ID Format reads the tax ID
// wherever it finds a customer (reference.md "Customers and tax IDs"). How it is read: core/customers/taxId.ts.

const customers = Customers.forThisFile();
const { service } = customers;

const MODES = ['list', 'id', 'taxId'];
const FORMATS = ['auto', 'asIs', 'cpfCnpj'];
const OPERATIONS = ['get', 'update', 'delete'] as const;
const REFUSED = /neither a CPF nor a CNPJ/;
const WRONG_DIGITS = '529.982.247-26';
/** Bruno's CPF begins with zeros. */
const BRUNO_AS_NUMBER = 123456797;

const inMode = (mode: string) => ({ customer: { __rl: true, mode, value: '={{ $json.value }}' } });
const bare = { customer: '={{ $json.value }}' };
const run = async (
	operation: (typeof OPERATIONS)[number],
	value: unknown,
	field: object,
	options: object = {},
) => {
	const updateFields = operation === 'update' ? { updateFields: { name: 'Novo' } } : {};
	const parameters = { ...field, options, ...updateFields } as INodeParameters;
	return await customers.run(operation, [{ value } as IDataObject], parameters);
};
const list = async (customer: unknown, options: IDataObject = {}) =>
	await service.getAdditions({ filters: { customer }, options });
const poll = async (customer: unknown, options: IDataObject = {}) => {
	const all = { ...options, emitExisting: true, customer } as INodeParameters;
	const parameters = { event: 'additionCreated', options: all };
	return await new PolledTrigger(service.credential, parameters).poll();
};

const FIELDS = MODES.flatMap((mode) => FORMATS.map((taxIdFormat) => ({ mode, taxIdFormat })));
describe.each(FIELDS)('mode $mode, format $taxIdFormat', ({ mode, taxIdFormat }) => {
	test.each(OPERATIONS)('customer: %s takes both', async (operation) => {
		for (const value of [ana._id, elisa.taxId]) {
			const { items, error } = await run(operation, value, inMode(mode), { taxIdFormat });
			expect(error).toBeUndefined();
			expect(items[0].json._id).toBe(value === ana._id ? ana._id : elisa._id);
		}
	});

	test('balance: add takes both', async () => {
		const parameters = inMode(mode) as INodeParameters;
		const rows = [ana._id, elisa.taxId].map((value) => ({ value, amount: 10 }));
		await service.add(rows, { taxIdFormat }, { parameters });
		for (const { _id } of [ana, elisa]) expect(await service.charged(_id, 10)).toBe(1);
	});
});

test.each(OPERATIONS)('customer: %s reads a tax ID by its format', async (operation) => {
	const wrong = await run(operation, WRONG_DIGITS, bare, { taxIdFormat: 'cpfCnpj' });
	expect(wrong.error?.message).toMatch(REFUSED);
	expect(await customers.admin.journal()).toEqual([]);
	const asIs = await run(operation, BRUNO_AS_NUMBER, bare, { taxIdFormat: 'asIs' });
	expect(asIs.error?.message).toMatch(/^The customer was not found/);
	const { items } = await run(operation, BRUNO_AS_NUMBER, bare);
	expect(items[0].json._id).toBe(bruno._id);
});

test('customer: update reads the new tax ID by the format, too', async () => {
	const change = async (taxId: string) => {
		const options = { taxIdFormat: 'cpfCnpj' };
		const parameters = { ...bare, updateFields: { taxId }, options };
		return await customers.run('update', [{ value: ana._id }], parameters);
	};
	expect((await change(WRONG_DIGITS)).error?.message).toMatch(REFUSED);
	expect(await customers.admin.journal()).toEqual([]);
	await change('935.411.347-80');
	expect((await customers.stored(ana._id))?.taxId).toBe('93541134780');
});

test('the list of additions and the trigger read a tax ID by it, instead of finding nothing', async () => {
	for (const { _id } of [ana, bruno])
		await customers.admin.createAddition({ customerIdentifier: _id });
	expect((await list(BRUNO_AS_NUMBER)).items).toHaveLength(1);
	expect(await poll(BRUNO_AS_NUMBER)).toHaveLength(1);
	expect((await list(BRUNO_AS_NUMBER, { taxIdFormat: 'asIs' })).items).toHaveLength(0);
	const asked = await customers.admin.count({});
	expect((await list(123)).error?.message).toMatch(REFUSED);
	expect((await list(WRONG_DIGITS, { taxIdFormat: 'cpfCnpj' })).error?.message).toMatch(REFUSED);
	await expect(poll(123)).rejects.toThrow(REFUSED);
	expect(await customers.admin.count({})).toBe(asked);
});

test.each(['update', 'delete'] as const)('customer: %s finds other tax IDs', async (operation) => {
	const { _id } = await customers.admin.createCustomer({ taxId: 'AB 123-456' });
	const { items } = await run(operation, 'ab123456', inMode('id'), { taxIdFormat: 'auto' });
	expect(items[0].json._id).toBe(_id);
	expect((await customers.asked())[LIST]).toBe(1);
});
