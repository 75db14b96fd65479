import {
	detailsOf,
	KeyedService,
	keyedRow,
	outcomes,
} from '../../../../harness/engine/keyedService';
import { ISSUE, Service } from '../../../../harness/engine/service';
import { AFTER_HOLD, passTime } from '../../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../../sandbox/seeds';

// What a key has paid with is no other key's, whatever an answer or another run says.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;

describe('an answer that names what an earlier key has paid with', () => {
	const misanswer = async (commit: boolean, nth = 1) =>
		await service.admin.addFault({
			...{ route: ISSUE, nth },
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
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitAsFailed' } });
	expect(outcomes(await keyed.add([keyedRow(order)]))).toEqual(['rejected']);
	const action = { type: 'wrongAnswer', differs: 'earlierId', commit: false } as const;
	await service.admin.addFault({ route: ISSUE, nth: 1, action });
	expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['unknown']);
	passTime(AFTER_HOLD);
	expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test('what another run has sent under the key, and failed, says nothing about what this one sent', async () => {
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'resetBefore' } });
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

test('an answer that names what was there before is not believed where History has looked', async () => {
	const createdAt = new Date(Date.now() - 7_200_000).toISOString();
	await service.admin.createAddition({ customerIdentifier: ana.taxId, amount: 10, createdAt });
	const action = { type: 'wrongAnswer', differs: 'earlierAddition', commit: false } as const;
	await service.admin.addFault({ route: ISSUE, nth: 1, action });
	const duplicatesSince = new Date(Date.now() - 3_600_000).toISOString();
	const options = { duplicateProtection: 'history', duplicatesSince };
	expect(outcomes(await keyed.add([keyedRow('k')], options))).toEqual(['unknown']);
});

describe('under History, an addition that the row of another key names', () => {
	const history = { duplicateProtection: 'history' };
	/** An order is paid; then its row in the ledger says otherwise. */
	const leave = async (outcome: string) => {
		const { items } = await keyed.add([keyedRow('first')]);
		keyed.tables.named('GMC top-ups').rows[0].outcome = outcome;
		return items[0].json._id;
	};

	// `sending` with an addition: its run is about to say that it has paid.
	test.each(['issued', 'sending'])("is that key's where it is %s", async (outcome) => {
		await leave(outcome);
		expect(outcomes(await keyed.add([keyedRow('k')], history))).toEqual(['issued']);
	});

	// Its own run may have called it unknown after another one has found what it paid.
	test('is perhaps its own where it is unknown: an equal row is held until that is known', async () => {
		const first = await leave('unknown');
		const run = await keyed.add([keyedRow('k')], history);
		expect(outcomes(run)).toEqual(['notAttempted']);
		expect(run.items[0].json.error).toContain(first);
		expect(detailsOf(run).description).toContain('GMC top-ups');
		const others = [keyedRow('k'), keyedRow('other', 11)];
		const plan = { ...history, dryRun: true };
		const stopped = await keyed.add(others, plan, { onError: 'stopWorkflow' });
		expect(outcomes(stopped)).toEqual(['notAttempted', 'notAttempted']);
		const sheet = [keyedRow('first'), keyedRow('k')];
		expect(outcomes(await keyed.add(sheet, history))).toEqual(['skipped', 'issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test('holds no row that another addition stands for', async () => {
		await leave('unknown');
		const { _id } = await service.admin.createAddition({
			...{ customerIdentifier: ana._id, amount: 10 },
			createdAt: new Date(Date.now() - 1_000).toISOString(),
		});
		const { items } = await keyed.add([keyedRow('k')], {
			...history,
			duplicatesSince: new Date(Date.now() - 60_000).toISOString(),
		});
		expect(items[0].json).toMatchObject({ _id, _gmc: { outcome: 'skipped' } });
	});

	test("is no key's where it is rejected: it stands for an equal row", async () => {
		const first = await leave('rejected');
		const { items } = await keyed.add([keyedRow('k')], history);
		expect(items[0].json).toMatchObject({ _id: first, _gmc: { outcome: 'skipped' } });
	});

	test.each(['issued', 'sending', 'unknown'])('is no second payment (%s)', async (outcome) => {
		await leave(outcome);
		const { hints } = await keyed.add([keyedRow('k', 11)], history);
		expect(hints.join()).not.toMatch(/Besides/);
	});
});

describe('a key that is given only after a try without it', () => {
	const tryWithout = async () => await service.add([{ customer: ana.taxId, amount: 10 }]);

	// The errors say so, and money-safety.md.
	test('does not know what was paid without it', async () => {
		await tryWithout();
		expect(outcomes(await keyed.add([keyedRow('k')]))).toEqual(['issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test('skips it under History', async () => {
		await tryWithout();
		const options = { duplicateProtection: 'history' };
		expect(outcomes(await keyed.add([keyedRow('k')], options))).toEqual(['skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});
});
