import type { SandboxSettingsInput } from '../../sandbox/settings';
import { OUTSIDER_CUSTOMER } from '../../sandbox/seeds';
import { charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const issue = async (fields: object = {}) => await tests.ask('POST', ISSUE, charge(fields));

it.each([
	['BRL', 100, 100, '79.20000000'],
	['USDT', 10.55, 56.97, '45.12024000'],
	['USD', 0.01, 0.054, '0.04276800'],
])('converts %s %d through BRL and subtracts the fee', async (currency, amount, brl, gmc) => {
	const { items, summary } = (await issue({ amount, currency })).data.balanceTransaction;
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

it.each<[object, SandboxSettingsInput, number, string]>([
	[{ customerIdentifier: undefined }, {}, 400, 'INVALID_BODY'],
	[{ amount: '10' }, {}, 400, 'INVALID_BODY'],
	[{ note: 'x' }, {}, 400, 'INVALID_BODY'],
	[{ customerIdentifier: 'nobody' }, {}, 400, 'CUSTOMER_INVALID'],
	[{ customerIdentifier: OUTSIDER_CUSTOMER._id }, {}, 403, 'CUSTOMER_FORBIDDEN'],
	[{}, { additions: { flowAvailable: false } }, 503, 'FLOW_UNAVAILABLE'],
	[{}, { wallet: { approved: false } }, 400, 'WALLET_NOT_APPROVED'],
])('refusals: %j under %j: %i %s', async (fields, settings, statusCode, code) => {
	const { admin } = tests.sandbox;
	await admin.configure(settings);
	const { status, data } = await issue(fields);
	expect(status).toBe(statusCode);
	const message = expect.any(String) as string;
	expect(data).toEqual({ statusCode, path: `/api${ISSUE}`, code, message });
	expect((await admin.additions()).map(({ source }) => source)).toEqual(['seed']);
});
