import { CREATE, Customers, LIST, maria } from '../../../harness/engine/customerOperations';
import { addParameters, outcomeOf } from '../../../harness/engine/service';

// GMC never really deletes a customer, so the tax ID of a new one is checked before (reference.md "Customers and tax IDs").
// It is spelt as Balance: Add spells it, which then finds the customer by the same row.

const customers = Customers.forThisFile();
beforeEach(async () => {
	await customers.admin.reset({ seed: 'empty' });
});

/** Balance: Add, to the customer that the same cell names. */
const payTo = async (taxId: unknown, taxIdFormat = 'auto') =>
	await customers.service.run({
		parameters: addParameters({ taxIdFormat }),
		rows: [{ customer: taxId as string, amount: 1 }],
	});

describe.each(['create', 'upsert'] as const)('customer: %s', (operation) => {
	const sent = async (taxId: unknown, taxIdFormat?: string) => {
		const options = taxIdFormat === undefined ? {} : { taxIdFormat };
		const row = { ...maria, taxId: taxId as string };
		const { items, error } = await customers.run(operation, [row], { options });
		return error === undefined ? items[0].json.taxId : error;
	};

	test.each([
		['zeros of a CPF that a number has lost come back', 1234567890, undefined, '01234567890'],
		['and those of a CNPJ', 6990590000123, undefined, '06990590000123'],
		['a whole CPF stays as it is', '12345678909', undefined, '12345678909'],
		['and keeps its punctuation', '123.456.789-09', 'auto', '123.456.789-09'],
		['unless it is not wanted', '123.456.789-09', 'cpfCnpj', '12345678909'],
		['whose zeros come back as well', 1234567890, 'cpfCnpj', '01234567890'],
		['the CNPJ of 2026 is one', '12.ABC.345/01DE-35', undefined, '12.ABC.345/01DE-35'],
		['as it is, anything goes', '1234567891', 'asIs', '1234567891'],
	])('%s: %p as %s is %s', async (_, taxId, format, stored) => {
		expect(await sent(taxId, format)).toBe(stored);
		const { items } = await payTo(taxId, format);
		expect(outcomeOf(items[0])).toBe('issued');
	});

	test.each([
		['111.444.777-00', undefined],
		['1234567891', undefined],
		['AB-123', 'auto'],
		['1234567890', undefined],
		['1234567890', 'cpfCnpj'],
		['6990590000123', 'auto'],
		['111.444.777-00', 'cpfCnpj'],
	])('%s as %s is refused before any request, with the way on', async (taxId, format) => {
		const error = await sent(taxId, format);
		expect(error).toMatchObject({
			message: expect.stringMatching(/^Row 1: .*check digits do not agree\. Nothing was sent$/),
			description: expect.stringMatching(/dropped leading zeros; .* Tax ID Format to As Is\.$/),
		});
		const asked = await customers.asked();
		expect([asked[LIST], asked[CREATE]]).toEqual([undefined, undefined]);
	});
});

describe('a number that may be a CPF or a CNPJ', () => {
	const [cpf, cnpj] = ['002.080.001-00', '00000208000100'];
	const row = { ...maria, id: 'f'.repeat(24), taxId: 208000100 };
	const refused = { message: expect.stringMatching(/…0100 may be a CPF or a CNPJ/) };

	test.each(['create', 'update'] as const)(
		'is refused before any request: %s',
		async (operation) => {
			const given = operation === 'update' ? { updateFields: { taxId: '={{ $json.taxId }}' } } : {};
			const { error } = await customers.run(operation, [row], given);
			expect(error).toMatchObject(refused);
			expect(error?.context.details).toMatchObject({ code: 'TAX_ID_INVALID' });
			expect(await customers.admin.journal()).toEqual([]);
		},
	);

	test.each([[cpf], [cnpj]])(
		'is the customer that has one of them: upsert of %s',
		async (taxId) => {
			const { _id } = await customers.admin.createCustomer({ ...maria, taxId });
			const { items } = await customers.run('upsert', [row]);
			expect(items[0].json).toMatchObject({ _id, taxId, _gmc: { action: 'unchanged' } });
		},
	);

	test.each([[[]], [[cpf, cnpj]]])('is refused where %j are there: upsert', async (taxIds) => {
		for (const taxId of taxIds) await customers.admin.createCustomer({ taxId });
		const { error } = await customers.run('upsert', [row]);
		expect(error).toMatchObject(refused);
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});
