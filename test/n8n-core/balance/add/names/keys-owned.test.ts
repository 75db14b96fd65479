import {
	detailsOf,
	KeyedService,
	keyedRow,
	outcomes,
} from '../../../../../harness/engine/keyedService';
import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	ISSUE,
	Service,
	passTime,
} from '../../../../../harness/engine';

// What a key has paid with is no other key's, whatever an answer or another run says.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;

describe('an answer that names what an earlier key has paid with', () => {
	const misanswer = async (commit: boolean, nth = 1) =>
		await service.admin.addFault({
			route: ISSUE,
			nth,
			action: { type: 'wrongAnswer', differs: 'earlierAddition', commit },
		});

	test('is not believed: the row is unknown, and sent after the hold', async () => {
		await keyed.add([keyedRow('first')]);
		await misanswer(false);
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['unknown']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
		passTime(AFTER_HOLD);
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
		expect(outcomes(await keyed.add([keyedRow('first'), keyedRow('k')]))).toEqual([
			'skipped',
			'skipped',
		]);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test('is not believed: the list tells what was made instead', async () => {
		const first = await keyed.add([keyedRow('first')]);
		await misanswer(true);
		const run = await keyed.add([keyedRow('k')]);
		expect(run.items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
		expect(run.items[0].json._id).not.toBe(first.items[0].json._id);
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test.each([3, 12])('in a sheet of %i rows is unknown, and no other row is', async (count) => {
		const rows = Array.from({ length: count }, (_, n) => keyedRow(`k${n}`, 11 + n));
		await keyed.add([keyedRow('first')]);
		await misanswer(false, 2);
		const sheet = [rows[0], keyedRow('equal'), ...rows.slice(1)];
		const first = await keyed.add(sheet);
		expect(outcomes(first).filter((one) => one === 'unknown')).toHaveLength(1);
		expect(detailsOf(first, 1)).toMatchObject({ outcome: 'unknown', candidates: [] });
		passTime(AFTER_HOLD);
		const again = outcomes(await keyed.add(sheet));
		expect(again.every((one) => one === 'skipped' || one === 'issued')).toBe(true);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
		expect(await service.asked(ISSUE)).toBe(count + 3);
	});
});

test.each([
	['the same key', 'k'],
	['another key', 'first'],
])('an answer that names what has failed under %s is not believed', async (_, order) => {
	await service.fault({ type: 'commitAsFailed' }, 1);
	expect(outcomes(await keyed.add([keyedRow(order)]))).toEqual(['rejected']);
	const action = { type: 'wrongAnswer', differs: 'earlierId', commit: false } as const;
	await service.admin.addFault({ route: ISSUE, nth: 1, action });
	expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['unknown']);
	passTime(AFTER_HOLD);
	expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test('what another run has sent under the key, and failed, says nothing about what this one sent', async () => {
	await service.lose('never');
	// While this run looks for what it has lost, another one takes its key over, and fails.
	let isTaken = false;
	keyed.tables.before = async (operation) => {
		const [claimed] = keyed.tables.tables.at(0)?.rows ?? [];
		if (operation !== 'row get' || isTaken || claimed?.outcome !== 'unknown') return;
		isTaken = true;
		const failed = await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		await service.admin.settle(failed._id, 'FAILED');
		Object.assign(claimed, { outcome: 'issued', claim: 'another', additionId: failed._id });
	};
	const run = await keyed.add([keyedRow('k')]);
	expect(isTaken).toBe(true);
	expect(outcomes(run)).toEqual(['unknown']);
});

describe('a key that is given only after a try without it', () => {
	const tryWithout = async () => await service.add([{ customer: ana.taxId, amount: 10 }]);

	// The errors say so, and money-safety.md.
	test('does not know what was paid without it', async () => {
		await tryWithout();
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});
});
