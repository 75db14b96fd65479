import type { SandboxSettingsInput } from '../../sandbox/settings';
import { DEMO_CUSTOMERS, OUTSIDER_CUSTOMER } from '../../sandbox/seeds';
import { ANA, BRUNO, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const issue = async (fields: object = {}) => await tests.ask('POST', ISSUE, charge(fields));
const issued = async (fields: object = {}) => {
	const { status, data } = await issue(fields);
	expect(status).toBe(201);
	return data.balanceTransaction;
};
const created = async () =>
	(await tests.sandbox.admin.additions()).filter(({ source }) => source === 'api');
const configure = async (settings: SandboxSettingsInput) =>
	await tests.sandbox.admin.configure(settings);

describe('201', () => {
	it.each([
		['BRL', 100, 100, '79.20000000'],
		['USDT', 10.55, 56.97, '45.12024000'],
		['USD', 0.01, 0.054, '0.04276800'],
	])('converts %s %d through BRL and subtracts the fee', async (currency, amount, brl, gmc) => {
		const { items, summary } = await issued({ amount, currency });
		expect(items[0]).toMatchObject({
			sourceAmount: amount,
			sourceCurrency: currency,
			targetGmcAmount: gmc,
			conversion: { brlPerGmc: 1.25, usdtBrlRate: 5.4, sourceAmountBrl: brl },
			fees: { fixedFeeSource: 'not-applied', percentageFeeSource: 'applied' },
		});
		const counts = { totalItems: 1, completedItems: 1, failedItems: 0 };
		expect(summary).toEqual({ ...counts, totalTargetGmc: Number(gmc) });
	});

	it.each([
		['_id', ANA._id, ANA],
		['tax ID with punctuation', '001.234.567-97', BRUNO],
		['alphanumeric CNPJ', '12.abc.345/01de-35', DEMO_CUSTOMERS[11]],
	])('finds the customer by %s', async (_name, customerIdentifier, { _id: customerId }) => {
		const { items } = await issued({ customerIdentifier });
		expect(items[0].customerIdentifier).toBe(customerIdentifier);
		expect(await created()).toMatchObject([{ customerId, customerIdentifier, amount: 10 }]);
	});
});

it.each<[object, SandboxSettingsInput, number, string]>([
	[{ customerIdentifier: undefined }, {}, 400, 'INVALID_BODY'],
	[{ amount: '10' }, {}, 400, 'INVALID_BODY'],
	[{ note: 'x' }, {}, 400, 'INVALID_BODY'],
	[{ customerIdentifier: 'nobody' }, {}, 400, 'CUSTOMER_INVALID'],
	[{ customerIdentifier: OUTSIDER_CUSTOMER._id }, {}, 403, 'CUSTOMER_FORBIDDEN'],
	[{}, { additions: { flowAvailable: false } }, 503, 'FLOW_UNAVAILABLE'],
	[{}, { wallet: { approved: false } }, 400, 'WALLET_NOT_APPROVED'],
])('refusals: %j under %j: %i %s', async (fields, settings, statusCode, code) => {
	await configure(settings);
	const { status, data } = await issue(fields);
	expect(status).toBe(statusCode);
	const message = expect.any(String) as string;
	expect(data).toEqual({ statusCode, path: `/api${ISSUE}`, code, message });
	expect(await created()).toEqual([]);
});

describe('settling', () => {
	const lookUp = async (id: string) => {
		const { status, data } = await tests.ask('GET', `${ISSUE}/${id}`);
		return status === 200 ? data.balanceTransaction : status;
	};
	beforeEach(async () => void (await tests.sandbox.admin.freezeClock('2026-03-01T12:00:00Z')));

	it('happens after its time, at its own moment', async () => {
		await configure({ additions: { initialStatus: 'PENDING', settleAfterSeconds: 60 } });
		const { _id, ...first } = await issued();
		expect(first).toMatchObject({
			status: 'PENDING',
			summary: { totalItems: 1, completedItems: 0, failedItems: 0 },
			items: [{ status: 'PENDING', error: null, blockchain: { mintHash: null } }],
		});
		await tests.sandbox.admin.advanceClock({ seconds: 59 });
		expect(await lookUp(_id)).toMatchObject({ status: 'PENDING' });
		await tests.sandbox.admin.advanceClock({ minutes: 10 });
		expect(await lookUp(_id)).toMatchObject({
			status: 'COMPLETED',
			createdAt: String(Date.parse('2026-03-01T12:00:00Z')),
			updatedAt: String(Date.parse('2026-03-01T12:01:00Z')),
			items: [{ status: 'COMPLETED', blockchain: { mintHash: expect.stringMatching(/^0x/) } }],
		});
	});

	it('may fail, and its item says why', async () => {
		await configure({ additions: { settleAfterSeconds: 5, settleAs: 'FAILED' } });
		const { _id, status } = await issued();
		expect(status).toBe('COMPLETED');
		await tests.sandbox.admin.advanceClock({ seconds: 5 });
		expect(await lookUp(_id)).toMatchObject({
			status: 'FAILED',
			summary: { completedItems: 0, failedItems: 1 },
			items: [
				{ status: 'FAILED', error: { code: 'MINT_FAILED' }, blockchain: { transferHash: null } },
			],
		});
	});
});
