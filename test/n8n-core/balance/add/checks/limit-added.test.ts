import { DataTables } from '../../../../../harness/engine/dataTables';
import { ISSUE, outcomeOf, Service } from '../../../../../harness/engine/service';
import { AFTER_HOLD, endPassedTime, passTime } from '../../../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../../../sandbox/seeds';

// "Retry" of an execution after Maximum per Day was added to the node, or taken out of it: what was issued stays so.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [ana, bruno].map(({ taxId }) => ({ customer: taxId, amount: 10 }));
const goOn = { onError: 'continueRegularOutput' as const };

afterEach(endPassedTime);

describe.each([
	['added', {}, { maxPerDay: 1_000 }],
	['taken out', { maxPerDay: 1_000 }, {}],
])('with the limit %s', (_, first, then) => {
	test.each(['recent', 'off'])('what was issued is not issued again (%s)', async (protection) => {
		const { executeWorkflow } = new DataTables();
		const options = { duplicateProtection: protection, concurrency: 1 };
		await service.admin.addFault({
			route: ISSUE,
			nth: 2,
			action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
		});
		const failed = await service.add(rows, { ...options, ...first }, { executeWorkflow });
		const setup = { ...goOn, executeWorkflow };
		const { items } = await service.retry(failed, { ...options, ...then }, setup);
		expect(await service.charged(ana._id)).toBe(1);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	});

	test('what was lost is looked for, and not sent beside it', async () => {
		const { executeWorkflow } = new DataTables();
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
		await service.restart({ additions: { visibleAfterSeconds: 60 } });
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
		const options = { concurrency: 1 };
		const failed = await service.add(rows, { ...options, ...first }, { executeWorkflow });
		passTime(AFTER_HOLD);
		const setup = { ...goOn, executeWorkflow };
		const { items } = await service.retry(failed, { ...options, ...then }, setup);
		expect(await service.charged(ana._id)).toBe(1);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	});
});

test.each([
	['issued', { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } }, 2],
	['lost', { type: 'commitThenReset' }, 1],
] as const)('with another Ledger Table, what was %s is not sent again', async (_, action, nth) => {
	const { executeWorkflow } = new DataTables();
	const options = { duplicateProtection: 'off', concurrency: 1, maxPerDay: 1_000 };
	await service.restart({ additions: { visibleAfterSeconds: 60 } });
	await service.admin.addFault({ route: ISSUE, nth, action });
	const failed = await service.add(rows, options, { executeWorkflow });
	const setup = { ...goOn, executeWorkflow };
	await service.retry(failed, { ...options, ledgerTable: 'Another' }, setup);
	expect(await service.charged(ana._id)).toBe(1);
});
