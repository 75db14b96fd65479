import type { FaultInput } from '../../sandbox/state/faults';
import { ANA, BRUNO, charge, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const inject = async (action: FaultInput['action'], route = `POST ${ISSUE}`) =>
	await bench.sandbox.admin.addFault({ route, action, times: 1 });

interface Shown {
	_id: string;
	status: string;
	summary: { totalItems: number; completedItems: number; failedItems: number };
	items: Array<Record<string, unknown>>;
}
const issue = async (fields: object = {}) => {
	const answer = await bench.api.post(ISSUE, charge(fields), { headers: await bench.session() });
	return {
		status: answer.status,
		shown: (answer.data as { balanceTransaction: Shown }).balanceTransaction,
	};
};
const listed = async () => {
	const { data } = await bench.api.get(LIST, { headers: await bench.session() });
	return (data as { balanceTransaction: Shown[] }).balanceTransaction;
};
const count = async () => (await bench.sandbox.admin.additions()).length;

describe('an answer of issue that does not match', () => {
	const asked = { customerIdentifier: ANA._id, sourceAmount: 10, sourceCurrency: 'BRL' };

	it.each([
		['customer', { ...asked, customerIdentifier: BRUNO._id }],
		['amount', { ...asked, sourceAmount: 11 }],
		['currency', { ...asked, sourceCurrency: 'USDT' }],
	] as const)('names another %s; the books have what was asked for', async (differs, item) => {
		await inject({ type: 'wrongAnswer', differs });
		const before = await count();
		const { status, shown } = await issue();
		expect(status).toBe(201);
		expect(shown.items[0]).toMatchObject(item);
		expect(await count()).toBe(before + 1);
		const kept = (await listed()).find(({ _id }) => _id === shown._id);
		expect(kept?.items[0]).toMatchObject(asked);
	});

	it('is the addition of an equal request, or the oldest', async () => {
		const oldest = (await issue({ amount: 4 })).shown._id;
		const equal = (await issue()).shown._id;
		await inject({ type: 'wrongAnswer', differs: 'earlierAddition' });
		expect((await issue()).shown._id).toBe(equal);
		await inject({ type: 'wrongAnswer', differs: 'earlierAddition' });
		expect((await issue({ amount: 5 })).shown._id).toBe(oldest);
	});

	it('commits nothing when told so, and every such answer has an id of its own', async () => {
		const before = await count();
		const ids = [];
		for (const differs of ['customer', 'customer'] as const) {
			await inject({ type: 'wrongAnswer', differs, commit: false });
			ids.push((await issue()).shown._id);
		}
		expect(new Set(ids).size).toBe(2);
		expect(await count()).toBe(before);
		expect((await bench.sandbox.admin.journal({ route: `POST ${ISSUE}` }))[0]).not.toHaveProperty(
			'committedAdditionId',
		);
	});
});

it('one addition fails, whatever the others do', async () => {
	await inject({ type: 'commitAsFailed' });
	expect([(await issue()).shown.status, (await issue()).shown.status]).toEqual([
		'FAILED',
		'COMPLETED',
	]);
});

it.each([
	['amountNull', [{ sourceAmount: null }]],
	['amountInWords', [{ sourceAmount: 'dez reais' }]],
	['noCustomer', [{ customerIdentifier: null }]],
	['noItems', []],
] as const)(
	'for one poll, the list shows some so that they cannot be read: %s',
	async (as, items) => {
		for (let made = 0; made < 2; made++) await issue();
		await inject({ type: 'garble', every: 1, as }, `GET ${LIST}`);
		for (const shown of await listed()) expect(shown).toMatchObject({ items });
		expect((await listed())[0]).not.toMatchObject({ items });
	},
);

describe('settings of what is shown', () => {
	it.each([
		['decimalComma', '10,50'],
		['binaryFraction', 10.5 * (1 + 2e-14)],
	] as const)('the amount as %s', async (sourceAmountAs, sourceAmount) => {
		await bench.sandbox.admin.configure({ additions: { sourceAmountAs } });
		await issue({ amount: 10.5 });
		expect((await listed())[0].items[0]).toMatchObject({ sourceAmount });
	});

	it.each([
		[['item'], 'COMPLETED', 'FAILED', 0],
		[['summary'], 'COMPLETED', 'COMPLETED', 1],
		[['head', 'item', 'summary'], 'FAILED', 'FAILED', 1],
	] as const)('a failure is told in %j only', async (failureShownIn, head, item, failed) => {
		const additions = { failureShownIn: [...failureShownIn], settleAs: 'FAILED' as const };
		await bench.sandbox.admin.configure({ additions });
		const { shown } = await issue();
		expect([shown.status, shown.items[0].status]).toEqual([head, item]);
		expect(shown.summary.failedItems).toBe(failed);
	});
});

it('several items are in one addition, each with its own charge', async () => {
	const items = [
		{ customerIdentifier: BRUNO._id, amount: 2 },
		{ customerIdentifier: BRUNO._id, amount: 3, status: 'FAILED' },
	];
	const { admin } = bench.sandbox;
	const { _id } = await admin.createAddition({ customerIdentifier: ANA._id, amount: 1, items });
	const [shown, ...others] = await listed();
	expect(others).toEqual([]);
	expect(shown).toMatchObject({
		_id,
		summary: { totalItems: 3, completedItems: 2, failedItems: 1 },
		items: [{ sourceAmount: 1 }, { sourceAmount: 2 }, { sourceAmount: 3, status: 'FAILED' }],
	});
	expect((await admin.charges({ customerIdentifier: BRUNO._id })).additions).toMatchObject([
		{ amount: 2, partOf: _id },
	]);
	expect(await admin.invariants()).toEqual({ ok: true, violations: [] });
});
