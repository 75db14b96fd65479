import { KeyedService, keyedRow } from '../../../../../harness/engine/keyedService';
import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	ISSUE,
	Service,
	passTime,
} from '../../../../../harness/engine';

// The Data Table fails from the first request on: neither is written down what was paid, nor is given back what was not sent.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;

const STOP = { onError: 'stopWorkflow' } as const;

/** The second row is refused; the ten behind it equal the first. */
const SHEET = [keyedRow(''), keyedRow('', 77), ...Array.from({ length: 10 }, () => keyedRow(''))];

async function failFromFirstRequest(): Promise<void> {
	await service.refuse({ match: { amount: 77 }, times: 1 });
	let isDown = false;
	keyed.tables.before = async () => {
		isDown ||= (await service.asked(ISSUE)) > 0;
		if (isDown) throw new Error('database is locked');
	};
}

describe.each(['off', 'recent'])('under Maximum per Day and %s', (duplicateProtection) => {
	const options = { duplicateProtection, maxPerDay: 100_000, concurrency: 1 };

	test('what was paid is told in the error, and "Retry" after the hold pays it once', async () => {
		await failFromFirstRequest();
		const failed = await keyed.add(SHEET, options, STOP);
		expect(failed.error?.description).toContain('1 row was paid, but the Data Table');
		expect(await service.charged(ana.taxId, 10)).toBe(1);
		keyed.tables.before = () => {};
		passTime(AFTER_HOLD);
		await keyed.retry(failed, options, STOP);
		expect(await service.charged(ana.taxId, 10)).toBe(11);
		expect(await service.charged(ana.taxId, 77)).toBe(1);
	});
});

test('the whole sheet again, after the hold, pays each of its keys once', async () => {
	await failFromFirstRequest();
	const named = SHEET.map((row, n) => ({ ...row, key: `k${n}` }));
	await keyed.add(named, { concurrency: 1 }, STOP);
	keyed.tables.before = () => {};
	passTime(AFTER_HOLD);
	await keyed.add(named, { concurrency: 1 });
	expect(await service.charged(ana.taxId, 10)).toBe(11);
	await keyed.add(named, { concurrency: 1 });
	expect(await service.charged(ana.taxId, 10)).toBe(11);
});
