import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { localTime } from '../../../../nodes/Gmc/core/time/time';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import { type GmcRun, WORKFLOW_TIMEZONE } from '../../../../harness/engine';
import type { TableOperation } from '../../../../harness/engine/dataTables';
import { ISSUE, KEY, LIST_ADDITIONS, LIST_CUSTOMERS, LOOK_UP_ADDITION, OFF, RECENT } from './given';
import { ana, bruno, carla, row } from './people';
import { AFTER_HOLD, crash, detailsOf, passTime, Service, times } from './support';

// What is in doubt, as minutes and days pass, and whose an addition is: nothing of it makes an order be paid again.
// promises.md P23, P25, P26, P27

const service = Service.forThisFile();
const DAY = { seconds: 24 * 60 * 60 };
const LATE = 120;
const k = (key: string, amount = 10) => row(amount, { key });
const pay = async (...rows: IDataObject[]) => (await service.addOn(rows, KEY)).outcomes;
const order = async (key: string) => (await pay(k(key)))[0];
const paid = async () => await service.charged(ana.taxId, 10);
/** An order whose answer is lost. */
async function lost(was: 'done' | 'never', key: string): Promise<void> {
	await service.lose(was);
	expect(await order(key)).toBe('unknown');
}

describe('how long a row is held', () => {
	test('stands in its entry, whatever Hold is by then, and is told so', async () => {
		await service.lose('never');
		await service.addOn([k('k')], { ...KEY, hold: 120 });
		passTime(AFTER_HOLD);
		const run = await service.addOn([k('k'), k('new')], { ...KEY, hold: 0 });
		expect(run.outcomes).toEqual(['unknown', 'issued']);
		const { askedAt, description, code } = detailsOf(run);
		expect(code).toBe('IDEMPOTENCY_KEY_IN_USE');
		// Held from the end of the request, which may be a second later.
		const after = [0, 1_000].map(
			(more) =>
				`does not list it after ${localTime(Date.parse(String(askedAt)) + 120 * 60_000 + more, WORKFLOW_TIMEZONE)}`,
		);
		expect(after.filter((text) => String(description).includes(text))).toHaveLength(1);
		passTime({ seconds: 100 * 60 });
		expect(await order('k')).toBe('issued');
	});

	test('is not at all with 0, where the run has ended by itself', async () => {
		await service.lose('never');
		expect((await service.addOn([k('k')], { ...KEY, hold: 0 })).outcomes).toEqual(['unknown']);
		expect(await order('k')).toBe('issued');
	});
});

test.each([
	{ statusCode: 500, message: 'Internal server error', data: null },
	{ title: 'Erro ao listar', balanceTransaction: null },
])('a list that is an error with status 200 proves nothing: %j', async (body) => {
	await service.listLate(300);
	await lost('done', 'k');
	passTime(AFTER_HOLD);
	await service.failAs200(LIST_ADDITIONS, body);
	expect([await order('k'), await paid()]).toEqual(['unknown', 1]);
});

describe('where the list is two minutes late', () => {
	beforeEach(async () => await service.listLate(LATE));

	test.each([KEY, RECENT])('beside an abandoned row, a key pays once: %j', async (protection) => {
		await service.lose('never');
		const { outcomes } = await service.addOn([k('abandoned')], protection);
		expect(outcomes).toEqual(['unknown']);
		passTime({ seconds: 3 * DAY.seconds });
		await lost('done', 'k');
		for (const delivery of [1, 2, 3]) {
			passTime(AFTER_HOLD);
			expect([delivery, await order('k')]).toEqual([delivery, 'skipped']);
		}
		expect(await paid()).toBe(1);
	});

	test.each([1, 30])('two equal orders %i minutes apart are paid twice in all', async (minutes) => {
		await lost('done', 'a');
		passTime({ seconds: minutes * 60 });
		await lost('done', 'b');
		passTime(AFTER_HOLD);
		expect([await order('b'), await order('a')]).toEqual(['skipped', 'skipped']);
		expect(await paid()).toBe(2);
		expect(new Set(service.ledger.map(({ additionId }) => additionId)).size).toBe(2);
	});

	test('an order keeps its addition, although an equal one is new', async () => {
		await lost('done', 'k');
		passTime({ seconds: 180 });
		expect(await pay(k('new'), k('k'))).toEqual(['issued', 'skipped']);
		expect(await paid()).toBe(2);
	});

	test('a row without a key is told paid by Retry after a later execution has found it out', async () => {
		await service.lose('done');
		const failed = await service.add([k('')]);
		passTime(AFTER_HOLD);
		expect((await service.addOn([k('')])).outcomes).toEqual(['rejected']);
		expect((await service.retry(failed)).outcomes).toEqual(['issued']);
		expect(await paid()).toBe(1);
	});

	test('a row is told what was paid, although an older equal one was never done', async () => {
		await service.lose('never');
		await service.addOn([k('')]);
		passTime({ seconds: 3_600 });
		await service.lose('done');
		await service.addOn([k('')], OFF);
		passTime(AFTER_HOLD);
		expect((await service.addOn([k('')])).codes).toEqual(['DUPLICATE_SUSPECTED']);
		expect(await paid()).toBe(1);
	});

	test('a row without a key does not take what a key in doubt may have made', async () => {
		await service.listLate(2);
		await lost('done', 'k');
		await service.lose('never');
		service.tables.before = async () => {
			if ((await service.asked(ISSUE)) === 2) passTime({ seconds: 1 });
		};
		expect((await service.addOn([k('')], OFF)).outcomes).toEqual(['unknown']);
		passTime(AFTER_HOLD);
		// Two rows, two additions, whichever row has got which.
		expect([await order('k'), await paid()]).toEqual(['issued', 2]);
	});

	test('where GMC dates additions by another clock than its answers tell, nothing is sent again', async () => {
		await service.admin.advanceClock({ hours: 5 });
		await lost('done', 'k');
		passTime(AFTER_HOLD);
		expect([await order('k'), await paid()]).toEqual(['unknown', 1]);
	});

	test('a Retry leaves its row unknown where the customers cannot be listed', async () => {
		await service.lose('done');
		const failed = await service.add([k('k'), k('new', 11)], KEY);
		forgetProcess();
		await service.refuse({ route: LIST_CUSTOMERS }, 403);
		const { outcomes, error } = await service.retry(failed, KEY);
		expect(outcomes).toEqual(['unknown', 'notAttempted']);
		expect(error?.message).not.toMatch(/nothing was sent/i);
	});

	test('a Retry finds its own addition, also where the list before it cannot be had', async () => {
		await service.lose('done');
		const failed = await service.add([k(''), row(10, { customer: bruno.taxId })], OFF);
		await service.refuse({ route: LIST_ADDITIONS, nth: [1, 2, 3, 4, 5] }, 503);
		passTime({ seconds: 180 });
		const again = await service.retry(failed, OFF);
		passTime(AFTER_HOLD);
		await service.retry(again, OFF);
		expect(await paid()).toBe(1);
	});
});

test.each([RECENT, OFF])('what a look shows after the send may be its own: %j', async (options) => {
	const rows = [carla, ana, ana, bruno].map(({ taxId }) => row(10, { customer: taxId }));
	await service.lose('done', 2);
	await service.lose('never', 3);
	const two = { ...options, concurrency: 2 };
	const failed = await service.add(rows, two);
	const again = await service.retry(failed, two);
	passTime(AFTER_HOLD);
	await service.retry(again, two);
	expect(await paid()).toBe(2);
});

test.each([0, 16])(
	'what another run paid is a duplicate in Retry, %i min later',
	async (minutes) => {
		await service.lose('never');
		const failed = await service.add([k('')]);
		passTime(AFTER_HOLD);
		expect((await service.addOn([k('')])).outcomes).toEqual(['issued']);
		passTime({ seconds: minutes * 60 });
		expect((await service.retryOn(failed)).codes).toEqual(['DUPLICATE_SUSPECTED']);
	},
);

test('of two equal additions that somebody else has made nobody can tell, until a person has set the outcome', async () => {
	await lost('never', 'k');
	for (let made = 0; made < 2; made++)
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
	passTime(AFTER_HOLD);
	const run = await service.addOn([k('k')], KEY);
	expect(detailsOf(run).candidates).toHaveLength(2);
	expect(JSON.stringify(run.items)).toMatch(/set outcome/);
	service.ledger[0].outcome = 'rejected';
	expect(await order('k')).toBe('issued');
});

describe('what a key has paid with is no other key’s', () => {
	const misanswer = async (differs: 'earlierAddition' | 'earlierId', nth = 1) =>
		await service.fault({ type: 'wrongAnswer', differs, commit: false }, nth);

	test('whatever an answer says: one row of the sheet is unknown, and sent after the hold', async () => {
		await order('first');
		await misanswer('earlierAddition', 2);
		const others = Array.from({ length: 11 }, (_, n) => k(`k${n}`, 11 + n));
		const sheet = [k('zero', 9), k('equal'), ...others];
		const run = await service.addOn(sheet, KEY);
		expect(run.outcomes).toEqual(['issued', 'unknown', ...times(11, 'issued')]);
		expect(detailsOf(run, 1)).toMatchObject({ candidates: [] });
		passTime(AFTER_HOLD);
		expect(await pay(...sheet)).toEqual(['skipped', 'issued', ...times(11, 'skipped')]);
		expect(await paid()).toBe(2);
	});

	test.each(['k', 'first'])('nor is what has failed under the key %s', async (key) => {
		await service.fault({ type: 'commitAsFailed' }, 1);
		expect(await order(key)).toBe('rejected');
		await misanswer('earlierId');
		expect(await order('k')).toBe('unknown');
		passTime(AFTER_HOLD);
		expect([await order('k'), await paid()]).toEqual(['issued', 1]);
	});

	test.each([
		['it has failed', undefined],
		['it was of another amount', { additionId: 'another', amount: 11 }],
	])('nor does what another run has sent under the key prove anything: %s', async (_, paid) => {
		await service.lose('never');
		// While this run looks for what it has lost, another one takes its key over.
		const taken = service.tables.once(
			(operation) => operation === 'row get' && service.ledger[0]?.outcome === 'unknown',
			async () => {
				const failed = { customerIdentifier: ana._id, amount: 10, status: 'FAILED' };
				const made = paid ?? { additionId: (await service.admin.createAddition(failed))._id };
				Object.assign(service.ledger[0], { outcome: 'issued', claim: 'another', ...made });
			},
		);
		expect([await order('k'), taken.isDone]).toEqual(['unknown', true]);
	});
});

describe('an addition that has failed', () => {
	test('of several items keeps a lost row open, and the row of the other item back', async () => {
		await service.fault({ type: 'hang' }, [1, 2]);
		const sheet = [k(''), row(10, { customer: bruno.taxId })];
		// The first row goes alone, so an addition for both must be there before it is looked for.
		const running = service.addOn(sheet, { timeout: 0.5 });
		while ((await service.asked(ISSUE)) < 1) await sleep(10);
		const items = [{ customerIdentifier: ana._id, amount: 10, status: 'FAILED' }];
		await service.admin.createAddition({ customerIdentifier: bruno._id, amount: 10, items });
		expect((await running).outcomes).toEqual(['unknown', 'notAttempted']);
	});

	test('of another run frees its key while this run is claiming it', async () => {
		const claims = (operation: TableOperation) => operation === 'row insert';
		service.tables.once(claims, async () => {
			// In another process.
			forgetProcess();
			const { items } = await service.addOn([k('k')], KEY);
			await service.admin.settle(String(items[0].json._id), 'FAILED');
		});
		expect(await pay(k('k'), k('new', 8))).toEqual(['issued', 'issued']);
		expect(await paid()).toBe(1);
	});

	test.each([
		['does not answer', 500],
		['answers without a status', 200],
	])('does not free its key while GMC %s', async (_, status) => {
		await service.fault({ type: 'commitAsFailed' }, 1);
		const { additionId: _id } = detailsOf(await service.addOn([k('k')], KEY));
		const answer = { type: 'json', status, body: { balanceTransaction: { _id } } } as const;
		await service.fault(answer, { route: LOOK_UP_ADDITION });
		const { outcomes, codes } = await service.addOn([k('k')], KEY);
		expect([outcomes, codes]).toEqual([['notAttempted'], ['ADDITION_FAILED']]);
	});

	test('must still have failed when its key comes again, each of several', async () => {
		await service.restart({ additions: { settleAs: 'FAILED' } });
		await order('k');
		const run = await service.addOn([k('k')], KEY);
		await service.admin.configure({ additions: { settleAs: 'COMPLETED' } });
		await service.admin.settle(String(detailsOf(run).additionId), 'COMPLETED');
		// It has paid its own amount, no other.
		expect((await service.addOn([k('k', 8)], KEY)).codes).toEqual(['IDEMPOTENCY_KEY_REUSED']);
		expect([await order('k'), await paid()]).toEqual(['skipped', 1]);
	});
});

test('an addition that has failed for one key, and has moved money after all, is not taken by another', async () => {
	await lost('never', 'b');
	await service.fault({ type: 'commitAsFailed' }, 1);
	const { additionId } = detailsOf(await service.addOn([k('a')], KEY));
	await service.admin.settle(String(additionId), 'COMPLETED');
	passTime(AFTER_HOLD);
	expect([await order('b'), await order('a')]).toEqual(['issued', 'skipped']);
	expect(await paid()).toBe(2);
});

describe('a top-up that has failed, was sent again and lost, and has moved money after all', () => {
	const row = k('k');
	const failed = async (run: GmcRun) => {
		const { details } = run.error?.context ?? { details: detailsOf(run) };
		await service.lose('never');
		return async () => {
			await service.admin.settle(String((details as IDataObject).additionId), 'COMPLETED');
			passTime(AFTER_HOLD);
		};
	};
	beforeEach(async () => await service.fault({ type: 'commitAsFailed' }, 1));
	afterEach(async () => expect(await paid()).toBe(1));

	test.each([false, true])('is not paid again by its key: after a crash %p', async (isCrash) => {
		const settle = await failed(await service.addOn([row], KEY));
		const second = await service.addOn([row], KEY);
		if (isCrash) crash(service, second, 1);
		await settle();
		if (isCrash) passTime({ seconds: 3_600 });
		await service.addOn([row], KEY);
	});

	test.each([RECENT, OFF])('is not paid again by a Retry: %j', async (protection) => {
		const first = await service.add([row], protection);
		const settle = await failed(first);
		const second = await service.retry(first, protection);
		await settle();
		await service.retry(second, protection);
	});
});
