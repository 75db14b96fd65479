import {
	AFTER_HOLD,
	ISSUE,
	Service,
	WORKFLOW_TIMEZONE,
	passTime,
} from '../../../../../harness/engine';
import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { localTime } from '../../../../../nodes/Gmc/core/time/time';
import { ordersOf } from './time-support';

// Rows without a key that are in doubt, as time passes, and until when rows are held.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const MINUTE = 60;

const { lose, listLate, paid, order } = ordersOf(service, keyed);

describe('a row without a key whose answer was lost', () => {
	const keyless = { parameters: { idempotencyKey: '' } };

	test('is told paid by "Retry" after a later execution has found it out', async () => {
		await listLate(2 * MINUTE);
		await lose('commitThenReset');
		const stop = { ...keyless, onError: 'stopWorkflow' as const };
		const failed = await keyed.add([keyedRow('')], {}, stop);
		passTime(AFTER_HOLD);
		expect(outcomes(await keyed.add([keyedRow('')], {}, keyless))).toEqual(['rejected']);
		expect(outcomes(await keyed.retry(failed, {}, keyless))).toEqual(['issued']);
		expect(await paid()).toBe(1);
	});

	test('does not take what a key in doubt may have made', async () => {
		await listLate(2);
		await lose('commitThenReset');
		expect(await order('k')).toBe('unknown');
		await lose('resetBefore');
		keyed.tables.before = async () => {
			if ((await service.asked(ISSUE)) === 2) passTime({ seconds: 1 });
		};
		const off = { duplicateProtection: 'off' };
		const run = await keyed.add([keyedRow('')], off, keyless);
		expect(outcomes(run)).toEqual(['unknown']);
		passTime(AFTER_HOLD);
		// Two rows, two additions, whichever row has got which.
		expect(await order('k')).toBe('issued');
		expect(await paid()).toBe(2);
	});
});

describe('how long a row is held', () => {
	test('stands in the row: a run with a shorter hold does not end it', async () => {
		await lose('resetBefore');
		expect(await order('k')).toBe('unknown');
		const again = async () => outcomes(await keyed.add([keyedRow('k')], { hold: 0 }))[0];
		expect(await again()).toBe('unknown');
		passTime(AFTER_HOLD);
		expect(await again()).toBe('issued');
	});

	test('is told as it stands there', async () => {
		await lose('resetBefore');
		await keyed.add([keyedRow('k')], { hold: 120 });
		passTime(AFTER_HOLD);
		const { items } = await keyed.add([keyedRow('k')], { hold: 1 });
		const { askedAt, description } = items[0].json.details as Record<string, string>;
		// Held from the end of the request, which may be a second later.
		const after = [0, 1_000].map(
			(more) =>
				`Run it again after ${localTime(Date.parse(askedAt) + 120 * 60_000 + more, WORKFLOW_TIMEZONE)}`,
		);
		expect(after).toContain(String(description).slice(0, after[0].length));
	});

	test('is no longer than people want, where the run has ended by itself', async () => {
		await lose('resetBefore');
		expect(outcomes(await keyed.add([keyedRow('k')], { hold: 0 }))).toEqual(['unknown']);
		expect(await order('k')).toBe('issued');
	});

	test('is twice the Timeout at least, where the run may be sending still', async () => {
		const options = { hold: 0.5, timeout: 3_600 };
		expect(outcomes(await keyed.add([keyedRow('k')], options))).toEqual(['issued']);
		await service.restart();
		Object.assign(keyed.tables.named('GMC top-ups').rows[0], {
			outcome: 'sending',
			additionId: '',
			claim: 'crashed',
		});
		passTime({ seconds: 3_600 });
		expect(outcomes(await keyed.add([keyedRow('k')], options))).toEqual(['unknown']);
		passTime({ seconds: 3_700 });
		expect(outcomes(await keyed.add([keyedRow('k')], options))).toEqual(['issued']);
	});
});
