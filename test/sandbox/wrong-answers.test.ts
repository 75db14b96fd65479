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
const list = async (): Promise<Record<string, unknown> & { balanceTransaction: Shown[] }> =>
	(await bench.api.get(LIST, { headers: await bench.session() })).data as never;
const listed = async () => (await list()).balanceTransaction;
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

	it('has the id of an addition that was there before', async () => {
		const { _id } = await bench.sandbox.admin.createAddition({ amount: 3 });
		await inject({ type: 'wrongAnswer', differs: 'earlierId' });
		const { shown } = await issue();
		expect(shown).toMatchObject({ _id, items: [asked] });
	});

	it('is the addition of an equal request, or the oldest', async () => {
		const oldest = (await issue({ amount: 4 })).shown._id;
		const equal = (await issue()).shown._id;
		await inject({ type: 'wrongAnswer', differs: 'earlierAddition' });
		expect((await issue()).shown._id).toBe(equal);
		await inject({ type: 'wrongAnswer', differs: 'earlierAddition' });
		expect((await issue({ amount: 5 })).shown._id).toBe(oldest);
	});

	it('is about another amount, where nothing is earlier', async () => {
		await bench.sandbox.admin.reset();
		await inject({ type: 'wrongAnswer', differs: 'earlierId', commit: false });
		expect((await issue()).shown.items[0]).toMatchObject({ sourceAmount: 11 });
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

it('a page of a firewall comes after the commit', async () => {
	await inject({ type: 'commitThenHtml', status: 403 });
	const answer = await bench.api.post(ISSUE, charge(), { headers: await bench.session() });
	expect([answer.status, answer.headers['content-type']]).toEqual([403, 'text/html']);
	expect(
		(await bench.sandbox.admin.charges({ amount: 10, customerIdentifier: ANA._id })).count,
	).toBe(1);
});

it('an answer drips, byte by byte, until the client has had enough', async () => {
	await inject({ type: 'drip', ms: 20 });
	const headers = await bench.session();
	const request = bench.api.post(ISSUE, charge(), { headers, signal: AbortSignal.timeout(200) });
	await expect(request).rejects.toMatchObject({ code: 'ERR_CANCELED' });
	await inject({ type: 'drip', ms: 1 }, `GET ${LIST}`);
	expect((await listed()).length).toBeGreaterThan(0);
});

describe('the list, for one poll', () => {
	beforeEach(async () => {
		for (let made = 0; made < 4; made++) await issue();
	});

	it('loses some additions and does not count them', async () => {
		const whole = await list();
		await inject({ type: 'lose', every: 2 }, `GET ${LIST}`);
		const { balanceTransaction, recordsFiltered, recordsTotal } = await list();
		expect(balanceTransaction).toHaveLength(2);
		expect([recordsFiltered, recordsTotal]).toEqual([2, 2]);
		expect(await list()).toEqual(whole);
	});

	it.each([
		['amountNull', { sourceAmount: null }],
		['amountInWords', { sourceAmount: 'dez reais' }],
		['noCustomer', { customerIdentifier: null }],
	] as const)('shows some so that they cannot be read: %s', async (as, item) => {
		await inject({ type: 'garble', every: 1, as }, `GET ${LIST}`);
		for (const { items } of await listed()) expect(items).toMatchObject([item]);
		expect((await listed())[0].items[0]).not.toMatchObject(item);
	});

	it('shows some without items', async () => {
		await inject({ type: 'garble', every: 1, as: 'noItems' }, `GET ${LIST}`);
		for (const { items } of await listed()) expect(items).toEqual([]);
	});
});

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

	it('counters as text, and an empty field beside the object', async () => {
		await issue();
		const shape = 'objectBesideData';
		await bench.sandbox.admin.configure({ list: { countersAsText: true, shape } });
		expect(await list()).toMatchObject({
			balanceTransaction: { items: [{}] },
			data: null,
			recordsFiltered: '1',
			recordsTotal: '1',
		});
	});
});

it('several items are in one addition, each with its own charge', async () => {
	const items = [
		{ customerIdentifier: BRUNO._id, amount: 2 },
		{ customerIdentifier: BRUNO._id, amount: 3, status: 'FAILED' },
	];
	const { admin } = bench.sandbox;
	const { _id } = await admin.createAddition({ customerIdentifier: ANA._id, amount: 1, items });
	const { balanceTransaction, recordsTotal } = await list();
	expect(balanceTransaction).toHaveLength(1);
	expect(recordsTotal).toBe(1);
	expect(balanceTransaction[0]).toMatchObject({
		_id,
		summary: { totalItems: 3, completedItems: 2, failedItems: 1 },
		items: [{ sourceAmount: 1 }, { sourceAmount: 2 }, { sourceAmount: 3, status: 'FAILED' }],
	});
	expect((await admin.charges({ customerIdentifier: BRUNO._id })).additions).toMatchObject([
		{ amount: 2, partOf: _id },
	]);
	expect(await admin.invariants()).toEqual({ ok: true, violations: [] });
});
