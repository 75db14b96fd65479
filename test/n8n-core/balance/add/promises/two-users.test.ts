import { sleep as delay } from 'n8n-workflow';
import { delays } from '../../../../../nodes/Gmc/core/pace/delays';
import { DEMO_CUSTOMERS, Service } from '../../../../../harness/engine';

// One GMC and one ledger, under two accounts: two users of a company, or the same user at another address. What the
// ledger calls another account may be the same money.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const goOn = { onError: 'continueRegularOutput' as const };

beforeEach(async () => {
	delays.keyPauseMs = 20;
	await service.slow(600, 1);
});
afterEach(() => (delays.keyPauseMs = 0.5));

const sameGmc = async () => await service.useOtherAddress();

describe('under two accounts of one GMC', () => {
	/** One run after the other, while the first is in flight. */
	async function both(first: object, second: object, options: object) {
		const one = service.add([first as never], { ...options }, goOn);
		await delay(250);
		await sameGmc();
		const other = service.add([second as never], { ...options }, goOn);
		await Promise.all([one, other]);
	}

	test('Recent: two runs that send equal rows at the same moment pay once', async () => {
		const row = { customer: ana.taxId, amount: 10 };
		await both(row, row, {});
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('Maximum per Day: they do not exceed it together', async () => {
		const [one, other] = [ana, bruno].map(({ taxId }) => ({ customer: taxId, amount: 60 }));
		await both(one, other, { maxPerDay: 100 });
		expect((await service.charged(ana.taxId, 60)) + (await service.charged(bruno.taxId, 60))).toBe(
			1,
		);
	});
});
