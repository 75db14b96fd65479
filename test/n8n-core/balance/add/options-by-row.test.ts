import type { IDataObject } from 'n8n-workflow';
import { ISSUE, outcomeOf, Service } from '../../../../harness/engine/service';
import { DEMO_CUSTOMERS } from '../../../../sandbox/seeds';

// Options that an expression gives each row: those of the whole run have to be the same in all of them.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;

describe('an option of the whole run', () => {
	const rows: IDataObject[] = [
		{ customer: ana.taxId, amount: 1, protection: 'history' },
		{ customer: bruno.taxId, amount: 2, protection: 'off' },
	];
	const options = { duplicateProtection: '={{ $json.protection }}' };

	test('that a later row gives another value refuses the sheet', async () => {
		const { error } = await service.add(rows, options);
		expect(error?.message).toMatch(
			/^Row 2: Duplicate Protection counts for the whole run and is "history" in the first row, but "off" here/,
		);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('refuses that row alone under Continue', async () => {
		const { items } = await service.add(rows, options, { onError: 'continueRegularOutput' });
		expect(items.map(outcomeOf)).toEqual(['issued', 'rejected']);
	});

	test('may come from an expression that gives each row the same', async () => {
		const same = { ...options, duplicatesSince: '={{ $now.minus({ hours: 1 }).toISO() }}' };
		const alike = rows.map((row) => ({ ...row, protection: 'history' }));
		const { items } = await service.add(alike, same);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	});

	test('Duplicates Since may not be earlier in a later row: it would not be looked at so far back', async () => {
		const since = ['2026-01-02', '2026-01-01'];
		const dated = rows.map((row, i) => ({ ...row, protection: 'history', since: since[i] }));
		const { error } = await service.add(dated, {
			...{ ...options, duplicatesSince: '={{ $json.since }}' },
		});
		expect(error?.message).toMatch(/^Row 2: Duplicates Since counts for the whole run/);
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
