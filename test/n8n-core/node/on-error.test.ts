import { DataTables } from '../../../harness/engine/dataTables';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { ISSUE, Service, outcomeOf } from '../../../harness/engine/service';
import { LIST_CUSTOMERS } from '../../../harness/sandbox/routes';

const service = Service.forThisFile();
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const sheet = [
	{ customer: ana.taxId, amount: 1 },
	{ customer: bruno.taxId, amount: 2 },
	{ customer: carla.taxId, amount: 3 },
];
const refuseSecond = () =>
	service.admin.addFault({
		route: ISSUE,
		match: { amount: 2 },
		action: { type: 'status', status: 400, body: { code: 'BAD', message: 'no' } },
	});

describe('balance: add, when a row fails', () => {
	test('stops, names the row and says what became of the others', async () => {
		await refuseSecond();
		const { items, error } = await service.add(sheet, { concurrency: 1 });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Row 2: GMC refused/);
		expect(error?.description).toMatch(/Of 3 rows: 1 issued, 1 rejected, 1 not attempted\./);
		expect(error?.description).toMatch(/Executions → Retry of this execution is safe/);
		const [first] = (await service.admin.charges({ customerIdentifier: ana._id })).additions;
		expect(error?.context.data?.rows).toEqual([
			{ row: 1, outcome: 'issued', additionId: first._id },
			{ row: 2, outcome: 'rejected' },
			{ row: 3, outcome: 'notAttempted' },
		]);
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test.each([
		['recent', /Execute step and new executions .* refuse what was just sent, for 15 minutes/],
		['off', /Execute step and new executions .* would issue it again/],
	])('says what each button does under %s', async (duplicateProtection, said) => {
		await refuseSecond();
		const { error } = await service.add(sheet, { concurrency: 1, duplicateProtection });
		expect(error?.description).toMatch(/Executions → Retry of this execution is safe/);
		expect(error?.description).toMatch(said);
	});

	test.each([
		['key', { duplicateProtection: 'key', idempotencyKey: '={{ $json.amount }}' }],
		['batch', { duplicateProtection: 'batch', batchName: '2026-11' }],
	])('says under %s that all of them are safe, and so they are', async (_, parameters) => {
		const { executeWorkflow } = new DataTables();
		const setup = { parameters, executeWorkflow };
		await service.admin.addFault({
			route: ISSUE,
			match: { amount: 2 },
			times: 1,
			action: { type: 'status', status: 400, body: { code: 'BAD', message: 'no' } },
		});
		const { error } = await service.add(sheet, { concurrency: 1 }, setup);
		expect(error?.description).toMatch(
			/Running these rows again is safe, with Executions → Retry as with Execute step/,
		);
		const { items } = await service.add(sheet, {}, setup);
		expect(items.map(outcomeOf)).toEqual(['skipped', 'issued', 'issued']);
	});

	test('Continue: the error is an item in its place, paired with its row', async () => {
		await refuseSecond();
		const { items } = await service.add(sheet, {}, { onError: 'continueRegularOutput' });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(Object.keys(items[1].json)).toEqual(['error', 'details']);
		expect(items[1].json.details).toMatchObject({
			outcome: 'rejected',
			statusCode: 400,
			code: 'REFUSED',
			cause: 'BAD',
			customerIdentifier: bruno.taxId,
			amount: 2,
			currency: 'BRL',
		});
		expect(items[2].json._gmc).toMatchObject({ outcome: 'issued' });
	});

	test('Continue (using error output): the row goes to the error output with its input', async () => {
		await refuseSecond();
		const { items, errors } = await service.add(sheet, {}, { onError: 'continueErrorOutput' });
		expect(items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued' },
			{ outcome: 'issued' },
		]);
		expect(errors).toHaveLength(1);
		expect(errors[0].json).toMatchObject({
			customer: bruno.taxId,
			amount: 2,
			error: expect.stringMatching(/^Row 2: /) as string,
			details: { outcome: 'rejected', statusCode: 400 },
		});
	});

	test('Continue: after an unknown outcome no new row is sent', async () => {
		await service.admin.addFault({ route: ISSUE, nth: 2, action: { type: 'resetBefore' } });
		const { items } = await service.add(
			sheet,
			{ concurrency: 1 },
			{ onError: 'continueRegularOutput' },
		);
		const outcomes = items.map(
			({ json }) => (json.details as { outcome: string } | undefined)?.outcome ?? 'issued',
		);
		expect(outcomes).toEqual(['issued', 'unknown', 'notAttempted']);
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test('Continue: bad rows become errors and the good ones go out', async () => {
		const rows = [{ customer: '', amount: 1 }, sheet[1], { customer: ana.taxId, amount: 'x' }];
		const { items, errors } = await service.add(rows, {}, { onError: 'continueErrorOutput' });
		expect(items).toHaveLength(1);
		expect(errors.map(({ json }) => json.error)).toEqual([
			'Row 1: the customer is empty',
			'Row 3: "x" is not an amount',
		]);
	});

	test('Continue: when the customers cannot be listed, every row is not attempted', async () => {
		const action = { type: 'status' as const, status: 401, body: { message: 'no' } };
		await service.admin.addFault({ route: LIST_CUSTOMERS, action });
		const { errors } = await service.add(sheet, {}, { onError: 'continueErrorOutput' });
		expect(errors.map(({ json }) => json.details)).toMatchObject(
			sheet.map(() => ({ outcome: 'notAttempted', statusCode: 401 })),
		);
		expect(await service.asked(ISSUE)).toBe(0);
	});
});
