import {
	AFTER_HOLD,
	DEMO_CUSTOMERS,
	ISSUE,
	Service,
	outcomeOf,
	passTime,
} from '../../../../../harness/engine';

// "Retry" of an execution after Maximum per Day was added to the node, or taken out of it: what was issued stays so.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [ana, bruno].map(({ taxId }) => ({ customer: taxId, amount: 10 }));
const goOn = { onError: 'continueRegularOutput' as const };

describe.each([
	['added', {}, { maxPerDay: 1_000 }],
	['taken out', { maxPerDay: 1_000 }, {}],
])('with the limit %s', (_, first, then) => {
	test.each(['recent', 'off'])('what was issued is not issued again (%s)', async (protection) => {
		const options = { duplicateProtection: protection, concurrency: 1 };
		await service.refuse(2);
		const failed = await service.add(rows, { ...options, ...first });
		const setup = goOn;
		const { items } = await service.retry(failed, { ...options, ...then }, setup);
		expect(await service.charged(ana._id)).toBe(1);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	});

	test('what was lost is looked for, and not sent beside it', async () => {
		await service.lose('done');
		await service.listLate(60);
		await service.lose('done');
		const options = { concurrency: 1 };
		const failed = await service.add(rows, { ...options, ...first });
		passTime(AFTER_HOLD);
		const setup = goOn;
		const { items } = await service.retry(failed, { ...options, ...then }, setup);
		expect(await service.charged(ana._id)).toBe(1);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	});
});

test.each([
	['issued', { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } }, 2],
	['lost', { type: 'commitThenReset' }, 1],
] as const)('with another Ledger Table, what was %s is not sent again', async (_, action, nth) => {
	const options = { duplicateProtection: 'off', concurrency: 1, maxPerDay: 1_000 };
	await service.listLate(60);
	await service.admin.addFault({ route: ISSUE, nth, action });
	const failed = await service.add(rows, options);
	const setup = goOn;
	await service.retry(failed, { ...options, ledgerTable: 'Another' }, setup);
	expect(await service.charged(ana._id)).toBe(1);
});
