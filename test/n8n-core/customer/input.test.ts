import type { IDataObject } from 'n8n-workflow';
import { type CustomerOperation, Customers } from '../../../harness/engine/customerOperations';
import { addParameters, outcomeOf } from '../../../harness/engine/service';
import { CREATE, diegoRenamed, maria } from './given';

// promises.md P32

const customers = Customers.forThisFile();

type Bad = [CustomerOperation, IDataObject, RegExp];
const BAD: Bad[] = [
	...(['create', 'upsert'] as const).flatMap((operation): Bad[] => [
		[operation, { taxId: '' }, /tax ID is empty/],
		[operation, { taxId: 123456798 }, /check digits/],
		[operation, { taxId: 208000100 }, /…0100 may be a CPF or a CNPJ/],
		[operation, { name: '  ' }, /name is empty/],
		[operation, { name: { first: 'x' } }, /name is an object/],
		[operation, { name: 'x'.repeat(5000) }, /name has more than 1000 characters/],
		[operation, { email: '' }, /email is empty/],
		[operation, { email: 'maria @example.com' }, /not an email address/],
	]),
	...(['get', 'update', 'delete'] as const).flatMap((operation): Bad[] => [
		[operation, { id: '   ' }, /customer is empty/],
		[operation, { id: 'x'.repeat(5000) }, /too long/],
		[operation, { id: { a: 1 } }, /not a text/],
		...['..', '.', ' .. '].map((id): Bad => [operation, { id }, /not an ID/]),
	]),
	['update', { name: '' }, /name is empty/],
];

test.each(BAD)('%s with %j is refused before any request', async (operation, bad, words) => {
	const rows = [diegoRenamed, { ...diegoRenamed, ...bad }];
	const { items, error } = await customers.run(operation, rows);
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^Row 2 \(item 1\): /);
	expect(error?.context.itemIndex).toBe(1);
	expect(error?.message).toMatch(words);
	expect(await customers.admin.journal()).toEqual([]);
});

test('update without a field is refused before any request', async () => {
	const { error } = await customers.run('update', [diegoRenamed], { updateFields: {} });
	expect(error?.message).toMatch(/There is nothing to change/);
	expect(await customers.admin.journal()).toEqual([]);
});

test.each(['create', 'upsert'] as const)('%s names all bad rows', async (operation) => {
	const bad = { ...maria, name: '' };
	const wrong = Array.from({ length: 11 }, (_, i) => ({ ...maria, taxId: `1${i}` }));
	const rows = [maria, bad, bad, maria, { ...bad, email: 'nobody' }, ...wrong];
	const { items, error } = await customers.run(operation, rows);
	expect(items).toEqual([]);
	expect(error?.message).toBe('14 of 16 rows are refused. Nothing was sent');
	const lines = error!.description!.split('\n');
	expect(lines[0]).toBe('Rows 2–3, 5: the name is empty.');
	expect(lines[1]).toMatch(/^Row 6: the tax ID 10 is neither/);
	expect(lines[9]).toMatch(/^Row 14: the tax ID 18 is neither/);
	expect(lines.slice(10)).toEqual([expect.stringMatching(/^… and rows 15–16\. Code: /)]);
	expect(await customers.admin.journal()).toEqual([]);
});

test('many mistyped tax IDs do not hide what is wrong with another row', async () => {
	const wrong = Array.from({ length: 11 }, (_, i) => ({ ...maria, taxId: `1${i}` }));
	const { error } = await customers.run('create', [...wrong, { ...maria, name: '' }]);
	const lines = error!.description!.split('\n');
	expect(lines[8]).toMatch(/^Row 9: the tax ID 18 is neither/);
	expect(lines[9]).toMatch(/^Row 12: the name is empty/);
	expect(lines[10]).toMatch(/^… and rows 10–11\./);
});

// GMC never really deletes a customer, so the tax ID of a new one is checked (reference.md "Customers and tax IDs"). It is
// spelt as Balance: Add spells it, which then finds the customer by the same cell.
describe.each(['create', 'upsert'] as const)('%s of a new tax ID', (operation) => {
	beforeEach(async () => {
		await customers.admin.reset({ seed: 'empty' });
	});
	const create = async (taxId: unknown, taxIdFormat: string) =>
		await customers.run(operation, [{ ...maria, taxId: taxId as string }], {
			options: { taxIdFormat },
		});

	test.each([
		[1234567890, 'auto', '01234567890'],
		[11222333000181, 'auto', '11222333000181'],
		['123.456.789-09', 'cpfCnpj', '12345678909'],
		['1234567891', 'asIs', '1234567891'],
	])('spells %p under %s as %s', async (taxId, taxIdFormat, stored) => {
		const { items } = await create(taxId, taxIdFormat);
		expect(items[0].json.taxId).toBe(stored);
		const paid = await customers.service.run({
			parameters: addParameters({ taxIdFormat }),
			rows: [{ customer: taxId, amount: 1 }],
		});
		expect(outcomeOf(paid.items[0])).toBe('issued');
	});

	test.each([
		['111.444.777-00', 'auto', /correct check digits; it has 11 digits/],
		['1234567890', 'auto', /correct check digits; it has 10 digits/],
	])('refuses %s under %s, and shows the way on', async (taxId, taxIdFormat, words) => {
		const { error } = await create(taxId, taxIdFormat);
		expect(error?.message).toMatch(words);
		expect(error?.description).toMatch(/dropped leading zeros\. .* 'Tax ID Format' to As Is\./);
		expect(JSON.stringify([error?.message, error?.description])).not.toMatch(/444/);
		expect((await customers.asked())[CREATE]).toBeUndefined();
	});
});
