import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ana, bruno, Customers, elisa } from '../../../harness/engine/customerOperations';
import { PolledTrigger } from '../../../harness/engine/engine';

// Options → Tax ID Format, wherever a tax ID is given (reference.md "Customers and tax IDs"). Create, upsert and add have tests of
// their own for what is sent; here is what finds a customer.

const customers = Customers.forThisFile();

/** The demo's elisa is stored with punctuation; bruno's CPF begins with zeros. */
const WRONG_DIGITS = '529.982.247-26';
const REFUSED = /neither a CPF nor a CNPJ/;

const byTaxId = { customer: { __rl: true, mode: 'taxId', value: '={{ $json.value }}' } };
const bare = { customer: '={{ $json.value }}' };
const update = { updateFields: { name: 'Outro Nome' } };

type Operation = 'get' | 'update' | 'delete';

const run = async (
	operation: Operation,
	value: unknown,
	taxIdFormat: string | undefined,
	parameters: IDataObject,
) =>
	await customers.run(operation, [{ value } as IDataObject], {
		...parameters,
		...(operation === 'update' && update),
		options: taxIdFormat === undefined ? {} : { taxIdFormat },
	});

describe.each(['get', 'update', 'delete'] as const)('customer: %s', (operation) => {
	test.each([
		['a number gets its zeros back', 123456797, undefined, bruno],
		['a number that a text spells out', '00123456797', 'cpfCnpj', bruno],
		['punctuation does not matter', '52998224725', 'cpfCnpj', elisa],
		['a text stays as it is', '012.345.678-90', 'asIs', ana],
	])('%s: %p as %s', async (_, value, format, { _id }) => {
		for (const parameters of [byTaxId, bare]) {
			await customers.service.restart();
			const { items, error } = await run(operation, value, format, parameters);
			expect(error).toBeUndefined();
			expect(items[0].json._id).toBe(_id);
		}
	});

	test('as it is, a number that lost its zeros is nobody', async () => {
		const { error } = await run(operation, 123456797, 'asIs', byTaxId);
		expect(error?.message).toMatch(/^Row 1: The customer was not found/);
	});

	test('wrong check digits are refused before any request, where they are asked for', async () => {
		for (const parameters of [byTaxId, bare]) {
			const { error } = await run(operation, WRONG_DIGITS, 'cpfCnpj', parameters);
			expect(error?.message).toMatch(REFUSED);
		}
		expect(await customers.admin.journal()).toEqual([]);
	});
});

test('customer: update reads the new tax ID by it, too', async () => {
	const change = async (taxId: string, taxIdFormat: string) =>
		await customers.run('update', [{ value: ana._id }], {
			...bare,
			updateFields: { taxId },
			options: { taxIdFormat },
		});
	expect((await change(WRONG_DIGITS, 'cpfCnpj')).error?.message).toMatch(REFUSED);
	expect(await customers.admin.journal()).toEqual([]);
	await change('935.411.347-80', 'cpfCnpj');
	expect((await customers.stored(ana._id))?.taxId).toBe('93541134780');
});

describe('balance: getAll', () => {
	const listFor = async (customer: unknown, taxIdFormat?: string) =>
		await customers.service.getAdditions({
			filters: { customer },
			options: taxIdFormat ? { taxIdFormat } : {},
		});

	test('a number gets its zeros back, unless it is taken as it is', async () => {
		await customers.admin.createAddition({ customerIdentifier: bruno._id });
		await customers.admin.createAddition({ customerIdentifier: ana._id });
		expect((await listFor(123456797)).items).toHaveLength(1);
		expect((await listFor(123456797, 'asIs')).items).toHaveLength(0);
		expect((await listFor('001.234.567-97', 'cpfCnpj')).items).toHaveLength(1);
	});

	test('what is no tax ID is refused instead of finding nothing', async () => {
		expect((await listFor(123)).error?.message).toMatch(REFUSED);
		expect((await listFor(WRONG_DIGITS, 'cpfCnpj')).error?.message).toMatch(REFUSED);
		expect(await customers.admin.journal()).toEqual([]);
	});
});

describe('trigger', () => {
	const poll = async (customer: unknown, taxIdFormat?: string) => {
		const options = { emitExisting: true, customer, ...(taxIdFormat && { taxIdFormat }) };
		const trigger = new PolledTrigger(customers.service.credential, {
			event: 'additionCreated',
			options: options as INodeParameters,
		});
		return (await trigger.poll()).length;
	};

	test('reads its customer in the same way', async () => {
		await customers.admin.createAddition({ customerIdentifier: bruno._id });
		await customers.admin.createAddition({ customerIdentifier: ana._id });
		expect(await poll(123456797)).toBe(1);
		expect(await poll('001.234.567-97', 'cpfCnpj')).toBe(1);
		await expect(poll(WRONG_DIGITS, 'cpfCnpj')).rejects.toThrow(REFUSED);
	});
});
