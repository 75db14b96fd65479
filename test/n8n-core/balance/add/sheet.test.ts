import { OUTSIDER_CUSTOMER } from '../../../../harness/engine';
import { BATCH, ISSUE, KEY, LIST_CUSTOMERS } from './given';
import { ana, bruno, DEMO_CUSTOMERS } from './people';
import { Service } from './support';

// A sheet is checked whole before its first row is sent.
// promises.md P32, P42

const service = Service.forThisFile();
const elisa = DEMO_CUSTOMERS[4];
const good = { customer: ana.taxId, amount: 5 };

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
			{ customerIdentifier: ana._id, amount: 1234.5, currency: 'BRL' },
			{ customerIdentifier: bruno._id, amount: 10.5, currency: 'USDT' },
			{ customerIdentifier: ana._id, amount: 2, currency: 'BRL' },
			{ customerIdentifier: elisa._id, amount: 3, currency: 'GMC' },
		]);
		expect(await service.asked(LIST_CUSTOMERS)).toBe(1);
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
		['no amount', { amount: null }],
		['an ambiguous text', { amount: '1.234' }],
		['an unknown currency', { currency: 'EUR' }],
		['an empty customer', { customer: '' }],
		['a customer who is not there', { customer: OUTSIDER_CUSTOMER.taxId }],
	])('with %s is refused before any row is sent, naming the row', async (_, bad) => {
		const { error, items } = await service.add([good, { ...good, ...bad }]);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/Nothing was sent$/);
		// Without "item 1" in it, n8n would put "[item 1]" behind it, its number of the second item.
		expect(error?.message).toMatch(/^Row 2 \(item 1\): /);
		expect(error?.context.itemIndex).toBe(1);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('is named with its key, as far as that can be read', async () => {
		const bad = { ...good, amount: '-5,00', key: 'PAY-2005' };
		const { error } = await service.add([{ ...good, key: 'PAY-2004' }, bad], KEY);
		expect(error?.message).toMatch(
			/^Key PAY-2005 \(row 2, item 1\): the amount "-5,00" must be more than/,
		);
		expect(error?.context.details).toMatchObject({ idempotencyKey: 'PAY-2005' });
		const without = { ...bad, key: '' };
		const { error: all } = await service.add([bad, without], KEY);
		expect(all?.description).toMatch(
			/^Key PAY-2005 \(row 1\): the amount "-5,00" must be.*Row 2: the row has no 'Idempotency Key'/s,
		);
	});

	test('is named with all others', async () => {
		const sheet = [
			{ ...good, amount: 'x' },
			{ ...good, customer: OUTSIDER_CUSTOMER.taxId },
			good,
			{ ...good, customer: '' },
		];
		const { error } = await service.add(sheet);
		expect(error?.message).toBe('3 of 4 rows are refused. Nothing was sent');
		expect(error?.description).toMatch(/Row 1: .*\n.*Row 2: The customer was not found.*\nRow 4: /);
	});
});

describe('an option of the whole run that an expression gives each row', () => {
	const rows = ['recent', 'off'].map((protection, at) => ({ ...good, amount: at + 1, protection }));
	// n8n shows the fields of every protection then, and wants them filled.
	const options = { duplicateProtection: '={{ $json.protection }}', batchName: 'none' };
	const parameters = { idempotencyKey: '={{ $json.key }}' };

	test('refuses a row that gives another value, or under Stop Workflow the sheet', async () => {
		const { error } = await service.add(rows, options, { parameters });
		expect(error?.message).toMatch(
			/^Row 2 \(item 1\): 'Duplicate Protection' applies to the whole run. It is "recent" in the first row, but "off" here/,
		);
		expect(await service.asked(ISSUE)).toBe(0);
		const { outcomes } = await service.addOn(rows, options, { parameters });
		expect(outcomes).toEqual(['issued', 'rejected']);
	});

	test('may be the same in all; a batch of another name would not be looked up', async () => {
		const batch = { ...options, batchName: '={{ $now.toFormat("yyyy-MM") }}' };
		const alike = rows.map((row) => ({ ...row, protection: 'batch' }));
		const { outcomes } = await service.add(alike, batch, { parameters });
		expect(outcomes).toEqual(['issued', 'issued']);
		const named = rows.map((row, at) => ({ ...row, sheet: ['2026-11', '2026-12'][at] }));
		const { error } = await service.add(named, { ...BATCH, batchName: '={{ $json.sheet }}' });
		expect(error?.message).toMatch(
			/^Row 2 \(item 1\): 'Batch Name' applies to the whole run. It is "2026-11"/,
		);
	});
});

test('a format may be of each row, and the tax ID has one as well', async () => {
	const eaten = { ...good, customer: Number(ana.taxId) };
	expect((await service.addOn([eaten], { taxIdFormat: 'asIs' })).outcomes).toEqual(['rejected']);
	const formats = ['decimalPoint', 'decimalComma'];
	const rows = formats.map((format) => ({ ...good, amount: '1.234', currency: 'USDT', format }));
	await service.add(rows, { amountFormat: '={{ $json.format }}' });
	expect(await service.charged(ana._id, 1.234)).toBe(1);
	expect(await service.charged(ana._id, 1234)).toBe(1);
});
