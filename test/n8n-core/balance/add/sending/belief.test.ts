import { DEMO_CUSTOMERS, ISSUE, OFF, Service, outcomeOf } from '../../../../../harness/engine';
import type { FaultInput } from '../../../../../sandbox/state/faults';

// The answer to a POST is believed only as far as it can be what was asked for.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 5 };
const goOn = { onError: 'continueRegularOutput' as const };
const MISMATCHES = ['customer', 'amount', 'currency', 'earlierId', 'earlierAddition'] as const;

const answerWrongly = async (differs: (typeof MISMATCHES)[number], commit: boolean, nth = 1) => {
	const action: FaultInput['action'] = { type: 'wrongAnswer', differs, commit };
	await service.admin.addFault({ route: ISSUE, nth, action });
};
const madeNow = async (before: string[]) =>
	(await service.admin.additions()).filter(({ _id }) => !before.includes(_id));

describe.each(MISMATCHES)('an answer with another %s', (differs) => {
	let before: string[];
	beforeEach(async () => {
		// For `earlier…`: an equal one that was there before.
		await service.admin.createAddition({ customerIdentifier: ana._id, amount: 5 });
		before = (await service.admin.additions()).map(({ _id }) => _id);
	});

	test('is issued with the addition that the list shows, where it was done', async () => {
		await answerWrongly(differs, true);
		const { items } = await service.add([row], OFF);
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
		expect(items[0].json._id).toBe((await madeNow(before))[0]._id);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('leaves the row unknown, where it was not done', async () => {
		await answerWrongly(differs, false);
		const { items } = await service.add(
			[row, { ...row, amount: 6 }],
			{ ...OFF, concurrency: 1 },
			goOn,
		);
		expect(items.map(outcomeOf)).toEqual(['unknown', 'notAttempted']);
		expect(items[0].json.error).toMatch(/know whether the top-up went through/);
		expect(await madeNow(before)).toEqual([]);
	});
});

test.each([true, false])(
	'the addition of another row is given to one only (done: %j)',
	async (commit) => {
		await answerWrongly('earlierAddition', commit, 2);
		const { items } = await service.add([row, row], { concurrency: 1 }, goOn);
		expect(items.map(outcomeOf)).toEqual(['issued', commit ? 'issued' : 'unknown']);
		const ids = items.flatMap(({ json }) => json._id ?? []);
		expect(new Set(ids).size).toBe(ids.length);
	},
);

test('an answer with the id of an earlier addition of another amount is not believed', async () => {
	await service.admin.createAddition({ customerIdentifier: bruno._id, amount: 77 });
	await answerWrongly('earlierId', false);
	const { items } = await service.add([row], {}, goOn);
	expect(items.map(outcomeOf)).toEqual(['unknown']);
});

test('an answer that names the customer by its other identifier is believed', async () => {
	for (const echoCustomerIdentifier of ['_id', 'taxId'] as const) {
		await service.restart({ additions: { echoCustomerIdentifier } });
		const parameters = { customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' } };
		const rows = [{ ...row, customer: bruno._id }];
		const { items } = await service.add(rows, OFF, { parameters });
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued' });
	}
});

test.each(['decimalComma', 'binaryFraction'] as const)(
	'an answer with the amount as %s is believed',
	async (sourceAmountAs) => {
		await service.restart({ additions: { sourceAmountAs } });
		const { items } = await service.add([{ ...row, amount: 10.5 }]);
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued' });
	},
);
