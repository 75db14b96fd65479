import { KeyedService, keyedRow } from '../../../../../harness/engine/keyedService';
import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	Service,
	outcomeOf,
	passTime,
} from '../../../../../harness/engine';
import { ordersOf } from './time-support';

// What is in doubt, as minutes and days pass: nothing of it makes an order be paid again.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;
const DAY = 24 * 60 * 60;
const MINUTE = 60;

const { lose, listLate, paid, order } = ordersOf(service, keyed);
const ledger = () => keyed.tables.named('GMC top-ups').rows;

/** Its run was killed: nobody has written down what became of it. */
function crash(key: string): void {
	for (const row of ledger().filter((one) => one.key === key)) {
		Object.assign(row, { outcome: 'sending', additionId: '', claim: `crashed ${key}` });
	}
}

/** An order that was never done, whose run nobody has started again since. */
async function abandon(key: string | undefined): Promise<void> {
	await lose('resetBefore');
	if (key === undefined) {
		const { items } = await service.add([keyedRow(key)], {}, {
			onError: 'continueRegularOutput',
			executeWorkflow: keyed.tables.executeWorkflow,
		} as never);
		expect(outcomeOf(items[0])).toBe('unknown');
	} else expect(await order(key)).toBe('unknown');
	passTime({ seconds: 3 * DAY });
}

test.each(['abandoned', undefined])(
	'beside a row of three days before (%s), an order whose answer was lost is paid once, however often it is delivered',
	async (key) => {
		await listLate(2 * MINUTE);
		await abandon(key);
		await lose('commitThenReset');
		expect(await order('k')).toBe('unknown');
		for (let delivery = 0; delivery < 5; delivery++) {
			passTime(AFTER_HOLD);
			expect(await order('k')).toBe('skipped');
		}
		expect(await paid()).toBe(1);
	},
);

test.each([1, 11, 30])(
	'two equal orders %i minutes apart, both paid and both answers lost, are paid twice in all',
	async (minutes) => {
		await listLate(2 * MINUTE);
		await lose('commitThenReset');
		expect(await order('a')).toBe('unknown');
		passTime({ seconds: minutes * MINUTE });
		await lose('commitThenReset');
		expect(await order('b')).toBe('unknown');
		for (let delivery = 0; delivery < 2; delivery++) {
			passTime(AFTER_HOLD);
			expect([await order('b'), await order('a')]).toEqual(['skipped', 'skipped']);
		}
		expect(await paid()).toBe(2);
		const ids = ledger().flatMap(({ outcome, additionId }) =>
			outcome === 'issued' ? [additionId] : [],
		);
		expect(new Set(ids).size).toBe(2);
	},
);

test('two runs that crash twelve minutes apart are paid once each', async () => {
	await listLate(2 * MINUTE);
	for (const key of ['a', 'b']) {
		expect(await order(key)).toBe('issued');
		crash(key);
		passTime({ seconds: 12 * MINUTE });
	}
	for (let delivery = 0; delivery < 3; delivery++) {
		passTime(AFTER_HOLD);
		await order('b');
		await order('a');
	}
	expect(await paid()).toBe(2);
	expect([await order('a'), await order('b')]).toEqual(['skipped', 'skipped']);
});

test('"Retry" of an execution beside a row of three days before pays nothing again', async () => {
	await listLate(2 * MINUTE);
	await abandon('abandoned');
	await lose('commitThenReset');
	const stop = { onError: 'stopWorkflow' } as const;
	const failed = await keyed.add([keyedRow('k')], {}, stop);
	expect(failed.error?.message).toMatch(/know whether/);
	passTime(AFTER_HOLD);
	await keyed.retry(failed, {}, stop);
	expect(await paid()).toBe(1);
});

test('an abandoned row is not taken for paid by an addition of days later, and is sent when it comes again', async () => {
	await abandon('abandoned');
	await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
	passTime(AFTER_HOLD);
	expect(await order('abandoned')).toBe('issued');
	expect(await paid()).toBe(2);
});

test('more equal additions than rows: nobody can tell until a person has set the outcome', async () => {
	await lose('resetBefore');
	expect(await order('k')).toBe('unknown');
	for (const amount of [10, 10]) {
		await service.admin.createAddition({ customerIdentifier: ana._id, amount });
	}
	passTime(AFTER_HOLD);
	const { items } = await keyed.add([keyedRow('k')]);
	const { error, details } = items[0].json as { error: string; details: { candidates: unknown[] } };
	expect(details.candidates).toHaveLength(2);
	expect(`${error} ${JSON.stringify(details)}`).toMatch(/set outcome/);
	ledger()[0].outcome = 'rejected';
	expect(await order('k')).toBe('issued');
});

test.each([
	['without naming the addition', 'Issued', ''],
	['and has pasted the addition with a blank', 'issued', ' '],
	['and has pasted the addition with a line break', 'issued', '\n'],
])(
	'what a person has said to be paid, %s, keeps its addition: an equal row is not told so',
	async (_, outcome, behind) => {
		await listLate(2 * MINUTE);
		await lose('commitThenReset');
		expect(await order('done')).toBe('unknown');
		await lose('resetBefore');
		expect(await order('never done')).toBe('unknown');
		passTime({ seconds: 3 * MINUTE });
		const [{ json }] = (await service.getAdditions()).items;
		const additionId = behind === '' ? '' : `${json._id as string}${behind}`;
		Object.assign(ledger()[0], { outcome, additionId });
		passTime(AFTER_HOLD);
		expect([await order('never done'), await order('done')]).toEqual(['issued', 'skipped']);
		expect(await paid()).toBe(2);
	},
);

test('a row whose askedAt cannot be read stops no other key', async () => {
	await listLate(2 * MINUTE);
	await lose('resetBefore');
	expect(await order('bad')).toBe('unknown');
	await lose('commitThenReset');
	expect(await order('k')).toBe('unknown');
	passTime({ seconds: DAY });
	await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
	passTime({ seconds: DAY });
	ledger()[0].askedAt = 'yesterday';
	expect(await order('k')).toBe('skipped');
});

test('where GMC dates additions by another clock than its answers tell, what is in doubt is not sent again', async () => {
	await listLate(2 * MINUTE);
	await service.admin.advanceClock({ hours: 5 });
	await lose('commitThenReset');
	expect(await order('k')).toBe('unknown');
	passTime(AFTER_HOLD);
	expect(await order('k')).toBe('unknown');
	expect(await paid()).toBe(1);
});
