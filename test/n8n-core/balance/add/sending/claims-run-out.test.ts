import { sleep } from 'n8n-workflow';
import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_ADDITIONS,
	LOGIN,
	Service,
} from '../../../../../harness/engine';

// Two workers of n8n: neither knows which claims of the other are at work.
jest.mock('../../../../../nodes/Gmc/core/util/processMemory', () => ({
	...jest.requireActual<object>('../../../../../nodes/Gmc/core/util/processMemory'),
	isAtWork: () => false,
	whileAtWork: async (_: string, work: () => Promise<unknown>) => await work(),
}));

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;
/** A claim is held for two seconds. */
const options = { hold: 0, timeout: 1, concurrency: 1 };

test('a request that is refused with 401 is not sent again once its claim is over', async () => {
	await keyed.add([keyedRow('warm up', 11)], options);
	const body = { statusCode: 401, message: 'Unauthorized' };
	await service.admin.addFault({
		route: ISSUE,
		nth: 1,
		action: { type: 'status', status: 401, body },
	});
	const slow = { type: 'latency', ms: 900 } as const;
	await service.admin.addFault({ route: LOGIN, nth: 1, action: slow });
	await service.admin.addFault({ route: LIST_ADDITIONS, nth: [1, 2], action: slow });
	const first = keyed.add([keyedRow('k')], options);
	await sleep(2_150);
	await keyed.add([keyedRow('k')], options);
	await first;
	expect(await service.charged(ana.taxId, 10)).toBeLessThanOrEqual(1);
	expect(outcomes(await keyed.add([keyedRow('k')], options))).toContainEqual(
		expect.stringMatching(/skipped|issued/),
	);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
}, 20_000);

test('a row that was never done and waits behind others is not sent once its claim is over', async () => {
	await service.lose('never');
	expect(outcomes(await keyed.add([keyedRow('k')], options))).toEqual(['unknown']);
	await service.slow(850, [1, 2, 3, 4, 5]);
	const others = [21, 22, 23, 24, 25].map((amount) => keyedRow(`other ${amount}`, amount));
	const first = keyed.add([...others, keyedRow('k')], options);
	await sleep(2_200);
	expect(outcomes(await keyed.add([keyedRow('k')], options))).toEqual(['issued']);
	expect(outcomes(await first).at(-1)).toMatch(/skipped|unknown/);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
}, 20_000);

// One worker sends a part that takes longer than a claim is held (by default 200 rows in 15 minutes: 4.5 seconds a row).
// Ten of its rows are equal, under ten keys: ten charges of 10. (With two it happens every other time: which row is dealt
// the addition depends on the hash of its name.)
describe('a part that outlives its claims', () => {
	const others = [21, 22, 23, 24].map((amount) => keyedRow(`other ${amount}`, amount));
	const waiting = Array.from({ length: 9 }, (_, n) => keyedRow(`waits ${n}`));
	const sheet = [keyedRow('k1'), ...others, ...waiting];
	const batch = sheet.map(({ amount, customer }) => ({ amount, customer }));

	beforeEach(async () => {
		await service.slow(850, [2, 3, 4, 5]);
	});

	/** @returns how often ana was charged with 10 by all runs together */
	async function chargedBy(...runs: Array<() => Promise<unknown>>): Promise<number> {
		await Promise.all(runs.map(async (run) => await run()));
		return await service.charged(ana.taxId, 10);
	}

	/** After the hold of the first part's claims. */
	const later = (work: () => Promise<unknown>) => async () => await sleep(2_500).then(work);
	const paySheet = async () => await keyed.add(sheet, options);

	test('an order that is delivered again is not paid again', async () => {
		const again = async () => await keyed.add([keyedRow('k1')], options);
		expect(await chargedBy(paySheet, later(again))).toBe(10);
	});

	test('a sheet that another worker starts again is not paid again', async () => {
		expect(await chargedBy(paySheet, later(paySheet))).toBe(10);
	});

	test('nor in a batch', async () => {
		const named = { ...options, duplicateProtection: 'batch', batchName: '2026-11' };
		const payBatch = async () => await keyed.add(batch, named);
		expect(await chargedBy(payBatch, later(payBatch))).toBe(10);
	});
});
