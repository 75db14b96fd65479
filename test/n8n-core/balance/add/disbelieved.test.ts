import type { IDataObject } from 'n8n-workflow';
import {
	AFTER_HOLD,
	endPassedTime,
	KEY,
	BATCH,
	RECENT,
	passTime,
	Service,
} from '../../../../harness/engine';
import type { SandboxSettingsInput } from '../../../../sandbox/settings';
import { ana, bruno, detailsOf } from './support';

// GMC answers a top-up with an addition that reads otherwise than it was asked for. It may be the row's, or not.

const service = Service.forThisFile();

// service.md 2.2 and 2.4 leave open: whether amount and identifier are exactly what was asked for; the zone of times.
test.each<[string, number, SandboxSettingsInput]>([
	['rounds to cents', 10.555, { additions: { sourceAmountAs: 'cents' } }],
	['shows the amount less its fee', 10, { additions: { sourceAmountAs: 'net' } }],
	['masks the CPF', 10, { additions: { echoCustomerIdentifier: 'masked' } }],
])('where GMC %s, a key is paid once, whatever is read', async (_, amount, settings) => {
	await service.restart(settings);
	const row = { customer: ana.taxId, amount, key: 'k' };
	await service.addOn([row], KEY);
	for (let again = 0; again < 3; again++) {
		passTime(AFTER_HOLD);
		const told = await service.addOn([row], KEY);
		expect(detailsOf(told)).toMatchObject({
			outcome: 'unknown',
			candidates: [service.ledger[0].additionId],
		});
	}
	expect(await service.charged(ana.taxId)).toBe(1);
});

test.each([KEY, BATCH, RECENT])(
	'where GMC dates additions three hours behind: %j',
	async (protection: IDataObject) => {
		await service.restart();
		const behind = () => new Date(Date.now() - 3 * 3_600_000).toISOString();
		const row = { customer: ana.taxId, amount: 10, key: 'k' };
		await service.admin.freezeClock(behind());
		await service.addOn([row], protection);
		for (let again = 0; again < 3; again++) {
			passTime(AFTER_HOLD);
			await service.admin.freezeClock(behind());
			await service.addOn([row], protection);
		}
		endPassedTime();
		expect(await service.charged(ana.taxId)).toBe(1);
	},
);

describe('an answer that names a top-up of somebody else', () => {
	const row = { customer: ana.taxId, amount: 10, key: 'k' };
	const misanswer = async (commit: boolean) =>
		await service.fault({ type: 'wrongAnswer', differs: 'earlierAddition', commit }, 1);

	test.each([
		[KEY, { amount: 3 }],
		[BATCH, { amount: 10, currency: 'USDT' as const }],
	])('%j: a row that was never done is not issued with %j', async (protection, made) => {
		await service.admin.createAddition({ customerIdentifier: ana._id, ...made });
		await misanswer(false);
		expect((await service.addOn([row], protection)).outcomes).toEqual(['unknown']);
	});

	test('does not make another open row, which has made it, paid twice', async () => {
		const other = { customer: ana.taxId, amount: 3, key: 'b' };
		await service.listLate(60);
		await service.lose('done');
		await service.addOn([other], KEY);
		await misanswer(false);
		await service.addOn([row], KEY);
		passTime(AFTER_HOLD);
		await service.addOn([row], KEY);
		expect((await service.addOn([other], KEY)).outcomes).toEqual(['skipped']);
		expect(await service.charged(ana.taxId, 3)).toBe(1);
	});

	test.each([
		['does not hide its own, which GMC lists', true, 'skipped', ana],
		['of another customer, says nothing of a row that was never done', false, 'issued', bruno],
	])('%s', async (_, commit, outcome, { _id: customerIdentifier }) => {
		await service.admin.createAddition({ customerIdentifier, amount: 3 });
		await misanswer(commit);
		await service.addOn([row], KEY);
		passTime(AFTER_HOLD);
		expect((await service.addOn([row], KEY)).outcomes).toEqual([outcome]);
	});

	test('counts in Maximum per Day for itself, and the open row, too', async () => {
		await service.listLate(3_000);
		const createdAt = new Date(Date.now() - 3_600_000).toISOString();
		await service.admin.createAddition({ customerIdentifier: bruno._id, amount: 1, createdAt });
		await misanswer(true);
		await service.addOn([{ ...row, amount: 90 }], KEY);
		const next = { customer: bruno.taxId, amount: 90, key: 'b' };
		const { outcomes } = await service.addOn([next], { ...KEY, maxPerDay: 100 });
		expect(outcomes).toEqual(['rejected']);
	});
});
