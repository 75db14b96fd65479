import { sleep } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../../sandbox/seeds';
import type { FaultInput } from '../../../../sandbox/state/faults';
import {
	AGAIN,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	outcomeOf,
	Service,
} from '../../../../harness/engine/service';

// Duplicate Protection: History, where the list does not tell all that is needed.

const service = Service.forThisFile();
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const history = { duplicateProtection: 'history' };
const goOn = { onError: 'continueRegularOutput' as const };
const row = { customer: ana.taxId, amount: 10.5 };

type Garbled = Extract<FaultInput['action'], { type: 'garble' }>['as'];
const garble = async (as: Garbled) =>
	await service.admin.addFault({ route: LIST_ADDITIONS, action: { type: 'garble', every: 1, as } });

describe('an addition that cannot be read', () => {
	let listed: string;
	beforeEach(async () => {
		listed = (await service.add([row])).items[0].json._id as string;
	});

	test.each(['amountNull', 'amountInWords', 'noItems', 'noCustomer'] as const)(
		'holds back the row that it may be, by name: %s',
		async (as) => {
			await garble(as);
			const { items } = await service.add([row], history, goOn);
			expect(items.map(outcomeOf)).toEqual(['notAttempted']);
			expect(items[0].json.error).toContain(`GMC lists the addition ${listed}, which may be`);
			expect(items[0].json.error).toContain('cannot tell whether the row was issued');
			const stopped = await service.add([row], history);
			expect(stopped.error?.message).toContain(listed);
			expect(await service.asked(ISSUE)).toBe(1);
		},
	);

	test.each(['amountNull', 'amountInWords'] as const)(
		'does not hold back the row of another customer: %s',
		async (as) => {
			await garble(as);
			const rows = [{ ...row, customer: bruno.taxId }];
			expect((await service.add(rows, history)).items.map(outcomeOf)).toEqual(['issued']);
		},
	);

	test('does not hold back a row of another amount, where only the customer is missing', async () => {
		await garble('noCustomer');
		const rows = [{ ...row, amount: 7 }];
		expect((await service.add(rows, history)).items.map(outcomeOf)).toEqual(['issued']);
	});

	test('that was there before is not taken for a lost one', async () => {
		await garble('amountNull');
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'resetBefore' } });
		const { items } = await service.add([row], AGAIN, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
		expect(items[0].json.details).toMatchObject({ candidates: [] });
	});

	test('that is new leaves a lost row unknown, as a candidate', async () => {
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
		await service.admin.addFault({
			...{ route: LIST_ADDITIONS, nth: [2, 3, 4, 5, 6] },
			action: { type: 'garble', every: 1, as: 'amountNull' },
		});
		const { items } = await service.add([row], AGAIN, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
		expect((items[0].json.details as { candidates: string[] }).candidates).toHaveLength(1);
	});
});

test.each(['decimalComma', 'binaryFraction'] as const)(
	'an amount listed as %s is equal',
	async (sourceAmountAs) => {
		await service.restart({ additions: { sourceAmountAs } });
		await service.add([row]);
		expect((await service.add([row], history)).items.map(outcomeOf)).toEqual(['skipped']);
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
		const { items } = await service.add([row], AGAIN);
		expect(items[0].json._gmc).toEqual({ outcome: 'issued', reconciled: true });
	},
);

describe('an addition with several items', () => {
	const rows = [ana, bruno, bruno, carla].map(({ taxId }) => ({ customer: taxId, amount: 4 }));
	const inOne = async (statuses: string[] = []) => {
		const [first, ...items] = rows.map(({ customer, amount }, index) => ({
			...{ customerIdentifier: customer, amount, status: statuses[index] ?? 'COMPLETED' },
		}));
		return (await service.admin.createAddition({ ...first, items }))._id;
	};

	test('stands for as many rows, each with its own item', async () => {
		const _id = await inOne();
		const { items } = await service.add([...rows, rows[1]], history);
		expect(items.map(outcomeOf)).toEqual([...Array<string>(4).fill('skipped'), 'issued']);
		for (const { json } of items.slice(0, 4)) expect(json._id).toBe(_id);
	});

	test('stands for no row by an item that failed', async () => {
		await inOne(['COMPLETED', 'FAILED', 'COMPLETED', 'FAILED']);
		const { items } = await service.add(rows, history);
		expect(items.map(outcomeOf)).toEqual(['skipped', 'skipped', 'issued', 'issued']);
	});

	test("is still theirs after a retry, and nobody else's", async () => {
		await inOne();
		await service.admin.addFault({
			...{ route: ISSUE, times: 1 },
			action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
		});
		const sheet = [...rows, rows[1]];
		const failed = await service.add(sheet, history);
		const { items } = await service.retry(failed, history);
		expect(items.map(outcomeOf)).toEqual([...Array<string>(4).fill('skipped'), 'issued']);
		expect(await service.charged(bruno._id, 4)).toBe(3);
	});

	test('has its other items left for rows that a retry brings', async () => {
		await inOne();
		await service.admin.addFault({
			...{ route: ISSUE, times: 1 },
			action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
		});
		const failed = await service.add([rows[0], { ...rows[0], amount: 9 }], history);
		failed.run.data.executionData!.nodeExecutionStack[0].data.main[0]!.push({ json: rows[1] });
		const { items } = await service.retry(failed, history);
		expect(items.map(outcomeOf)).toEqual(['skipped', 'issued', 'skipped']);
	});

	test('gives each of two lost rows an item', async () => {
		const lost = [rows[0], rows[1]];
		await service.admin.addFault({ route: ISSUE, nth: [1, 2], action: { type: 'hang' } });
		const running = service.add(lost, { concurrency: 2, timeout: 0.5 }, goOn);
		while ((await service.asked(ISSUE)) < 1) await sleep(10);
		const [one, two] = lost.map(({ customer: customerIdentifier, amount }) => ({
			...{ customerIdentifier, amount },
		}));
		await service.admin.createAddition({ ...one, items: [two] });
		const { items } = await running;
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	});
});

describe('a customer that cannot be told, with Validate First off', () => {
	const unchecked = { ...history, validateFirst: false };

	test('because several have the tax ID, is held back', async () => {
		await service.restart({ customers: { duplicateTaxId: 'allow' } });
		await service.add([row]);
		await service.admin.createCustomer({ taxId: ana.taxId });
		const { items } = await service.add([row], unchecked, goOn);
		expect(items.map(outcomeOf)).toEqual(['notAttempted']);
		expect(items[0].json.error).toMatch(/cannot tell what this customer was issued/);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('because the list of customers is behind, is held back', async () => {
		await service.restart({ additions: { echoCustomerIdentifier: '_id' } });
		await service.add([row]);
		await service.admin.addFault({
			route: LIST_CUSTOMERS,
			action: { type: 'json', status: 200, body: [{ _id: 'x', taxId: bruno.taxId }] },
		});
		const { items } = await service.add([row], unchecked, goOn);
		expect(items.map(outcomeOf)).toEqual(['notAttempted']);
		expect((await service.add([row], unchecked)).error?.message).toMatch(/cannot tell what/);
		expect(await service.asked(ISSUE)).toBe(1);
	});
});
