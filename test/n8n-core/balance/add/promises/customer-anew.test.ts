import { DEMO_CUSTOMERS, Service, outcomeOf } from '../../../../../harness/engine';

// "Retry and Retry On Fail, without names too: what was issued comes out again" (money-safety.md), also where GMC has
// given the customer another `_id` in between. (Under Batch such a row is refused.)

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [
	{ customer: ana.taxId, amount: 10 },
	{ customer: bruno.taxId, amount: 11 },
];

async function failed(duplicateProtection: string) {
	await service.refuse({ match: { amount: 11 }, times: 1 });
	return await service.add(rows, { concurrency: 1, duplicateProtection });
}

const customer = async (operation: string, more: object) =>
	await service.run({
		parameters: {
			resource: 'customer',
			operation,
			customer: { __rl: true, mode: 'id', value: ana._id },
			...more,
		} as never,
		rows: [{}],
	});

test.each(['recent', 'off'])('under %s, a customer deleted and made anew', async (protection) => {
	const first = await failed(protection);
	expect(first.error?.context.data?.rows).toMatchObject([
		{ outcome: 'issued' },
		{ outcome: 'rejected' },
	]);
	expect((await customer('delete', {})).error).toBeUndefined();
	const { taxId, name, email } = ana;
	expect((await customer('create', { taxId, name, email, options: {} })).error).toBeUndefined();
	const { items, error } = await service.retry(first, { duplicateProtection: protection });
	const told = error?.message ?? items.map(outcomeOf);
	const asked = (await service.admin.additions()).filter((one) => one.amount === 10);
	expect({ times: asked.length, told }).toMatchObject({ times: 1 });
});

test.each(['recent', 'off'])(
	'under %s, a tax ID that another customer has got',
	async (protection) => {
		const first = await failed(protection);
		const updateFields = { taxId: '86288366757' };
		expect((await customer('update', { updateFields })).error).toBeUndefined();
		const made = {
			taxId: ana.taxId,
			name: 'Somebody Else',
			email: 'else@example.com',
			options: {},
		};
		expect((await customer('create', made)).error).toBeUndefined();
		const { items, error } = await service.retry(first, { duplicateProtection: protection });
		const told = error?.message ?? items.map(({ json }) => json._gmc);
		const asked = (await service.admin.additions()).filter((one) => one.amount === 10);
		// The row was paid, and its workflow says so; now somebody else is paid for it, and nothing is said.
		expect({ times: asked.length, told }).toMatchObject({ times: 1 });
	},
);
