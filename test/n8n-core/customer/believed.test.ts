import {
	actionsOf,
	ana,
	bruno,
	CREATE,
	Customers,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

// What GMC's answer shows is what counts, not what was asked for; an answer about another customer is no answer.

const customers = Customers.forThisFile();
const create = ['create', 'upsert'] as const;

describe('a change that GMC has not made', () => {
	const { _id, taxId, name, email } = ana;
	const asBefore = async () => {
		await customers.fault(UPDATE, {
			type: 'json',
			status: 200,
			body: { _id, taxId, name, email },
		});
		await customers.fault(LIST, { type: 'json', status: 200, body: [ana, bruno] });
	};

	test('is not said to be made, in any run', async () => {
		await asBefore();
		for (let run = 0; run < 2; run++) {
			const { items } = await customers.run('upsert', [{ ...ana, email: 'new@example.com' }]);
			expect(actionsOf(items)).toEqual(['unchanged']);
			expect(items[0].json).toMatchObject({ email });
		}
		expect((await customers.asked())[UPDATE]).toBe(2);
	});

	test('is hinted at', async () => {
		await asBefore();
		const { hints } = await customers.run('upsert', [bruno, { ...ana, email: 'new@example.com' }]);
		expect(hints).toContain("GMC's answer shows another name or e-mail than it was sent: row 2");
	});

	test('does not hide one that it has made', async () => {
		const body = { _id, taxId, name: 'Ana Nova', email };
		await customers.fault(UPDATE, { type: 'json', status: 200, body });
		const row = { ...ana, name: 'Ana Nova', email: 'new@example.com' };
		expect(actionsOf((await customers.run('upsert', [row])).items)).toEqual(['updated']);
	});
});

describe.each(create)('customer: %s, answered with another customer', (operation) => {
	beforeEach(async () => {
		await customers.fault(CREATE, { type: 'json', status: 201, body: { ...bruno } });
	});

	test('looks in the list for the new one', async () => {
		const { items } = await customers.run(operation, [maria]);
		const [stored] = await customers.activeWith(maria.taxId);
		expect(items[0].json).toMatchObject({ ...maria, _id: stored._id });
		if (operation === 'upsert') expect(actionsOf(items)).toEqual(['created']);
	});

	test('says that it does not know, where the list does not show them', async () => {
		await customers.fault(LIST, { type: 'json', status: 200, body: [bruno] });
		const { items, error } = await customers.run(operation, [maria]);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Row 1: .*whether the customer was created is not known/);
		expect(error?.context.details).toMatchObject({ code: 'CHANGE_IN_DOUBT' });
		expect((await customers.asked())[CREATE]).toBe(1);
	});
});

describe.each(create)('customer: %s, answered with the customer', (operation) => {
	test('believes a tax ID that is spelt otherwise', async () => {
		const body = { ...maria, _id: 'new', taxId: '12345678909' };
		await customers.fault(CREATE, { type: 'json', status: 201, body });
		const { items } = await customers.run(operation, [maria]);
		expect(items[0].json._id).toBe('new');
	});
});
