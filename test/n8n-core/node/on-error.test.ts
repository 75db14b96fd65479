import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../harness/engine';
import { ana, ISSUE, KEY, row, Service } from '../../../harness/engine';

// What comes out where a row fails, by On Error; and that an error that is thrown says the same as an item.
// promises.md P28

const service = Service.forThisFile();
const sheet = [row(1), row(2), row(3)];
const refuseSecond = async () => await service.refuse({ match: { amount: 2 } });

describe('balance: add, when a row fails', () => {
	test('stops, points to the row and says what became of the others', async () => {
		await refuseSecond();
		const { items, error } = await service.add(sheet, { concurrency: 1 });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Ana Souza \(row 2, item 1\): GMC refused/);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toMatch(/Of 3 rows: 1 paid \(1.00 BRL\), 1 not paid, 1 not sent\./);
		expect(error?.description).toMatch(/Executions → Retry of execution \d+ is safe/);
		const [first] = (await service.admin.charges({ customerIdentifier: ana._id })).additions;
		expect(error?.context.data).toEqual({
			rows: [
				{ row: 1, outcome: 'issued', additionId: first._id },
				{ row: 2, outcome: 'rejected' },
				{ row: 3, outcome: 'notAttempted' },
			],
		});
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test('names the line of a Google sheet', async () => {
		await refuseSecond();
		const lines = sheet.map((row, at) => ({ ...row, row_number: at + 7 }));
		const { error } = await service.add(lines, { concurrency: 1 });
		expect(error?.message).toMatch(
			/^Ana Souza \(row 2, line 8 of the sheet, item 1\): GMC refused/,
		);
	});

	test('Continue: the error is an item in its place, paired with its row', async () => {
		await refuseSecond();
		const { items } = await service.addOn(sheet);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(Object.keys(items[1].json)).toEqual(['error', 'details']);
		expect(items[1].json.details).toMatchObject({
			outcome: 'rejected',
			statusCode: 400,
			code: 'REFUSED',
			cause: 'NO',
			customerIdentifier: ana.taxId,
			amount: 2,
			currency: 'BRL',
		});
	});
});

// A workflow that is told of a failed execution decides by `context.details`, as one under Continue by `details`.
const get = (id: string) => async (setup: Partial<GmcNodeSetup>) =>
	await service.run({
		parameters: { resource: 'balance', operation: 'get', additionId: '={{ $json.id }}' },
		rows: [{ id }],
		...setup,
	});
const add =
	(rows: IDataObject[], options: IDataObject = {}) =>
	async (setup: Partial<GmcNodeSetup>) =>
		await service.add(rows, options, setup);
const reused = [row(10, { key: 'a' }), row(11, { key: 'a' }), row(12)];
const rejected = { outcome: 'rejected' };

test.each<[string, (setup: Partial<GmcNodeSetup>) => Promise<GmcRun>, object]>([
	['a duplicate', add([row(9)]), { ...rejected, code: 'DUPLICATE_SUSPECTED', amount: 9 }],
	['the first of several', add(reused, KEY), { ...rejected, code: 'IDEMPOTENCY_KEY_REUSED' }],
	[
		'a refused option',
		add([row(3)], { maxAmount: '' }),
		{ outcome: 'notAttempted', description: "Correct it under 'Options'." },
	],
	['a row of another operation', get(''), {}],
])('what is thrown has the details of the item instead: %s', async (_, run, details) => {
	await service.add([row(9)]);
	await refuseSecond();
	const { error } = await run({ onError: 'stopWorkflow' });
	const [item] = (await run({ onError: 'continueRegularOutput' })).items;
	expect(error?.context.details).toMatchObject(details);
	const { description, ...said } = item.json.details as IDataObject;
	expect(error?.context.details).toMatchObject(said);
	if (description) expect(error?.context.details).toHaveProperty('description');
});
