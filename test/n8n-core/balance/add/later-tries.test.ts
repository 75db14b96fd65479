import { ISSUE, KEY, LIST_CUSTOMERS, OFF, PROTECTIONS, RECENT } from './given';
import { ana } from './people';
import { onEachTry, Service } from './support';

// Retry On Fail: a later try cannot use the ledger or the credential, and the tries after it must know what was sent.

const service = Service.forThisFile();
const rows = [1, 2].map((amount) => ({ customer: ana.taxId, amount, key: `k${amount}` }));
const setup = { retryOnFail: true, maxTries: 3 };
const ONE = { concurrency: 1 };

let tries = 0;
beforeEach(() => {
	tries = 0;
	onEachTry((now) => (tries = now));
});

describe('the ledger fails in the second try', () => {
	beforeEach(() => {
		service.tables.before = () => {
			if (tries === 2) throw new Error('database is locked');
		};
	});

	test.each([KEY, OFF, RECENT])('after an unknown row, no new row is sent: %j', async (options) => {
		await service.lose('never');
		await service.add(rows, { ...options, ...ONE }, setup);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test.each([OFF, RECENT])('what was paid is not called unpaid: %j', async (options) => {
		await service.refuse({ match: { amount: 2 }, times: 1 });
		// From the third try on, GMC cannot be reached.
		await service.refuse({ route: LIST_CUSTOMERS, nth: [3, 4, 5, 6, 7, 8, 9, 10] }, 403);
		const { error } = await service.add(rows, { ...options, ...ONE }, setup);
		expect(await service.charged(ana.taxId, 1)).toBe(1);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/Nothing was (paid|sent)/i);
	});
});

test.each(PROTECTIONS)('the credential cannot be read in the second try: %j', async (options) => {
	await service.refuse({ match: { amount: 1 } });
	const { credential } = service;
	const { getDecrypted } = credential;
	credential.getDecrypted = async (...given) => {
		if (tries === 2) throw new Error('the vault is sealed');
		return await getDecrypted.apply(credential, given);
	};
	const { outcomes } = await service.addOn(rows, options, { ...setup, maxTries: 2 }).finally(() => {
		credential.getDecrypted = getDecrypted;
	});
	expect(await service.charged(ana.taxId, 2)).toBe(1);
	expect(outcomes).toEqual(['unknown', 'unknown']);
});
