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
