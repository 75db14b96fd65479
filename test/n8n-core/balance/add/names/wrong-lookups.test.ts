import { DEMO_CUSTOMERS, ISSUE, Service, outcomeOf } from '../../../../../harness/engine';
import { KeyedService, keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import { LOOK_UP_ADDITION } from '../../../../../harness/sandbox/routes';

// Asked for one addition, the service answers with another: a cache, a wrong route. That says nothing of the one.

const service = Service.forThisFile();
const keyed = KeyedService.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;
const STRANGERS = 'e'.repeat(24);

async function answerWithAnother(status: 'FAILED' | 'COMPLETED', nth?: number): Promise<void> {
	const item = { customerIdentifier: 'somebody', sourceAmount: 77, sourceCurrency: 'USD', status };
	const body = { balanceTransaction: { _id: STRANGERS, status, items: [item] } };
	await service.admin.addFault({
		route: LOOK_UP_ADDITION,
		nth,
		action: { type: 'json', status: 200, body },
	});
}

test.each(['FAILED', 'COMPLETED'] as const)(
	'a key that has paid is not paid again, and tells no other addition: %s',
	async (status) => {
		const first = await keyed.add([keyedRow('1001')]);
		await answerWithAnother(status);
		for (let run = 0; run < 2; run++) {
			const again = await keyed.add([keyedRow('1001')]);
			expect(outcomes(again)).toEqual(['skipped']);
			expect(again.items[0].json._id).toBe(first.items[0].json._id);
		}
		expect(await service.asked(ISSUE)).toBe(1);
	},
);

test('a key that has paid something else is not free', async () => {
	await keyed.add([keyedRow('1001', 10)]);
	await answerWithAnother('FAILED');
	const again = await keyed.add([keyedRow('1001', 12)], {}, { onError: 'continueRegularOutput' });
	expect(again.items[0].json.details).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
	expect(await service.asked(ISSUE)).toBe(1);
});

describe('of a batch', () => {
	const batch = async (amount: number) =>
		await service.add(
			[{ customer: ana.taxId, amount }],
			{ duplicateProtection: 'batch', batchName: '2026-11' },
			{ onError: 'continueRegularOutput' },
		);

	test('no row is paid again, and none on top', async () => {
		await batch(10);
		await answerWithAnother('FAILED');
		expect((await batch(10)).items.map(outcomeOf)).toEqual(['skipped']);
		expect((await batch(12)).items[0].json.details).toMatchObject({ code: 'BATCH_ROW_CHANGED' });
		expect(await service.asked(ISSUE)).toBe(1);
	});
});

test('while a row is waited for, it is asked for again', async () => {
	await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: 0.3 } });
	await answerWithAnother('FAILED', 1);
	const wait = { waitForCompletion: true, waitTimeout: 5 };
	const { items } = await service.add([{ customer: ana.taxId, amount: 5 }], wait);
	expect(items[0].json).toMatchObject({ _gmc: { outcome: 'issued', waited: 'settled' } });
	expect(items[0].json._id).not.toBe(STRANGERS);
});

test('an id in capitals is the same one', async () => {
	const body = { balanceTransaction: { _id: STRANGERS, status: 'COMPLETED' } };
	await service.admin.addFault({
		route: LOOK_UP_ADDITION,
		action: { type: 'json', status: 200, body },
	});
	const { items } = await service.getAddition(STRANGERS.toUpperCase());
	expect(items[0].json).toMatchObject({ _id: STRANGERS });
});

test('Balance: Get says so, instead of showing it', async () => {
	await answerWithAnother('COMPLETED');
	const { error } = await service.run({
		parameters: { resource: 'balance', operation: 'get', additionId: 'a'.repeat(24) },
	});
	expect(error?.message).toBe('GMC answered with something else when asked for the top-up');
});
