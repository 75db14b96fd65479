import type { IDataObject } from 'n8n-workflow';
import { actionsOf, Customers } from '../../../harness/engine/customerOperations';
import { ana, bruno, CREATE, diegoRenamed, LIST, maria, UPDATE } from './given';

// Contacts as CRMs have them: twice, spelled in another way, with less than GMC has.

const customers = Customers.forThisFile();
const upsert = async (rows: IDataObject[]) => await customers.run('upsert', rows);
const old = {
	...maria,
	taxId: '12345678909',
	name: 'Maria T. (antiga)',
	email: 'velha@example.com',
};

describe('contacts with one tax ID and different content', () => {
	test.each(['create', 'upsert'] as const)(
		'%s refuses all of them, and sends nothing',
		async (operation) => {
			const rows = [maria, bruno, old, maria];
			const { items, error } = await customers.run(operation, rows);
			expect(items).toEqual([]);
			expect(error?.message).toBe('3 of 4 rows are refused. Nothing was sent');
			expect(error?.description).toMatch(
				/^Rows 1, 3–4: The tax ID …8909 stands in rows 1, 3–4 with different contacts: "Maria Teste" maria@example.com and "Maria T. \(antiga\)" velha@example.com\./,
			);
			expect(error?.context.details).toMatchObject({ code: 'CONTACTS_DIFFER' });
			expect(await customers.admin.journal()).toEqual([]);
		},
	);

	test('under Continue, the others are saved, in every run', async () => {
		for (const action of ['updated', 'unchanged']) {
			const rows = [maria, { ...bruno, name: 'Bruno Novo' }, old];
			const [first, second, third] = await customers.runOn('upsert', rows);
			expect(second).toMatchObject({ _gmc: { action } });
			for (const refused of [first, third]) {
				expect(refused).toMatchObject({ details: { code: 'CONTACTS_DIFFER' } });
				expect(refused.error).toMatch(/stands in rows 1, 3 with/);
			}
		}
		expect(await customers.activeWith(maria.taxId)).toEqual([]);
		expect(await customers.asked()).toEqual({ [LIST]: 2, [UPDATE]: 1 });
	});

	test('of many, the first are named', async () => {
		const rows = Array.from({ length: 500 }, (_, row) => ({ ...maria, name: `Maria ${row}` }));
		const items = await customers.runOn('upsert', rows);
		expect(items[499].error).toMatch(
			/stands in rows 1–10 and 490 more with different contacts: "Maria 0" \S+, "Maria 1" \S+ and "Maria 2" \S+$/,
		);
		expect(await customers.admin.journal()).toEqual([]);
	});

	test('a row that cannot be read is not compared, and is named, too', async () => {
		const { error } = await upsert([{ ...maria, email: 'nobody' }, old, maria]);
		expect(error?.description).toMatch(/^Row 1: the email "nobody" is not.*\nRows 2–3: The tax ID/);
	});
});

test('a name that is spelled in another way is sent in one spelling, and is the same', async () => {
	const name = 'João da  Conceição'.normalize('NFD');
	const { items } = await upsert([
		{ ...maria, name: `${name}\u200b`, email: 'joao@example.com\u200b' },
	]);
	expect(items[0].json).toMatchObject({ name: 'João da Conceição', email: 'joao@example.com' });
	const again = await upsert([{ ...maria, name, email: 'JOAO@example.com' }]);
	expect(actionsOf(again.items)).toEqual(['unchanged']);
	// GMC itself may have it in the other spelling.
	const { _id } = await customers.admin.createCustomer({
		taxId: '28534167044',
		name,
		email: 'j@x.example',
	});
	const there = { taxId: '28534167044', name: 'João da Conceição', email: 'j@x.example' };
	expect((await upsert([there])).items[0].json).toMatchObject({
		_id,
		_gmc: { action: 'unchanged' },
	});
	expect(await customers.asked()).toEqual({ [LIST]: 3, [CREATE]: 1 });
});

describe('a name that says less than that at GMC', () => {
	test.each(['Ana', 'ana s.', 'SOUZA'])('is not sent, and %p is told', async (name) => {
		const { items, hints } = await upsert([{ ...ana, name, email: 'new@example.com' }, bruno]);
		const reason = `"${name}" is only a part of the name at GMC, "${ana.name}", which stays. To shorten it, use Customer: Update`;
		expect(items[0].json).toMatchObject({ name: ana.name, _gmc: { action: 'updated', reason } });
		expect(items[1].json._gmc).toEqual({ action: 'unchanged' });
		expect(hints.join()).toMatch(/^1 name stays as it is at GMC/);
		const [entry] = await customers.admin.journal({ route: UPDATE });
		expect(entry.body).toEqual({ email: 'new@example.com' });
	});

	test('alone changes nothing, in no run', async () => {
		for (let run = 0; run < 2; run++) {
			const { items } = await upsert([{ ...ana, name: 'Ana' }]);
			expect(actionsOf(items)).toEqual(['unchanged']);
		}
		expect(await customers.asked()).toEqual({ [LIST]: 2 });
	});

	test('is sent by Update', async () => {
		await customers.run('update', [{ id: ana._id, name: 'Ana' }]);
		expect(await customers.stored(ana._id)).toMatchObject({ name: 'Ana' });
	});
});

test('fields that come as lists, or as objects with a value, are used where it is certain', async () => {
	const email = [
		{ label: 'work', value: 'work@example.com', primary: false },
		{ label: 'home', value: maria.email, primary: true },
	];
	const { items } = await upsert([{ name: maria.name, email, taxId: { value: maria.taxId } }]);
	expect(items[0].json).toMatchObject(maria);
	const { error } = await upsert([{ ...diegoRenamed, email: ['a@x.example', 'b@x.example'] }]);
	expect(error?.message).toMatch(/The email is a list of 2 values/);
});

test('what is no name and no email is refused', async () => {
	const rows = [
		{ ...maria, name: 'Maria null' },
		{ ...maria, email: 'mailto:maria@example.com' },
	];
	const { error } = await upsert(rows);
	expect(error?.message).toBe('2 of 2 rows are refused. Nothing was sent');
	expect(error?.description).toMatch(
		/"null", which stands for no value.*\n.*"mailto:maria@example.com" is not/,
	);
	expect(await customers.admin.journal()).toEqual([]);
});

test('by a list that is only a page, nobody is created, and who is listed is updated', async () => {
	const page = { data: [ana, bruno], total: 3 };
	await customers.fault(LIST, { type: 'json', status: 200, body: page });
	const rows = [{ ...ana, email: 'new@example.com' }, maria];
	const [first, second] = await customers.runOn('upsert', rows);
	expect(first).toMatchObject({ _gmc: { action: 'updated' } });
	expect(second).toMatchObject({ details: { code: 'LIST_INCOMPLETE' } });
	expect(await customers.asked()).toEqual({ [LIST]: 1, [UPDATE]: 1 });
});

test('a list that counts no more than it has is whole', async () => {
	await customers.fault(LIST, { type: 'json', status: 200, body: { data: [ana], total: '1' } });
	const { items } = await upsert([maria]);
	expect(actionsOf(items)).toEqual(['created']);
});
