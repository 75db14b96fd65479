import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	LIST_ADDITIONS,
	Service,
	passTime,
} from '../../../../../harness/engine';
import { Orders, OTHER } from '../orders-support';

// Runs that look at what others have left open, and looks that come after a request.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const orders = Orders.forThisFile(service);
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const keyless = { parameters: { idempotencyKey: '' } };
const stop = { ...keyless, onError: 'stopWorkflow' as const };
const rowOf = ({ taxId }: (typeof DEMO_CUSTOMERS)[number], amount = 10) => ({
	customer: taxId,
	amount,
});

describe('what a look shows after a request was sent', () => {
	test.each(['recent', 'off'])('may be its own addition (%s)', async (duplicateProtection) => {
		const rows = [rowOf(carla), rowOf(ana), rowOf(ana), rowOf(bruno)];
		await service.lose('done', 2);
		await service.lose('never', 3);
		const options = { concurrency: 2, duplicateProtection };
		const failed = await keyed.add(rows, options, stop);
		const again = await keyed.retry(failed, options, stop);
		passTime(AFTER_HOLD);
		await keyed.retry(again, options, stop);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test('may be its own, also where the list before it could not be had', async () => {
		await service.listLate(2);
		await service.lose('done');
		const options = { duplicateProtection: 'off' };
		const failed = await keyed.add([rowOf(ana), rowOf(bruno)], options, stop);
		passTime({ seconds: 60 });
		const action = { type: 'status' as const, status: 503, body: {} };
		await service.admin.addFault({ route: LIST_ADDITIONS, nth: [1, 2, 3, 4, 5], action });
		const again = await keyed.retry(failed, options, stop);
		passTime(AFTER_HOLD);
		await keyed.retry(again, options, stop);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});
});

describe('a customer whose tax ID is corrected while a key is open', () => {
	beforeEach(async () => {
		const additions = { echoCustomerIdentifier: 'taxId', visibleAfterSeconds: 60 } as const;
		await service.restart({ additions });
		await service.lose('done');
		expect(await orders.outcome('k', ana._id)).toBe('unknown');
		await orders.elsewhere('PATCH', `/${ana._id}`, { taxId: OTHER });
		passTime(AFTER_HOLD);
	});

	test('is not taken for one who was never paid by an equal row under Recent', async () => {
		expect(await orders.outcome(undefined, ana._id, {}, { idempotencyKey: '' })).toBe('rejected');
		await orders.outcome('k', ana._id);
		expect(await service.charged(ana._id)).toBe(1);
	});

	test('nor by a run under Maximum per Day, for whomever', async () => {
		expect(await orders.outcome('other', bruno._id, { maxPerDay: 1_000 })).toBe('issued');
		await orders.outcome('k', ana._id);
		expect(await service.charged(ana._id)).toBe(1);
	});
});

test('what another run has proven not done is a new row for its own Retry', async () => {
	await service.lose('never');
	const failed = await keyed.add([rowOf(ana)], {}, stop);
	passTime(AFTER_HOLD);
	expect(outcomes(await keyed.add([rowOf(ana)], {}, keyless))).toEqual(['issued']);
	const { items } = await keyed.retry(failed, {}, keyless);
	expect(items[0].json.details).toMatchObject({ code: 'DUPLICATE_SUSPECTED' });
	expect(await service.charged(ana.taxId)).toBe(1);
});

test('of several failed additions of a key each must still have failed', async () => {
	await service.restart({ additions: { settleAs: 'FAILED' } });
	await keyed.add([keyedRow('k')]);
	const second = await keyed.add([keyedRow('k')]);
	const { additionId } = second.items[0].json.details as { additionId: string };
	await service.admin.configure({ additions: { settleAs: 'COMPLETED' } });
	await service.admin.settle(additionId, 'COMPLETED');
	expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['skipped']);
	expect(await service.charged(ana.taxId)).toBe(1);
});

test('one that has completed after all has paid its own amount, no other', async () => {
	await service.restart({ additions: { settleAs: 'FAILED' } });
	const { items } = await keyed.add([keyedRow('k')]);
	const { additionId } = items[0].json.details as { additionId: string };
	await service.admin.settle(additionId, 'COMPLETED');
	const again = await keyed.add([keyedRow('k', 8)]);
	expect(again.items[0].json.details).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
});

describe('a dry run', () => {
	test('tells which row is the same as another one', async () => {
		const run = await keyed.add([keyedRow('k'), keyedRow('k')], { dryRun: true });
		expect(outcomes(run)).toEqual(['planned', 'skipped']);
		expect(run.hints.join()).toMatch(/1 would be paid .*, 1 the same as another row/);
	});
});
