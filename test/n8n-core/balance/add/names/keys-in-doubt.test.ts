import {
	KeyedService,
	keyedRow,
	outcomes,
	detailsOf,
} from '../../../../../harness/engine/keyedService';
import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_CUSTOMERS,
	Service,
	passTime,
} from '../../../../../harness/engine';
import { forgetProcess } from '../../../../../nodes/Gmc/core/util/processMemory';
import type { FaultAction } from '../../../../../sandbox/state/faults';

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;

describe('a key whose answer was lost', () => {
	const lose = async (type: 'commitThenReset' | 'resetBefore') =>
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } });

	test('is settled, although equal rows of the sheet wait to be sent', async () => {
		await lose('commitThenReset');
		const run = await keyed.add([keyedRow('a'), keyedRow('b'), keyedRow('c')], { concurrency: 1 });
		expect(outcomes(run)).toEqual(['issued', 'issued', 'issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(3);
	});

	test('and that the list does not show is held back, and sent after the hold', async () => {
		await lose('resetBefore');
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['unknown']);
		const held = await keyed.add([keyedRow('k'), keyedRow('new')]);
		expect(outcomes(held)).toEqual(['unknown', 'issued']);
		expect(detailsOf(held)).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE', candidates: [] });
		passTime(AFTER_HOLD);
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test.each(['the ledger cannot be asked', 'the customers cannot be listed'])(
		'stays unknown in a retry where %s',
		async (reason) => {
			await service.listLate(3_600);
			await lose('commitThenReset');
			const stop = { onError: 'stopWorkflow' as const };
			const failed = await keyed.add([keyedRow('k'), keyedRow('new', 11)], {}, stop);
			expect(failed.error?.context.details).toMatchObject({ outcome: 'unknown' });
			if (reason.includes('ledger')) {
				keyed.tables.before = () => {
					throw new Error('database is locked');
				};
			} else {
				forgetProcess();
				const action = { type: 'status', status: 403, body: { statusCode: 403, message: 'no' } };
				await service.admin.addFault({ route: LIST_CUSTOMERS, action: action as FaultAction });
			}
			const { error } = await keyed.retry(failed, {}, stop);
			// Without the ledger, any row may have been sent.
			const other = reason.includes('ledger') ? 'unknown' : 'notAttempted';
			const rows = [{ outcome: 'unknown' }, { outcome: other }];
			expect(error?.context).toMatchObject({ details: { outcome: 'unknown' }, data: { rows } });
			expect(error?.message).not.toMatch(/nothing was sent/i);
			expect(await service.asked(ISSUE)).toBe(1);
		},
	);

	test('because the answer names what another key has paid with is looked up', async () => {
		await keyed.add([keyedRow('a')]);
		const action = { type: 'wrongAnswer', differs: 'earlierId', commit: false } as const;
		await service.admin.addFault({ route: ISSUE, nth: 1, action });
		expect(outcomes(await keyed.add([keyedRow('a'), keyedRow('b')]))).toEqual([
			'skipped',
			'unknown',
		]);
	});

	test('is not settled by an equal addition that has failed', async () => {
		await service.fault({ type: 'commitAsFailed' }, 1);
		await service.lose('never', 2);
		const run = await keyed.add([keyedRow('failed'), keyedRow('k')]);
		expect(outcomes(run)).toEqual(['rejected', 'unknown']);
		passTime(AFTER_HOLD);
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('keeps its addition, although an equal row is new', async () => {
		await service.listLate(3_600);
		await lose('commitThenReset');
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['unknown']);
		await service.admin.advanceClock({ seconds: 3_700 });
		const run = await keyed.add([keyedRow('new'), keyedRow('k')]);
		expect(outcomes(run)).toEqual(['issued', 'skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});
});
