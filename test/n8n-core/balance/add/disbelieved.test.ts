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
import { ana, detailsOf } from './support';

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
