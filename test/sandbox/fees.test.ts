import { charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const issue = async (body: unknown) =>
	await bench.api.post(ISSUE, body, { headers: await bench.session() });
const issued = async (fields: object = {}) => {
	const { status, data } = await issue(charge(fields));
	expect(status).toBe(201);
	interface Issued {
		items: Array<{ fees: object; targetGmcAmount: string }>;
	}
	return (data as { balanceTransaction: Issued }).balanceTransaction;
};

describe('fees', () => {
	const fee = (percentageRate: number) => ({ fixedBrl: 1, percentageRate, issueTaxRate: 0.005 });

	it('takes that of the customer, else of the user, else the general one', async () => {
		const { admin } = bench.sandbox;
		const { _id } = await admin.createCustomer({ fees: fee(0.03) });
		await admin.configure({ fees: { general: fee(0.01) } });
		const percentages = [(await issued({ amount: 100 })).items[0].fees];
		await admin.configure({ fees: { user: fee(0.02) } });
		percentages.push((await issued({ amount: 100 })).items[0].fees);
		percentages.push((await issued({ amount: 100, customerIdentifier: _id })).items[0].fees);
		expect(percentages).toMatchObject([
			{ percentageBrl: 1 },
			{ percentageBrl: 2 },
			{ fixedBrl: 1, percentageBrl: 3, issueTaxBrl: 0.5, issueTaxRate: 0.005, totalBrl: 4.5 },
		]);
	});

	it('says which fees were applied', async () => {
		const sources = { fixedFeeSource: 'not-applied', issueTaxSource: 'not-applied' };
		expect((await issued()).items[0].fees).toMatchObject({
			...sources,
			percentageFeeSource: 'applied',
		});
	});

	it('refuses an amount that the fees eat up', async () => {
		await bench.sandbox.admin.configure({ fees: { general: { fixedBrl: 10 } } });
		const { status, data } = await issue(charge({ amount: 10 }));
		expect([status, (data as { code: string }).code]).toEqual([400, 'AMOUNT_INCONSISTENT']);
	});
});

it('converts at the rates of the settings', async () => {
	await bench.sandbox.admin.configure({
		rates: { brlPerGmc: 3, usdtBrlRate: 6 },
		fees: { general: { percentageRate: 0 } },
	});
	// 10 BRL at 3 BRL for one GMC does not come out even: eight places, half up.
	const targets = [];
	for (const currency of ['BRL', 'USDT', 'USD', 'GMC']) {
		targets.push((await issued({ currency })).items[0].targetGmcAmount);
	}
	expect(targets).toEqual(['3.33333333', '20.00000000', '20.00000000', '10.00000000']);
});
