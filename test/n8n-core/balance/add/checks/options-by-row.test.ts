import type { IDataObject } from 'n8n-workflow';
import { DEMO_CUSTOMERS, ISSUE, Service, outcomeOf } from '../../../../../harness/engine';

// Options that an expression gives each row: those of the whole run have to be the same in all of them.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;

describe('an option of the whole run', () => {
	const rows: IDataObject[] = [
		{ customer: ana.taxId, amount: 1, protection: 'recent' },
		{ customer: bruno.taxId, amount: 2, protection: 'off' },
	];
	// n8n shows the fields of every protection then, and wants them filled.
	const options = { duplicateProtection: '={{ $json.protection }}', batchName: 'none' };
	const parameters = { idempotencyKey: '={{ $json.key }}' };

	test('that a later row gives another value refuses the sheet', async () => {
		const { error } = await service.add(rows, options, { parameters });
		expect(error?.message).toMatch(
			/^Duplicate Protection applies to the whole run. It is "recent" in the first row, but "off" here/,
		);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('refuses that row alone under Continue', async () => {
		const { items } = await service.add(rows, options, {
			parameters,
			onError: 'continueRegularOutput' as const,
		});
		expect(items.map(outcomeOf)).toEqual(['issued', 'rejected']);
	});

	test('may come from an expression that gives each row the same', async () => {
		const batch = { ...options, batchName: '={{ $now.toFormat("yyyy-MM") }}' };
		const alike = rows.map((row) => ({ ...row, protection: 'batch' }));
		const { items } = await service.add(alike, batch, { parameters });
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	});

	test('Batch Name may not differ in a later row, which would not be looked up in its own', async () => {
		const named = rows.map((row, i) => ({ ...row, sheet: ['2026-11', '2026-12'][i] }));
		const batch = { duplicateProtection: 'batch', batchName: '={{ $json.sheet }}' };
		const { error } = await service.add(named, batch);
		expect(error?.message).toMatch(/^Batch Name applies to the whole run. It is "2026-11"/);
		expect(await service.asked(ISSUE)).toBe(0);
	});
});

test('a format of each row may come from an expression', async () => {
	const rows = [
		{ customer: ana.taxId, amount: '1.234', format: 'decimalPoint' },
		{ customer: ana.taxId, amount: '1.234', format: 'decimalComma' },
	];
	await service.add(rows, { amountFormat: '={{ $json.format }}' });
	expect(await service.charged(ana._id, 1.234)).toBe(1);
	expect(await service.charged(ana._id, 1234)).toBe(1);
});
