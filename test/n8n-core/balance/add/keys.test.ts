import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../../harness/engine/dataTables';
import type { GmcNodeSetup, GmcRun } from '../../../../harness/engine/engine';
import {
	addParameters,
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	outcomeOf,
	Service,
} from '../../../../harness/engine/service';
import { DEMO_CUSTOMERS } from '../../../../sandbox/seeds';

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;

let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
});

/** Rows with the columns `customer`, `amount` and `key`. */
async function addKeyed(
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
): Promise<GmcRun> {
	const parameters = { ...addParameters(options), idempotencyKey: '={{ $json.key }}' };
	return await service.add(rows, options, {
		...{ onError: 'continueRegularOutput', executeWorkflow: tables.executeWorkflow },
		...setup,
		parameters: { ...parameters, ...setup.parameters },
	});
}

const row = (key: unknown, amount: unknown = 10, customer = ana.taxId) =>
	({ key, amount, customer }) as IDataObject;
const outcomes = ({ items }: GmcRun) => items.map(outcomeOf);
const details = ({ items }: GmcRun, index = 0) => items[index].json.details as IDataObject;

describe('a key', () => {
	test('that nobody has used is sent, and is in the output and in the ledger', async () => {
		const run = await addKeyed([row('order 1')]);
		expect(run.items[0].json._gmc).toEqual({ outcome: 'issued', idempotencyKey: 'order 1' });
		expect(tables.named('GMC top-ups')?.rows).toMatchObject([
			{ key: 'order 1', outcome: 'issued', amount: 10, currency: 'BRL', customerName: ana.name },
		]);
	});

	test('that has paid is skipped with its addition, in whichever form it comes', async () => {
		const first = await addKeyed([row(1001)]);
		const again = await addKeyed([row(' 1001 ')]);
		expect(outcomes(again)).toEqual(['skipped']);
		expect(again.items[0].json._id).toBe(first.items[0].json._id);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('means the same customer by _id and by tax ID', async () => {
		await addKeyed([row('k')]);
		expect(outcomes(await addKeyed([row('k', 10, ana._id)]))).toEqual(['skipped']);
	});

	test.each([
		['amount', row('k', 11)],
		['customer', row('k', 10, bruno.taxId)],
	])('that was used for another %s is refused, and nothing is sent', async (_, changed) => {
		await addKeyed([row('k')]);
		const again = await addKeyed([changed]);
		expect(details(again)).toMatchObject({
			...{ outcome: 'rejected', code: 'IDEMPOTENCY_KEY_REUSED', idempotencyKey: 'k' },
		});
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('whose row was refused is free again, also for a corrected amount', async () => {
		await service.admin.addFault({
			...{ route: ISSUE, nth: 1 },
			action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
		});
		expect(outcomes(await addKeyed([row('k')]))).toEqual(['rejected']);
		expect(outcomes(await addKeyed([row('k', 11)]))).toEqual(['issued']);
	});

	test('is free once its row is deleted from the ledger', async () => {
		await addKeyed([row('k')]);
		tables.drop('GMC top-ups');
		expect(outcomes(await addKeyed([row('k', 11)]))).toEqual(['issued']);
	});

	test('of one account says nothing about another', async () => {
		await addKeyed([row('k')]);
		await service.useCredential({ baseUrl: `${service.sandbox.baseUrl}/` });
		expect(outcomes(await addKeyed([row('k')]))).toEqual(['skipped']);
	});
});

describe('in one sheet', () => {
	test('a key that stands twice with the same content is sent once, and both rows come out', async () => {
		const run = await addKeyed([row('k'), row('other'), row('k')]);
		expect(outcomes(run)).toEqual(['issued', 'issued', 'skipped']);
		expect(run.items[2].json._id).toBe(run.items[0].json._id);
		expect(await service.asked(ISSUE)).toBe(2);
		const again = await addKeyed([row('k'), row('other'), row('k')]);
		expect(outcomes(again)).toEqual(['skipped', 'skipped', 'skipped']);
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test('a key that stands twice and is skipped by History stays so in a retry', async () => {
		await service.admin.createAddition({ customerIdentifier: ana.taxId, amount: 10 });
		const options = { duplicateProtection: 'history', concurrency: 1 };
		const setup = { onError: 'stopWorkflow' as const };
		await service.admin.addFault({
			...{ route: ISSUE, nth: 1 },
			action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
		});
		const failed = await addKeyed([row('k'), row('new', 11), row('k')], options, setup);
		const parameters = { idempotencyKey: '={{ $json.key }}' };
		const { executeWorkflow } = tables;
		const retried = await service.retry(failed, options, { ...setup, parameters, executeWorkflow });
		expect(outcomes(retried)).toEqual(['skipped', 'issued', 'skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('equal content under two keys is two top-ups', async () => {
		const run = await addKeyed([row('a'), row('b')]);
		expect(outcomes(run)).toEqual(['issued', 'issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test('a key that stands twice with other content is refused at every row', async () => {
		const run = await addKeyed([row('k'), row('k', 11), row('fine')]);
		expect(outcomes(run)).toEqual(['rejected', 'rejected', 'issued']);
		expect(details(run).code).toBe('IDEMPOTENCY_KEY_REUSED');
	});

	test('rows without a key are refused where others have one', async () => {
		const run = await addKeyed([row('k'), row(''), row(null)]);
		expect(outcomes(run)).toEqual(['issued', 'rejected', 'rejected']);
	});

	test.each([[true], [['k']], ['x'.repeat(256)], [2 ** 53]])('%j is no key', async (key) => {
		expect(outcomes(await addKeyed([row(key)]))).toEqual(['rejected']);
		expect(await service.asked(ISSUE)).toBe(0);
	});
});

describe('a key whose answer was lost', () => {
	const lose = async (type: 'commitThenReset' | 'resetBefore') =>
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } });

	test('is settled by the list in the same run', async () => {
		await lose('commitThenReset');
		const run = await addKeyed([row('k')]);
		expect(run.items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
		expect(outcomes(await addKeyed([row('k')]))).toEqual(['skipped']);
	});

	test('and that the list does not show is held back, and sent after the hold', async () => {
		await lose('resetBefore');
		expect(outcomes(await addKeyed([row('k')]))).toEqual(['unknown']);
		const held = await addKeyed([row('k'), row('new')]);
		expect(outcomes(held)).toEqual(['unknown', 'issued']);
		expect(details(held)).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE', candidates: [] });
		expect(outcomes(await addKeyed([row('k')], { keyHold: 0 }))).toEqual(['issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test('is found later, when the list shows it, and not paid again', async () => {
		await service.restart({ additions: { visibleAfterSeconds: 3_600 } });
		await lose('commitThenReset');
		expect(outcomes(await addKeyed([row('k')]))).toEqual(['unknown']);
		await service.admin.advanceClock({ seconds: 3_700 });
		expect(outcomes(await addKeyed([row('k')]))).toEqual(['skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('because the answer names what another key has paid with is looked up', async () => {
		await addKeyed([row('a')]);
		const action = { type: 'wrongAnswer', differs: 'earlierId', commit: false } as const;
		await service.admin.addFault({ route: ISSUE, nth: 1, action });
		expect(outcomes(await addKeyed([row('a'), row('b')]))).toEqual(['skipped', 'unknown']);
	});

	test('is found although its customer was not identified when it was sent', async () => {
		await service.restart({
			additions: { visibleAfterSeconds: 3_600, echoCustomerIdentifier: 'taxId' },
		});
		const noCustomers = { type: 'json' as const, status: 200, body: [] };
		await service.admin.addFault({ route: LIST_CUSTOMERS, times: 2, action: noCustomers });
		await lose('commitThenReset');
		const options = { validateFirst: false, keyHold: 0 };
		const byId = row('k', 10, ana._id);
		const held = { ...options, keyHold: 15 };
		expect(outcomes(await addKeyed([byId], held))).toEqual(['unknown']);
		await service.admin.advanceClock({ seconds: 3_700 });
		// Not even now: what is listed may be its addition or that of somebody else.
		expect(outcomes(await addKeyed([byId], options))).toEqual(['unknown']);
		expect(outcomes(await addKeyed([byId], options))).toEqual(['skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('is not settled by an equal addition that has failed', async () => {
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitAsFailed' } });
		await service.admin.addFault({ route: ISSUE, nth: 2, action: { type: 'resetBefore' } });
		const run = await addKeyed([row('failed'), row('k')]);
		expect(outcomes(run)).toEqual(['rejected', 'unknown']);
		expect(outcomes(await addKeyed([row('k')], { keyHold: 0 }))).toEqual(['issued']);
		expect(await service.charged(ana.taxId, 10)).toBe(1);
	});

	test('keeps its addition under History, although an equal row is new', async () => {
		const duplicatesSince = new Date(Date.now() - 3_600_000).toISOString();
		await service.restart({ additions: { visibleAfterSeconds: 3_600 } });
		await lose('commitThenReset');
		expect(outcomes(await addKeyed([row('k')]))).toEqual(['unknown']);
		await service.admin.advanceClock({ seconds: 3_700 });
		const history = { duplicateProtection: 'history', duplicatesSince };
		const run = await addKeyed([row('new'), row('k')], history);
		expect(outcomes(run)).toEqual(['issued', 'skipped']);
		expect(await service.charged(ana.taxId, 10)).toBe(2);
	});

	test('stays in doubt in a retry that cannot ask the ledger', async () => {
		await lose('resetBefore');
		const setup = { onError: 'stopWorkflow' as const };
		const failed = await addKeyed([row('k')], {}, setup);
		await service.admin.addFault({
			...{ route: LIST_CUSTOMERS, nth: 1 },
			action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
		});
		const parameters = { idempotencyKey: '={{ $json.key }}' };
		const { executeWorkflow } = tables;
		const retried = await service.retry(failed, {}, { ...setup, parameters, executeWorkflow });
		expect(retried.error?.context.data?.rows).toEqual([
			expect.objectContaining({ row: 1, outcome: 'unknown' }),
		]);
		expect(retried.error?.message).not.toMatch(/nothing was sent/i);
	});
});

test('two runs at the same moment pay each key once', async () => {
	const rows = Array.from({ length: 20 }, (_, n) => row(`k${n}`, 10 + n));
	const runs = await Promise.all([addKeyed(rows), addKeyed(rows)]);
	const all = runs.map(outcomes);
	expect(all.flat().filter((one) => one === 'issued')).toHaveLength(20);
	expect(await service.asked(ISSUE)).toBe(20);
});

test('Retry On Fail sends nothing again', async () => {
	const bad = row('bad', 11, 'nobody');
	const run = await addKeyed(
		[row('k'), bad],
		{ validateFirst: false },
		{
			...{ onError: 'stopWorkflow', retryOnFail: true, maxTries: 3 },
		},
	);
	expect(run.error).toBeDefined();
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test('with keys the list of additions is asked only when something is in doubt', async () => {
	await addKeyed([row('k')]);
	expect(await service.asked(LIST_ADDITIONS)).toBe(0);
});

test('a dry run claims nothing', async () => {
	const run = await addKeyed([row('k')], { dryRun: true });
	expect(run.items[0].json._gmc).toMatchObject({ outcome: 'planned', idempotencyKey: 'k' });
	expect(outcomes(await addKeyed([row('k')]))).toEqual(['issued']);
});

test('where n8n has no Data Tables nothing is sent, and the error says what to do', async () => {
	const run = await addKeyed([row('k')], {}, { executeWorkflow: undefined });
	expect(details(run).outcome).toBe('notAttempted');
	expect(String(run.items[0].json.error)).toMatch(
		/ledger \(Data Table "GMC top-ups"\) cannot be used/,
	);
	expect(await service.asked(ISSUE)).toBe(0);
});
