import type { FaultInput } from '../../../../sandbox/state/faults';
import { delays } from '../../../../nodes/Gmc/core/pace/delays';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import { ISSUE, KEY, LIST_ADDITIONS, LIST_CUSTOMERS, LOOK_UP_ADDITION, OFF } from './given';
import { ana, bruno, BY_ID, DEMO_CUSTOMERS, row } from './people';
import { AFTER_HOLD, detailsOf, errorOf, gmcOf, passTime, Service, times } from './support';

// An answer that does not come, or that cannot be what was asked for, is looked for in GMC's list, never asked for again.
// promises.md P22, P23, P27

const service = Service.forThisFile();
const ONE = { ...OFF, concurrency: 1 };
const five = row(5);
const found = { outcome: 'issued', reconciled: true };

test.each<[string, object]>([
	['hangs', { type: 'commitThenHang' }],
	['resets the connection', { type: 'commitThenReset' }],
	['is cut off', { type: 'halfAnswer' }],
	['has no id', { type: 'json', status: 201, body: { title: 'ok' } }],
	// Of all refusals in GMC's own form this one proves nothing.
	[
		'is a conflict',
		{ type: 'json', status: 409, body: { statusCode: 409, message: 'Made before' } },
	],
])('an answer that %s is found in the list', async (_, action) => {
	await service.fault(action as FaultInput['action']);
	const run = await service.addOn([five], { timeout: 1 });
	expect(gmcOf(run)).toMatchObject(found);
	expect(await service.asked(ISSUE)).toBe(1);
});

test.each<[string, object]>([
	['hangs', { type: 'hang' }],
	['resets the connection', { type: 'resetBefore' }],
	['is a page', { type: 'html', status: 201 }],
])('an answer that %s and is not found says what was asked, and what to do', async (_, action) => {
	await service.listLate(3600);
	await service.fault(action as FaultInput['action']);
	const { error } = await service.add([five, five], { ...ONE, timeout: 1 });
	expect(error?.message).toMatch(/ know whether the top-up went through$/);
	expect(error?.context.details).toMatchObject({ outcome: 'unknown', candidates: [] });
	expect(error?.description).toMatch(
		/^Use Executions → Retry of execution \d+ at any time, and of no other one: before \d{4}-[\d :-]+ UTC-3 it only asks GMC\. If GMC lists the top-up/,
	);
	expect(error?.description).toMatch(
		/was sent at \d{4}-.* UTC-3 by execution \d+\. .*list does not show it yet/,
	);
	expect(error?.description).toMatch(/Of 2 rows: 1 may have been paid, 1 not sent/);
	expect(await service.asked(ISSUE)).toBe(1);
});

describe('in the list', () => {
	test('each lost row finds its own, and the line goes on', async () => {
		await service.lose('done', [1, 3]);
		const { items } = await service.add([five, row(5, { customer: bruno.taxId }), five], ONE);
		expect(items.map(({ json }) => json._gmc)).toMatchObject([found, { outcome: 'issued' }, found]);
		expect(new Set(items.map(({ json }) => json._id)).size).toBe(3);
		expect(await service.asked(ISSUE)).toBe(3);
	});

	test('it is found under another name of the customer, and after late looks', async () => {
		const additions = { echoCustomerIdentifier: '_id', visibleAfterSeconds: 0.2 } as const;
		await service.restart({ additions });
		await service.lose('done');
		jest.replaceProperty(delays, 'reconcileDelaysMs', [100, 200, 400]);
		const run = await service.addOn([five]);
		expect(gmcOf(run)).toMatchObject(found);
		expect(await service.asked(LIST_CUSTOMERS)).toBe(1);
	});

	test.each(['asSent', '_id'] as const)('it is a new one (%s)', async (echoCustomerIdentifier) => {
		await service.restart({ additions: { echoCustomerIdentifier } });
		await service.add([five]);
		await service.lose('never');
		const run = await service.addOn([five], OFF);
		expect(detailsOf(run)).toMatchObject({ outcome: 'unknown', candidates: [] });
	});

	test('of two equal rows, one of which was done, both are unknown with the candidate', async () => {
		await service.slow(50);
		await service.lose('done', 2);
		await service.lose('never', 3);
		const run = await service.addOn([row(1), five, five], { ...OFF, concurrency: 2 });
		expect(run.outcomes).toEqual(['issued', 'unknown', 'unknown']);
		const [{ _id }] = (await service.admin.charges({ amount: 5 })).additions;
		for (const at of [1, 2]) expect(detailsOf(run, at)).toMatchObject({ candidates: [_id] });
	});

	test('it is known by its time where the look before the send has failed', async () => {
		await service.refuse({ route: LIST_ADDITIONS, times: 4 }, 500);
		await service.lose('done');
		expect((await service.addOn([five])).outcomes).toEqual(['issued']);
	});

	test('that is cut nothing is concluded', async () => {
		await service.restart({ list: { cutAt: 1 } });
		for (const amount of [1, 2, 3]) await service.admin.createAddition({ amount });
		await service.lose('done');
		expect((await service.addOn([five])).outcomes).toEqual(['unknown']);
	});

	test.each<[string, number[] | undefined, 'done' | 'never', number]>([
		['before', undefined, 'never', 0],
		['after', [2, 3, 4, 5, 6], 'done', 1],
	])('an unreadable one %s the send is no proof', async (_, nth, was, candidates) => {
		await service.add([five]);
		const garbled = { type: 'garble', every: 1, as: 'amountNull' } as const;
		await service.fault(garbled, { route: LIST_ADDITIONS, nth });
		await service.lose(was);
		const run = await service.addOn([five], OFF);
		expect(run.outcomes).toEqual(['unknown']);
		expect(detailsOf(run).candidates).toHaveLength(candidates);
	});

	test.each(['decimalComma', 'binaryFraction'] as const)(
		'an amount as %s is equal, and believed in an answer',
		async (sourceAmountAs) => {
			await service.restart({ additions: { sourceAmountAs } });
			await service.lose('done');
			const sheet = [row(10.5), row(11.5)];
			const run = await service.addOn(sheet, ONE);
			expect(run.items.map(({ json }) => json._gmc)).toMatchObject([found, { outcome: 'issued' }]);
			expect((await service.addOn(sheet)).outcomes).toEqual(times(2, 'rejected'));
		},
	);

	test('that hangs it is not looked for longer than the looks may take together', async () => {
		jest.replaceProperty(delays, 'reconcileBudgetMs', 300);
		await service.lose('done');
		await service.slow(4_000, { route: LIST_ADDITIONS, nth: [2, 3, 4, 5, 6] });
		const startedAt = Date.now();
		const { outcomes } = await service.addOn([five]);
		expect(Date.now() - startedAt).toBeLessThan(3_000);
		expect(outcomes).toEqual(['unknown']);
	});
});

test('an equal row of a customer without a tax ID is sent after the hold', async () => {
	const body = DEMO_CUSTOMERS.map(({ _id, name, email }) => ({ _id, name, email }));
	await service.fault({ type: 'status', status: 200, body }, { route: LIST_CUSTOMERS });
	const pay = async () =>
		(await service.addOn([row(5, { customer: ana._id })], {}, { parameters: BY_ID })).outcomes;
	await service.lose('never');
	expect(await pay()).toEqual(['unknown']);
	passTime(AFTER_HOLD);
	expect(await pay()).toEqual(['issued']);
});

test('five lost answers in a row end the run', async () => {
	await service.lose('done', {});
	const rows = Array.from({ length: 7 }, (_, at) => row(at + 1));
	const { outcomes } = await service.addOn(rows, ONE);
	expect(outcomes).toEqual([...times(5, 'issued'), ...times(2, 'notAttempted')]);
});

const WRONG = ['customer', 'amount', 'currency', 'earlierId', 'earlierAddition'] as const;
describe.each(WRONG)('an answer with another %s is not believed', (differs) => {
	beforeEach(async () => {
		// For `earlier…`: an equal one that was there before.
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 5 });
	});
	const answerWrongly = async (commit: boolean) =>
		await service.fault({ type: 'wrongAnswer', differs, commit }, 1);

	test('where it was done, the list tells with which addition', async () => {
		await answerWrongly(true);
		const run = await service.addOn([five], OFF);
		expect(gmcOf(run)).toMatchObject(found);
		const { additions } = await service.admin.charges({ amount: 5 });
		const [made] = additions.filter(({ source }) => source === 'api');
		expect(run.items[0].json._id).toBe(made._id);
	});

	test('where it was not done, the row is unknown', async () => {
		await answerWrongly(false);
		const run = await service.addOn([five, row(6)], ONE);
		expect(run.outcomes).toEqual(['unknown', 'notAttempted']);
		expect(errorOf(run)).toMatch(/know whether the top-up went through/);
	});
});

test('a key is not paid by an answer with an equal addition that was made an hour before', async () => {
	await service.admin.createAddition({ customerIdentifier: ana.taxId, amount: 5 });
	passTime({ seconds: 3_600 });
	await service.fault({ type: 'wrongAnswer', differs: 'earlierAddition', commit: false }, 1);
	expect((await service.addOn([row(5)], KEY)).outcomes).toEqual(['unknown']);
});

test('a row that was sent is not called not done because its key has paid another one since', async () => {
	await service.listLate(3_600);
	await service.lose('done');
	const isLost = () => service.ledger.at(0)?.outcome === 'unknown';
	service.tables.once(isLost, async () => {
		// A person frees the key, and corrects the row.
		service.ledger[0].outcome = 'rejected';
		// In another process.
		forgetProcess();
		await service.addOn([row(6, { key: 'k5' })], KEY);
	});
	expect((await service.addOn([five], KEY)).outcomes).toEqual(['unknown']);
});

test('an item that has failed beside one that was completed is sent again by its key', async () => {
	const item = (customerIdentifier: string, status: string) => {
		return { customerIdentifier, sourceAmount: 5, sourceCurrency: 'BRL', status };
	};
	const items = [item(ana.taxId, 'FAILED'), item('someone-else', 'COMPLETED')];
	const body = { balanceTransaction: { _id: 'two', status: 'COMPLETED', items } };
	await service.fault({ type: 'json', status: 201, body }, 1);
	await service.fault({ type: 'json', status: 200, body }, { route: LOOK_UP_ADDITION });
	expect((await service.addOn([five], KEY)).outcomes).toEqual(['rejected']);
	expect((await service.addOn([five], KEY)).outcomes).toEqual(['issued']);
});

test.each([true, false])('the addition of a row is given to it only (done: %j)', async (commit) => {
	await service.fault({ type: 'wrongAnswer', differs: 'earlierAddition', commit }, 2);
	const { outcomes, items } = await service.addOn([five, five], ONE);
	expect(outcomes).toEqual(['issued', commit ? 'issued' : 'unknown']);
	const ids = items.flatMap(({ json }) => json._id ?? []);
	expect(new Set(ids).size).toBe(ids.length);
});

describe.each([['head'], ['item'], ['item', 'summary']] as const)(
	'a failure in %s',
	(...places) => {
		const additions = { failureShownIn: [...places], settleAs: 'FAILED' as const };
		beforeEach(async () => await service.restart({ additions }));

		test('is rejected, and sent again by a Retry', async () => {
			const failed = await service.add([five]);
			expect(failed.error?.message).toMatch(/accepted top-up .* but it failed/);
			await service.admin.configure({ additions: { settleAs: 'COMPLETED' } });
			expect((await service.retry(failed)).outcomes).toEqual(['issued']);
		});

		test("is nobody's where the answer is lost: whose request it was is not known", async () => {
			await service.lose('done');
			expect((await service.addOn([five])).outcomes).toEqual(['unknown']);
		});
	},
);
