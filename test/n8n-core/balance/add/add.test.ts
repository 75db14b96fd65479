import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_CUSTOMERS,
	OFF,
	OUTSIDER_CUSTOMER,
	Service,
} from '../../../../harness/engine';

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const elisa = DEMO_CUSTOMERS[4];

describe('a good sheet', () => {
	test('is issued, one addition per row, in the order of the rows', async () => {
		const { items } = await service.add([
			{ customer: ana.taxId, amount: '1.234,50' },
			{ customer: bruno.taxId, amount: 10.5, currency: 'USDT' },
			{ customer: 1234567890, amount: 'R$ 2,00' },
			{ customer: '52998224725', amount: '3', currency: 'gmc' },
		]);
		expect(items.map(({ json, pairedItem }) => [json._gmc, pairedItem])).toMatchObject(
			[0, 1, 2, 3].map((item) => [{ outcome: 'issued' }, { item }]),
		);
		const bodies = (await service.admin.journal({ route: ISSUE })).map(({ body }) => body);
		expect(bodies).toEqual([
			{ customerIdentifier: ana.taxId, amount: 1234.5, currency: 'BRL' },
			{ customerIdentifier: bruno.taxId, amount: 10.5, currency: 'USDT' },
			{ customerIdentifier: ana.taxId, amount: 2, currency: 'BRL' },
			{ customerIdentifier: elisa.taxId, amount: 3, currency: 'GMC' },
		]);
		expect((await service.admin.invariants()).ok).toBe(true);
		expect(await service.asked(LIST_CUSTOMERS)).toBe(1);
	});

	test('takes a customer by ID, from the list, or as a bare expression', async () => {
		for (const customer of [
			{ __rl: true, mode: 'id', value: '={{ $json.id }}' },
			{ __rl: true, mode: 'list', value: ana._id },
			'={{ $json.id }}',
		]) {
			const { items } = await service.run({
				parameters: {
					resource: 'balance',
					operation: 'add',
					customer,
					amount: '1',
					currency: 'BRL',
					...OFF,
				},
				rows: [{ id: ana._id }],
			});
			expect(items[0].json._gmc).toMatchObject({ outcome: 'issued' });
		}
		expect((await service.admin.charges({ customerIdentifier: ana._id })).count).toBe(3);
	});

	test('does nothing in a dry run but say what it would do', async () => {
		const { items } = await service.add([{ customer: ana.taxId, amount: '10,5' }], {
			dryRun: true,
		});
		expect(items[0].json).toEqual({
			_gmc: {
				outcome: 'planned',
				customerName: ana.name,
				customerIdentifier: ana.taxId,
				amount: 10.5,
				currency: 'BRL',
			},
		});
		expect(await service.asked(ISSUE)).toBe(0);
	});
});

describe('a bad row', () => {
	test.each([
		['an empty amount', { amount: '' }],
		['no amount', { amount: null }],
		['a truth value', { amount: true }],
		['not a number', { amount: 'NaN' }],
		['zero', { amount: 0 }],
		['less than zero', { amount: -1 }],
		['an exponent', { amount: '1e3' }],
		['two commas', { amount: '10,5,0' }],
		['an ambiguous text', { amount: '1.234' }],
		['another currency in the text', { amount: 'US$ 10' }],
		['an unknown currency', { currency: 'EUR' }],
		['an empty customer', { customer: '' }],
		['a number that is no CPF', { customer: 1234567891 }],
	])('with %s is refused before any row is sent, naming the row', async (_, bad) => {
		const good = { customer: ana.taxId, amount: 5 };
		const { error, items } = await service.add([good, { ...good, ...bad }]);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/Nothing was sent$/);
		expect(error?.context.itemIndex).toBe(1);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('alone costs no request', async () => {
		const { error } = await service.add([{ customer: ana.taxId, amount: 'x' }]);
		expect(error?.context.itemIndex).toBe(0);
		expect(await service.admin.journal()).toEqual([]);
	});

	test('whose customer is not there is refused before the first row is sent', async () => {
		const { error } = await service.add([
			{ customer: ana.taxId, amount: 5 },
			{ customer: OUTSIDER_CUSTOMER.taxId, amount: 5 },
		]);
		expect(error?.message).toMatch(/^The customer was not found: none of the 12 active/);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('is one of several, and all are named', async () => {
		const { error } = await service.add([
			{ customer: ana.taxId, amount: 'x' },
			{ customer: ana.taxId, amount: 1 },
			{ customer: '', amount: 1 },
		]);
		expect(error?.message).toBe('2 of 3 rows are refused. Nothing was sent');
		expect(error?.description).toMatch(/Row 1: .*\nRow 3: /);
	});

	const badAndUnknown = [
		{ customer: ana.taxId, amount: 'x' },
		{ customer: OUTSIDER_CUSTOMER.taxId, amount: 1 },
		{ customer: ana.taxId, amount: 1 },
	];

	test('is named together with one whose customer is not there', async () => {
		const { error } = await service.add(badAndUnknown);
		expect(error?.message).toBe('2 of 3 rows are refused. Nothing was sent');
		expect(error?.description).toMatch(/Row 1: .*\n.*Row 2: The customer was not found/);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('is named also when the customers cannot be listed', async () => {
		const action = { type: 'status', status: 503, body: {} } as const;
		await service.admin.addFault({ route: LIST_CUSTOMERS, action, times: 100 });
		const { error } = await service.add(badAndUnknown);
		expect(error?.message).toMatch(/^"x" is not an amount\. Nothing was sent$/);
	});
});
