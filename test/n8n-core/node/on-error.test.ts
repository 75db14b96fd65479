import { DEMO_CUSTOMERS, ISSUE, Service } from '../../../harness/engine';
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
	test('stops, points to the row and says what became of the others', async () => {
		await refuseSecond();
		const { items, error } = await service.add(sheet, { concurrency: 1 });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^GMC refused/);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toMatch(/Of 3 rows: 1 issued, 1 rejected, 1 not attempted\./);
		expect(error?.description).toMatch(/Executions → Retry is safe/);
		const [first] = (await service.admin.charges({ customerIdentifier: ana._id })).additions;
		expect(error?.context.data?.rows).toEqual([
			{ row: 1, outcome: 'issued', additionId: first._id },
			{ row: 2, outcome: 'rejected' },
			{ row: 3, outcome: 'notAttempted' },
		]);
		expect(await service.asked(ISSUE)).toBe(2);
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
