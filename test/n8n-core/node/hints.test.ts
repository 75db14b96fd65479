import type { IDataObject } from 'n8n-workflow';
import { ana, DEMO_CUSTOMERS, ISSUE, KEY, OFF, row, Service } from '../../../harness/engine';

// What the editor shows above the output: the items alone do not tell how many rows failed or were skipped.

const service = Service.forThisFile();
const WHY = 'Each row says why';
const rows = [row(10), row(10, { amount: '1.234' }), row(11)];

test.each<[string, IDataObject[], IDataObject, string[]]>([
	[
		'what was paid, by currency and to the cent',
		[row(0.1), row(0.2), row(0.2, { currency: 'USD' })],
		{},
		['3 paid (0.30 BRL and 0.20 USD)'],
	],
	['the rows that were not issued', rows, {}, ['2 paid (21.00 BRL), 1 not paid. ' + WHY]],
	[
		'the rows of a dry run',
		rows,
		{ dryRun: true },
		['Dry run: 2 would be paid (21.00 BRL), 1 would not be paid. Nothing was sent. ' + WHY],
	],
])('balance: add says %s', async (_, sheet, options, hints) => {
	expect((await service.addOn(sheet, { ...OFF, ...options })).hints).toEqual(hints);
	if (options.dryRun) expect(await service.admin.count({ route: ISSUE })).toBe(0);
});

test('balance: add says what an earlier try had issued', async () => {
	await service.refuse({ match: { amount: 77 }, times: 1 });
	const failed = await service.add([row(10), row(77)], { ...OFF, concurrency: 1 });
	expect((await service.retry(failed, OFF)).hints).toEqual([
		'2 paid (87.00 BRL), 1 of these by an earlier try',
	]);
});

test('with keys it says where they stand, and what they have kept from being paid again', async () => {
	const where = '. Data tables → My top-ups shows what was paid';
	const options = { ...KEY, ledgerTable: 'My top-ups' };
	service.tables.drop('GMC top-ups');
	expect((await service.addOn([row(10)], options)).hints).toEqual([
		'A new ledger was created (Data Table "My top-ups"). It knows nothing of earlier top-ups',
		'1 paid (10.00 BRL)' + where,
	]);
	const sheet = [row(10), row(11), row(11)];
	const plan = await service.addOn(sheet, { ...options, dryRun: true });
	expect(plan.hints).toEqual([
		'Dry run: 1 would be paid (11.00 BRL), 1 paid before, 1 the same as another row. Nothing was sent' +
			where,
	]);
	expect((await service.addOn(sheet, { ...OFF, ...options })).hints).toEqual([
		'1 paid (11.00 BRL), 1 paid before, 1 the same as another row' + where,
	]);
});

test('other operations count the rows that failed under Continue', async () => {
	const { hints } = await service.run({
		parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' },
		rows: [{ id: 'nobody' }, { id: '' }],
		onError: 'continueRegularOutput',
	});
	expect(hints).toEqual(['2 of 2 rows failed. See "error" and "details" of their items']);
});

test("the outcome is the first column of the editor's table", async () => {
	const added = await service.add([row(10)]);
	const { taxId, name, email } = DEMO_CUSTOMERS[0];
	const upserted = await service.run({
		parameters: { resource: 'customer', operation: 'upsert', options: {}, taxId, name, email },
	});
	for (const { items } of [added, upserted]) expect(Object.keys(items[0].json)[0]).toBe('_gmc');
	expect(added.items[0].json._gmc).toMatchObject({ customerName: ana.name });
});
