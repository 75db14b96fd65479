import type { SandboxSettingsInput } from '../../../../sandbox/settings';
import * as additions from '../../../../nodes/Gmc/api/additions';
import { BATCH, ISSUE, KEY, LOOK_UP_ADDITION, OFF, RECENT } from './given';
import { ana, bruno, row } from './people';
import { AFTER_HOLD, detailsOf, endPassedTime, errorOf, passTime, Service } from './support';

// GMC answers a top-up with an addition that reads otherwise than it was asked for. It may be the row's, or not.
// promises.md P24

const service = Service.forThisFile();
const k = row(10, { key: 'k' });

// service.md 2.2 and 2.4 leave open: whether amount and identifier are exactly what was asked for; the zone of times.
test.each<[string, number, SandboxSettingsInput]>([
	['rounds to cents', 10.555, { additions: { sourceAmountAs: 'cents' } }],
	['shows the amount less its fee', 10, { additions: { sourceAmountAs: 'net' } }],
])('where GMC %s, a key is paid once, whatever is read', async (_, amount, settings) => {
	await service.restart(settings);
	const row = { customer: ana.taxId, amount, currency: 'USDT', key: 'k' };
	await service.addOn([row], KEY);
	for (let again = 0; again < 3; again++) {
		passTime(AFTER_HOLD);
		const told = detailsOf(await service.addOn([row], KEY));
		const candidates = [service.ledger[0].additionId];
		expect(told).toMatchObject({ outcome: 'unknown', candidates });
	}
	expect(await service.charged(ana.taxId)).toBe(1);
});

describe('where GMC masks the CPF, which may be anybody', () => {
	beforeEach(
		async () => await service.restart({ additions: { echoCustomerIdentifier: 'masked' } }),
	);

	test('an answer is believed, and the ledger knows whose it is', async () => {
		expect((await service.addOn([k], KEY)).outcomes).toEqual(['issued']);
		expect((await service.addOn([k], KEY)).outcomes).toEqual(['skipped']);
		expect((await service.addOn([k], RECENT)).codes).toEqual(['DUPLICATE_SUSPECTED']);
		const other = { ...k, customer: bruno.taxId };
		expect((await service.addOn([other], RECENT)).outcomes).toEqual(['issued']);
	});

	test('a row whose answer was lost is not sent again, and says which top-up it may be', async () => {
		await service.lose('done');
		await service.addOn([k], KEY);
		passTime(AFTER_HOLD);
		const [addition] = (await service.getAdditions()).items;
		const candidates = [addition.json._id];
		const told = detailsOf(await service.addOn([k], KEY));
		expect(told).toMatchObject({ outcome: 'unknown', candidates });
		expect(await service.charged(ana.taxId)).toBe(1);
	});

	test('a row that was never done is sent after its hold', async () => {
		await service.lose('never');
		await service.addOn([k], KEY);
		passTime(AFTER_HOLD);
		expect((await service.addOn([k], KEY)).outcomes).toEqual(['issued']);
	});

	test('Recent refuses a row that may equal what somebody else has just made', async () => {
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 10 });
		expect((await service.addOn([k], RECENT)).codes).toEqual(['DUPLICATE_SUSPECTED']);
		expect((await service.addOn([{ ...k, amount: 11 }], RECENT)).outcomes).toEqual(['issued']);
	});
});

test.each([KEY, BATCH, RECENT])('GMC dates additions three hours back: %j', async (protection) => {
	await service.restart();
	const behind = () => new Date(Date.now() - 3 * 3_600_000).toISOString();
	await service.admin.freezeClock(behind());
	await service.addOn([k], protection);
	for (let again = 0; again < 3; again++) {
		passTime(AFTER_HOLD);
		await service.admin.freezeClock(behind());
		await service.addOn([k], protection);
	}
	endPassedTime();
	expect(await service.charged(ana.taxId)).toBe(1);
});

describe('where GMC pays another customer than was asked for', () => {
	beforeEach(() => {
		const { issueAddition } = additions;
		jest
			.spyOn(additions, 'issueAddition')
			.mockImplementation(async (transport, request, deadline) => {
				const { _id: customerIdentifier } = bruno;
				return await issueAddition(transport, { ...request, customerIdentifier }, deadline);
			});
	});
	const isPaidOnce = async () => {
		expect([await service.charged(bruno._id), await service.asked(ISSUE)]).toEqual([1, 1]);
	};

	test.each([KEY, BATCH, RECENT])('the row is not sent again: %j', async (protection) => {
		expect((await service.addOn([k], protection)).outcomes).toEqual(['unknown']);
		passTime(AFTER_HOLD);
		const again = await service.addOn([k], protection);
		await isPaidOnce();
		// Under Recent, it is refused as the same top-up.
		if (protection === RECENT) return;
		const [{ additionId }] = service.ledger;
		expect(detailsOf(again)).toMatchObject({ candidates: [additionId] });
		const told = `another run sent .* and got an answer with top-up ${String(additionId)}, which does not`;
		expect(errorOf(again)).toMatch(new RegExp(told));
	});

	test.each([KEY, RECENT, OFF])(
		'nor by a Retry, which the text advises: %j',
		async (protection) => {
			const failed = await service.add([k], protection);
			passTime(AFTER_HOLD);
			await service.retry(failed, protection);
			await isPaidOnce();
		},
	);
});

describe('an answer that names a top-up of somebody else', () => {
	const misanswer = async (commit: boolean) =>
		await service.fault({ type: 'wrongAnswer', differs: 'earlierAddition', commit }, 1);

	test.each([
		[KEY, { amount: 3 }],
		[BATCH, { amount: 10, currency: 'USDT' as const }],
	])('%j: a row that was never done is not issued with %j', async (protection, made) => {
		await service.admin.createAddition({ customerIdentifier: ana._id, ...made });
		await misanswer(false);
		expect((await service.addOn([k], protection)).outcomes).toEqual(['unknown']);
	});

	test('does not make another open row, which has made it, paid twice', async () => {
		const other = { customer: ana.taxId, amount: 3, key: 'b' };
		await service.listLate(60);
		await service.lose('done');
		await service.addOn([other], KEY);
		await misanswer(false);
		await service.addOn([k], KEY);
		passTime(AFTER_HOLD);
		await service.addOn([k], KEY);
		expect((await service.addOn([other], KEY)).outcomes).toEqual(['skipped']);
		expect(await service.charged(ana.taxId, 3)).toBe(1);
	});

	test.each([
		['does not hide its own, which GMC lists', true, 'skipped', ana],
		['of another customer leaves the row to a person', false, 'unknown', bruno],
	])('%s', async (_, commit, outcome, { _id: customerIdentifier }) => {
		await service.admin.createAddition({ customerIdentifier, amount: 3 });
		await misanswer(commit);
		await service.addOn([k], KEY);
		passTime(AFTER_HOLD);
		expect((await service.addOn([k], KEY)).outcomes).toEqual([outcome]);
	});

	test('counts in Maximum per Day for itself, and the open row, too', async () => {
		await service.listLate(3_000);
		const createdAt = new Date(Date.now() - 3_600_000).toISOString();
		await service.admin.createAddition({ customerIdentifier: bruno._id, amount: 1, createdAt });
		await misanswer(true);
		await service.addOn([{ ...k, amount: 90 }], KEY);
		const next = { customer: bruno.taxId, amount: 90, key: 'b' };
		const { outcomes } = await service.addOn([next], { ...KEY, maxPerDay: 100 });
		expect(outcomes).toEqual(['rejected']);
	});
});

test('a top-up whose ID GMC has answered is asked for by that ID where the list lacks it', async () => {
	await service.listLate(3600);
	await service.fault({ type: 'wrongAnswer', differs: 'amount', commit: true }, 1);
	await service.addOn([k], KEY);
	const [{ _id }] = (await service.admin.additions()).filter(({ source }) => source === 'api');
	await service.admin.configure({ list: { withoutIds: [_id] } });
	passTime({ seconds: 4000 });
	// Only a 404 or 417 says that there is none.
	for (const status of [502, 403, 400]) {
		await service.refuse({ route: LOOK_UP_ADDITION }, status);
		expect((await service.addOn([k], KEY)).outcomes).toEqual(['unknown']);
		await service.admin.clearFaults();
	}
	await service.addOn([k], KEY);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

const transferred = { status: 'COMPLETED', blockchain: { transferHash: '0x1' } };

test.each<[string, object, ...object[]]>([
	['a failed status, and an item with a transfer', { status: 'ERROR' }, transferred],
	['a failed item, and an equal completed one', {}, { status: 'FAILED' }, { status: 'COMPLETED' }],
	[
		'a failed try, and a completed item',
		{ status: 'COMPLETED', summary: { totalItems: 1, completedItems: 1, failedItems: 1 } },
		{},
	],
])('%s: the row is not sent again', async (_, head, ...items) => {
	const asked = { customerIdentifier: ana.taxId, sourceAmount: 10, sourceCurrency: 'BRL' };
	const made = items.map((item) => ({ ...asked, ...item }));
	const addition = { _id: 'f'.repeat(24), ...head, items: made };
	const body = { title: 'ok', balanceTransaction: addition };
	await service.fault({ type: 'json', status: 201, body }, 1);
	await service.fault({ type: 'json', status: 200, body }, { route: LOOK_UP_ADDITION });
	const run = async () => (await service.addOn([k], KEY)).outcomes;
	expect([await run(), await run()]).toEqual([['issued'], ['skipped']]);
	expect(await service.asked(ISSUE)).toBe(1);
});

test.each([
	['the same row', KEY, 'a'],
	['another row', KEY, 'b'],
	['the same row', BATCH, 'a'],
])('%s is not sent again if GMC answers with an earlier, failed one: %j', async (_, by, key) => {
	await service.fault({ type: 'commitAsFailed' }, 1);
	expect((await service.addOn([row(10, { key: 'a' })], by)).codes).toEqual(['ADDITION_FAILED']);
	await service.fault({ type: 'wrongAnswer', differs: 'earlierAddition' }, 1);
	// GMC makes this one.
	expect((await service.addOn([row(10, { key })], by)).outcomes).not.toEqual(['rejected']);
	await service.admin.clearFaults();
	await service.addOn([row(10, { key })], by);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

describe.each(['customer', 'amount'] as const)('an answer with another %s', (differs) => {
	// Another answer names the same addition.
	test.each(['earlierId', 'earlierAddition'] as const)('pays one row only: %s', async (again) => {
		const [a, b] = ['a', 'b'].map((key) => row(10, { key }));
		await service.listLate(300);
		await service.fault({ type: 'wrongAnswer', differs }, 1);
		expect((await service.addOn([a], KEY)).outcomes).toEqual(['unknown']);
		passTime(AFTER_HOLD);
		passTime({ seconds: 3_600 });
		await service.fault({ type: 'wrongAnswer', differs: again }, 1);
		await service.addOn([b], KEY);
		for (let time = 0; time < 2; time++) {
			passTime(AFTER_HOLD);
			await service.addOn([a, b], KEY);
		}
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});
});
