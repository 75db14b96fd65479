import type { IDataObject } from 'n8n-workflow';
import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_ADDITIONS,
	Service,
	passTime,
} from '../../../../../harness/engine';

// A key, or a row of a batch, in doubt that turns out not to be done is sent by the run that finds it out: within that run's limits.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana, bruno] = DEMO_CUSTOMERS;
const big = keyedRow('big', 500);
const small = keyedRow('small', 10);

const BATCH = { duplicateProtection: 'batch', batchName: '2026-11' };

describe.each([{}, BATCH])('%j', (protection: IDataObject) => {
	beforeEach(async () => {
		await service.lose('never');
		expect(outcomes(await keyed.add([big], protection))).toEqual(['unknown']);
		passTime(AFTER_HOLD);
	});

	test.each([
		['Maximum Amount', { maxAmount: 100 }, ['rejected', 'issued']],
		['Maximum Total', { maxTotal: 500 }, ['rejected', 'rejected']],
	])('above %s it is rejected', async (_, limit, expected) => {
		const run = await keyed.add([big, small], { ...protection, ...limit });
		expect(outcomes(run)).toEqual(expected);
		expect(await service.charged(ana.taxId, 500)).toBe(0);
	});

	test('above Maximum per Day it is rejected, also where no other row is sent', async () => {
		await service.admin.createAddition({ customerIdentifier: bruno._id, amount: 90 });
		const limit = { ...protection, maxPerDay: 100 };
		expect(outcomes(await keyed.add([big], limit))).toEqual(['rejected']);
		expect(await service.charged(ana.taxId)).toBe(0);
	});

	test('with the run stopping at it, the error says so, and its key is free', async () => {
		const setup = { onError: 'stopWorkflow' } as const;
		const run = await keyed.add([big], { ...protection, maxAmount: 100 }, setup);
		expect(run.error?.message ?? '').toMatch(/above the Maximum Amount of 100/);
		expect(outcomes(await keyed.add([big], protection))).toEqual(['issued']);
		expect(await service.charged(ana.taxId)).toBe(1);
	});

	test('for a customer that is not known any more it is rejected', async () => {
		await service.run({
			parameters: {
				resource: 'customer',
				operation: 'delete',
				customer: { __rl: true, mode: 'id', value: ana._id },
			},
		});
		const asked = await service.asked(ISSUE);
		expect(outcomes(await keyed.add([big], protection))).toEqual(['rejected']);
		expect(await service.asked(ISSUE)).toBe(asked);
	});

	test('within them it is sent', async () => {
		const limits = { maxAmount: 500, maxTotal: 510, maxPerDay: 510 };
		const run = await keyed.add([big, small], { ...protection, ...limits });
		expect(outcomes(run)).toEqual(['issued', 'issued']);
	});

	test('it counts for the day together with the others', async () => {
		const run = await keyed.add([big, small], { ...protection, maxPerDay: 509 });
		expect(outcomes(run)).toEqual(['rejected', 'rejected']);
		expect(await service.charged(ana.taxId)).toBe(0);
	});

	test('where the list that it needs for the day cannot be had, it is not attempted', async () => {
		const nth = Array.from({ length: 20 }, (_, index) => index + 2);
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			nth,
			action: { type: 'status', status: 500 },
		});
		const run = await keyed.add([big], { ...protection, maxPerDay: 1_000 });
		expect(outcomes(run)).toEqual(['notAttempted']);
		expect(await service.charged(ana.taxId)).toBe(0);
	});
});

test('as long as it is held it is not sent, so that it counts for no total', async () => {
	await service.lose('never');
	await keyed.add([big]);
	const run = await keyed.add([big, small], { maxTotal: 100 });
	expect(outcomes(run)).toEqual(['unknown', 'issued']);
});
