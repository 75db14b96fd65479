import type { IDataObject } from 'n8n-workflow';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	OFF,
	Service,
	outcomeOf,
} from '../../../../../harness/engine';
import type { FaultInput } from '../../../../../sandbox/state/faults';

// Where the lists do not tell all that is needed.

const service = Service.forThisFile();
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
const goOn = { onError: 'continueRegularOutput' as const };
const row = { customer: ana.taxId, amount: 10.5 };

type Garbled = Extract<FaultInput['action'], { type: 'garble' }>['as'];
const garble = async (as: Garbled) =>
	await service.admin.addFault({ route: LIST_ADDITIONS, action: { type: 'garble', every: 1, as } });

describe('an addition that cannot be read', () => {
	beforeEach(async () => {
		await service.add([row]);
	});

	test('that was there before is not taken for a lost one', async () => {
		await garble('amountNull');
		await service.lose('never');
		const { items } = await service.add([row], OFF, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
		expect(items[0].json.details).toMatchObject({ candidates: [] });
	});

	test('that is new leaves a lost row unknown, as a candidate', async () => {
		await service.lose('done');
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			nth: [2, 3, 4, 5, 6],
			action: { type: 'garble', every: 1, as: 'amountNull' },
		});
		const { items } = await service.add([row], OFF, goOn);
		expect(items.map(outcomeOf)).toEqual(['unknown']);
		expect((items[0].json.details as { candidates: string[] }).candidates).toHaveLength(1);
	});
});

test.each(['decimalComma', 'binaryFraction'] as const)(
	'an amount listed as %s is equal',
	async (sourceAmountAs) => {
		await service.restart({ additions: { sourceAmountAs } });
		await service.add([row]);
		const again = await service.add([row], {}, goOn);
		expect(again.items[0].json.details).toMatchObject({ code: 'DUPLICATE_SUSPECTED' });
		await service.lose('done');
		const { items } = await service.add([row], OFF);
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
	},
);

describe('an addition with several items', () => {
	const rows = [ana, bruno, bruno, carla].map(({ taxId }) => ({ customer: taxId, amount: 4 }));
	const inOne = async (statuses: string[] = []) => {
		const [first, ...items] = rows.map(({ customer, amount }, index) => ({
			customerIdentifier: customer,
			amount,
			status: statuses[index] ?? 'COMPLETED',
		}));
		return (await service.admin.createAddition({ ...first, items }))._id;
	};

	test('is the same top-up as each row that equals one of them', async () => {
		await inOne();
		const { items } = await service.add([...rows, { ...rows[1], amount: 9 }], {}, goOn);
		expect(items.map(outcomeOf)).toEqual([...Array<string>(4).fill('rejected'), 'issued']);
	});

	test('is none of a row whose item has failed', async () => {
		await inOne(['COMPLETED', 'FAILED', 'FAILED', 'FAILED']);
		const { items } = await service.add(rows, {}, goOn);
		expect(items.map(outcomeOf)).toEqual(['rejected', 'issued', 'issued', 'issued']);
	});
});

describe('a customer that cannot be told is held back in a batch', () => {
	const add = async (options: IDataObject) => {
		return await service.add([row], options, goOn);
	};

	test('because several have the tax ID', async () => {
		await service.restart({ customers: { duplicateTaxId: 'allow' } });
		await service.admin.createCustomer({ taxId: ana.taxId });
		for (const dryRun of [true, false]) {
			const { items } = await add({ ...batch, dryRun });
			expect(items.map(outcomeOf)).toEqual(['rejected']);
			expect(items[0].json.error).not.toMatch(/another run/);
		}
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('because the list of customers is behind', async () => {
		await service.admin.addFault({
			route: LIST_CUSTOMERS,
			action: { type: 'json', status: 200, body: [{ _id: 'x', taxId: bruno.taxId }] },
		});
		const { items } = await add(batch);
		expect(items.map(outcomeOf)).toEqual(['rejected']);
		expect(items[0].json.error).not.toMatch(/another run/);
		expect(await service.asked(ISSUE)).toBe(0);
	});
});
