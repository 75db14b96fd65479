import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { delays } from '../../../../nodes/Gmc/core/pace/delays';
import { type RunningSandbox, startSandbox } from '../../../../sandbox/server';
import { addParameters, OUTSIDER_USER } from '../../../../harness/engine';
import { BATCH, ISSUE, KEY, LOOK_UP_ADDITION, PROTECTIONS, RECENT } from './given';
import { ana, bruno, customer } from './people';
import { AFTER_HOLD, detailsOf, errorOf, passTime, Service, times } from './support';

// The ledger has entries of another account: the credential was corrected, two users share a ledger, or a sandbox was
// tried first. It may be the same GMC, or another one.
// promises.md P18, P34

const service = Service.forThisFile();
const rows = [
	{ customer: ana.taxId, amount: 1, key: 'one' },
	{ customer: bruno.taxId, amount: 2, key: 'two' },
];
const [order] = rows;
const ONE = { concurrency: 1 };

describe('the same GMC under a corrected address', () => {
	test.each(PROTECTIONS)('Retry pays nothing twice and sends the rest: %j', async (protection) => {
		await service.refuse(2);
		const failed = await service.add(rows, { ...protection, ...ONE });
		await service.useOtherAddress();
		const { outcomes } = await service.retry(failed, { ...protection, ...ONE });
		expect(outcomes).toEqual(['issued', 'issued']);
		expect([await service.charged(ana._id), await service.charged(bruno._id)]).toEqual([1, 1]);
	});

	test('a key that has paid is skipped, and not sent while GMC cannot be asked', async () => {
		await service.addOn([order], KEY);
		await service.useOtherAddress();
		await service.refuse({ route: LOOK_UP_ADDITION }, 500);
		const run = await service.addOn([order], KEY);
		expect(detailsOf(run)).toMatchObject({ outcome: 'notAttempted', code: 'OTHER_ACCOUNT' });
		await service.admin.clearFaults();
		expect((await service.addOn([order], KEY)).outcomes).toEqual(['skipped']);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('is not told by a top-up of the same ID and another amount: nothing is sent, nothing is skipped', async () => {
		await service.addOn([order], KEY);
		await service.useOtherAddress();
		const [{ additionId: _id }] = service.ledger;
		const item = { customerIdentifier: ana._id, sourceAmount: 77, sourceCurrency: 'BRL' };
		const balanceTransaction = { _id, status: 'COMPLETED', items: [item] };
		await service.failAs200(LOOK_UP_ADDITION, { balanceTransaction });
		const run = await service.addOn([order], KEY);
		expect(detailsOf(run)).toMatchObject({ outcome: 'notAttempted', code: 'OTHER_ACCOUNT' });
	});

	describe('is known by a top-up, and an open row is not paid again', () => {
		beforeEach(async () => {
			await service.restart({ additions: { echoCustomerIdentifier: 'taxId' } });
			await service.addOn([rows[1]], KEY);
			await service.admin.configure({ additions: { visibleAfterSeconds: 300 } });
			await service.lose('done');
			expect((await service.addOn([order], RECENT)).outcomes).toEqual(['unknown']);
			await service.useOtherAddress();
		});
		afterEach(async () => {
			await service.addOn([order], RECENT);
			expect(await service.charged(ana._id)).toBe(1);
		});

		test('whose customer has another tax ID by now', async () => {
			const updateFields = { taxId: '86288366757' };
			await customer(service, 'update', { customer: bruno._id, updateFields });
			const { outcomes } = await service.addOn([{ ...rows[1], customer: bruno._id }], KEY);
			expect(outcomes).toEqual(['skipped']);
		});

		test('or not at all, where a proxy answers 404', async () =>
			await service.fault({ type: 'html', status: 404 }, { route: LOOK_UP_ADDITION }));
	});

	test('an open row is to be looked for once its hold is over', async () => {
		await service.listLate(300);
		await service.lose('done');
		await service.addOn([order], KEY);
		await service.useOtherAddress();
		const { description } = detailsOf(await service.addOn([order], KEY));
		expect(description).toMatch(/^Look for it in GMC after 20\d\d-/);
	});

	test('is told by the oldest addition that it has paid: GMC may show the newest one late', async () => {
		await service.addOn([rows[1]], KEY);
		await service.admin.configure({ additions: { visibleAfterSeconds: 60 } });
		await service.addOn([order], KEY);
		await service.useOtherAddress();
		expect((await service.addOn([order], KEY)).outcomes).toEqual(['skipped']);
		const { codes } = await service.addOn([order], RECENT);
		expect(codes).toEqual(['DUPLICATE_SUSPECTED']);
	});

	test('an open row that was never done holds up no equal row once the account counts', async () => {
		await service.addOn([rows[1]], KEY);
		await service.lose('never');
		expect((await service.addOn([order], RECENT)).outcomes).toEqual(['unknown']);
		await service.useOtherAddress();
		passTime(AFTER_HOLD);
		expect((await service.addOn([order], RECENT)).outcomes).toEqual(['issued']);
	});

	test.each([KEY, RECENT])('what may have been paid waits for a person: %j', async (protection) => {
		await service.lose('never');
		await service.addOn([order], protection);
		await service.useOtherAddress();
		const run = await service.addOn(rows, protection);
		expect(run.outcomes).toEqual(['notAttempted', 'issued']);
		expect(run.codes[0]).toBe('OTHER_ACCOUNT');
	});

	test('an addition that it has paid with is not found for a lost row', async () => {
		await service.addOn([order], KEY);
		await service.useOtherAddress();
		await service.lose('never');
		const { outcomes } = await service.addOn([{ ...order, key: 'another' }], KEY);
		expect(outcomes).toEqual(['unknown']);
	});

	test.each<[string, IDataObject, IDataObject[]]>([
		['equal rows under Recent are paid once', {}, [order, order]],
		['a day is not exceeded', { maxPerDay: 2 }, rows],
	])('while another run is in flight, %s', async (_, options, [first, second]) => {
		jest.replaceProperty(delays, 'claimPauseMs', 20);
		await service.slow(600, 1);
		const one = service.addOn([first], options);
		await sleep(250);
		await service.useOtherAddress();
		await Promise.all([one, service.addOn([second], options)]);
		expect(await service.paid()).toBe(1);
	});
});

describe('another account of GMC, with customers of its own', () => {
	const { _id: userId } = OUTSIDER_USER;
	const paidBy = async (isOutsider: boolean) =>
		(await service.admin.charges()).additions
			.filter((one) => one.source === 'api' && (one.userId === userId) === isOutsider)
			.map(({ amount }) => amount);
	beforeEach(async () => {
		for (const { taxId } of [ana, bruno]) await service.admin.createCustomer({ userId, taxId });
	});

	test('is not told what the first has issued; changing back finds it', async () => {
		await service.refuse({ match: { amount: 2 }, times: 2 });
		const failed = await service.add(rows, ONE);
		await service.useAccount(OUTSIDER_USER);
		const other = await service.retry(failed, ONE);
		expect(other.outcomes).toEqual(['issued', 'rejected']);
		await service.useCredential();
		expect((await service.retry(other)).items[0].json._gmc).toMatchObject({ replayed: true });
		expect([await paidBy(false), await paidBy(true)]).toEqual([[1, 2], [1]]);
	});

	test('refuses a key that has paid with the first, and says which account and when', async () => {
		await service.addOn([order], KEY);
		await service.useAccount(OUTSIDER_USER);
		const run = await service.addOn([order], KEY);
		expect(detailsOf(run)).toMatchObject({ outcome: 'rejected', code: 'OTHER_ACCOUNT' });
		expect(errorOf(run)).toMatch(/another GMC account \(http.*integracao@.*\) at \d{4}-/);
		// GMC may show an addition late, so it may be the same one.
		expect(detailsOf(run).description).toMatch(/^Look for top-up \w+ in GMC after/);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test.each([true, false])(
		'refuses a batch that the first has paid (all of it: %s)',
		async (all) => {
			await service.addOn(all ? rows : [order], BATCH);
			await service.useAccount(OUTSIDER_USER);
			const run = await service.addOn(rows, BATCH);
			expect(run.codes).toEqual(all ? times(2, 'OTHER_ACCOUNT') : ['OTHER_ACCOUNT', undefined]);
			expect(run.outcomes).toEqual(['rejected', all ? 'rejected' : 'issued']);
			expect(errorOf(run)).toMatch(/another GMC account \(http.*integracao@.*\) at \d{4}-/);
			await service.useCredential();
			expect((await service.addOn(rows, BATCH)).outcomes.at(0)).toBe('skipped');
		},
	);

	test('refuses the rows of a customer whose row of a batch was corrected since', async () => {
		await service.addOn([order], BATCH);
		await service.useAccount(OUTSIDER_USER);
		const corrected = { ...order, amount: 1.5 };
		expect((await service.addOn([corrected], BATCH)).codes).toEqual(['OTHER_ACCOUNT']);
		// One more row beside it is new.
		const { outcomes } = await service.addOn([order, corrected], BATCH);
		expect(outcomes).toEqual(['rejected', 'issued']);
	});

	test.each([KEY, BATCH, {}])('Reconcile says whose it is: %j', async (protection) => {
		await service.addOn([order], protection);
		await service.useAccount(OUTSIDER_USER);
		const names = { ...protection, idempotencyKey: protection === KEY ? '={{ $json.key }}' : '' };
		const { items } = await service.run({
			parameters: { ...addParameters(names), operation: 'reconcile', ...names, options: {} },
			rows: [order],
		});
		const found = items.map(({ json }) => json._gmc as IDataObject);
		if (protection !== KEY && protection !== BATCH)
			expect(found).toMatchObject([{ found: 'notListed' }]);
		else
			expect(found).toMatchObject([
				{ found: 'uncertain', reason: expect.stringMatching(/another GMC account/) as unknown },
			]);
	});

	test('does not count what the first has left open today', async () => {
		await service.lose('never');
		expect((await service.addOn([{ ...order, amount: 5 }])).outcomes).toEqual(['unknown']);
		await service.useAccount(OUTSIDER_USER);
		const limit = { maxPerDay: 20 };
		expect((await service.addOn([{ ...order, amount: 15 }], limit)).outcomes).toEqual(['issued']);
		const { outcomes } = await service.addOn([{ ...rows[1], amount: 5 }], limit);
		expect(outcomes).toEqual(['issued']);
		const above = await service.addOn([{ ...rows[1], amount: 0.01 }], limit);
		expect(errorOf(above)).toMatch(/\(20\.00 BRL so far\)/);
	});

	test('does not look for what the first has lost', async () => {
		await service.lose('never');
		const failed = await service.add([order]);
		await service.useAccount(OUTSIDER_USER);
		expect((await service.retry(failed)).outcomes).toEqual(['issued']);
	});
});

describe('another GMC, such as a sandbox', () => {
	let another: RunningSandbox;
	beforeEach(async () => {
		another = await startSandbox({ seed: 'demo' });
		await service.useCredential({ ...(await another.admin.credential()) });
	});
	afterEach(async () => await another.close());

	test.each([true, false])('what was sent there counts for nothing (lost: %s)', async (isLost) => {
		await service.addOn([{ ...order, amount: 3 }]);
		const action = { type: 'resetBefore' } as const;
		if (isLost) await another.admin.addFault({ route: ISSUE, nth: 1, action });
		const { outcomes } = await service.addOn([order]);
		expect(outcomes).toEqual([isLost ? 'unknown' : 'issued']);
		await service.useCredential();
		expect((await service.addOn([rows[1]], { maxPerDay: 2 })).outcomes).toEqual(['issued']);
		expect((await service.addOn([order], { maxPerDay: 3 })).outcomes).toEqual(['issued']);
	});

	test('a key whose top-up has failed there is paid here', async () => {
		await another.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitAsFailed' } });
		expect((await service.addOn([order], KEY)).outcomes).toEqual(['rejected']);
		await service.useCredential();
		expect((await service.addOn([order], KEY)).outcomes).toEqual(['issued']);
	});
});
