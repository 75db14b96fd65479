import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ana, bruno, Customers } from '../../../harness/engine/customerOperations';
import { PolledTrigger } from '../../../harness/engine';

// Options → Tax ID Format, wherever a tax ID finds a customer (reference.md "Customers and tax IDs"). How it is read is tested at
// `core/customers/taxId.ts`; create, upsert and add have tests of their own for what is sent.

const customers = Customers.forThisFile();

const WRONG_DIGITS = '529.982.247-26';
const REFUSED = /neither a CPF nor a CNPJ/;
/** Bruno's CPF begins with zeros. */
const BRUNO_AS_NUMBER = 123456797;

const byTaxId = { customer: { __rl: true, mode: 'taxId', value: '={{ $json.value }}' } };
const bare = { customer: '={{ $json.value }}' };

describe.each(['get', 'update', 'delete'] as const)('customer: %s', (operation) => {
	const run = async (value: unknown, options: INodeParameters, parameters: object) =>
		await customers.run(operation, [{ value } as IDataObject], {
			...parameters,
			...(operation === 'update' && { updateFields: { name: 'Outro Nome' } }),
			options,
		});

	test.each([byTaxId, bare])(
		'gives a number its zeros back, unless it is as it is: %j',
		async (by) => {
			const asIs = await run(BRUNO_AS_NUMBER, { taxIdFormat: 'asIs' }, by);
			expect(asIs.error?.message).toMatch(/^The customer was not found/);
			const { items } = await run(BRUNO_AS_NUMBER, {}, by);
			expect(items[0].json._id).toBe(bruno._id);
		},
	);

	test.each([byTaxId, bare])('refuses wrong check digits where they count: %j', async (by) => {
		const { error } = await run(WRONG_DIGITS, { taxIdFormat: 'cpfCnpj' }, by);
		expect(error?.message).toMatch(REFUSED);
		expect(await customers.admin.journal()).toEqual([]);
	});
});

test('customer: update reads the new tax ID by it, too', async () => {
	const change = async (taxId: string) =>
		await customers.run('update', [{ value: ana._id }], {
			...bare,
			updateFields: { taxId },
			options: { taxIdFormat: 'cpfCnpj' },
		});
	expect((await change(WRONG_DIGITS)).error?.message).toMatch(REFUSED);
	expect(await customers.admin.journal()).toEqual([]);
	await change('935.411.347-80');
	expect((await customers.stored(ana._id))?.taxId).toBe('93541134780');
});

describe('of the additions of a customer', () => {
	beforeEach(async () => {
		for (const { _id } of [ana, bruno]) {
			await customers.admin.createAddition({ customerIdentifier: _id });
		}
	});

	const list = async (customer: unknown, options: IDataObject = {}) =>
		await customers.service.getAdditions({ filters: { customer }, options });
	const poll = async (customer: unknown) => {
		const options = { emitExisting: true, customer } as INodeParameters;
		const parameters = { event: 'additionCreated', options };
		return await new PolledTrigger(customers.service.credential, parameters).poll();
	};

	test('the list and the trigger give a number its zeros back, unless it is as it is', async () => {
		expect((await list(BRUNO_AS_NUMBER)).items).toHaveLength(1);
		expect((await list(BRUNO_AS_NUMBER, { taxIdFormat: 'asIs' })).items).toHaveLength(0);
		expect(await poll(BRUNO_AS_NUMBER)).toHaveLength(1);
	});

	test('the list and the trigger refuse what is no tax ID instead of finding nothing', async () => {
		const options = { taxIdFormat: 'cpfCnpj' };
		expect((await list(123)).error?.message).toMatch(REFUSED);
		expect((await list(WRONG_DIGITS, options)).error?.message).toMatch(REFUSED);
		await expect(poll(123)).rejects.toThrow(REFUSED);
		expect(await customers.admin.journal()).toEqual([]);
	});
});
