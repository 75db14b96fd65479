import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import * as sending from '../../../../nodes/Gmc/actions/balance/add/send';
import type { GmcRun } from '../../../../harness/engine';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	Service,
	addParameters,
	outcomeOf,
	passTime,
	startGmc,
	toGmcRun,
} from '../../../../harness/engine';
import type { FaultInput } from '../../../../sandbox/state/faults';
import { LOOK_UP_ADDITION } from '../../../../harness/sandbox/routes';

// Every row is told of, and in time, whatever happens to the run.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const rows = [1, 2, 3].map((amount) => ({ customer: ana.taxId, amount }));
const goOn = { onError: 'continueRegularOutput' as const };
const reject = async (amount: number, times?: number) =>
	await service.admin.addFault({
		route: ISSUE,
		match: { amount },
		times,
		action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
	});

afterEach(() => jest.restoreAllMocks());

describe('under Continue, an error of the whole run gives each row an outcome', () => {
	test.each([
		['a bad option', { concurrency: 101 }, {}, /Concurrency/],
		['an agent without a limit', {}, { type: 'n8n-nodes-gmc.gmcTool' }, /upper limit/],
	])('%s', async (_, options, setup, message) => {
		const { items, error } = await service.add(rows, options, { ...goOn, ...setup });
		expect(error).toBeUndefined();
		expect(items.map(outcomeOf)).toEqual(rows.map(() => 'notAttempted'));
		for (const { json } of items) expect(json.error).toMatch(message);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('no credential', async () => {
		service.credential.getDecrypted = async () => {
			throw new Error('Credential with ID "1" does not exist');
		};
		const { items } = await service.add(rows, {}, goOn);
		expect(items.map(outcomeOf)).toEqual(rows.map(() => 'notAttempted'));
	});
});

describe('a dry run writes nothing down', () => {
	const dry = { dryRun: true };

	test('a retry without it issues, and does not replay', async () => {
		const rowsAndBad = [...rows, { customer: ana.taxId, amount: 'x' }];
		const failed = await service.add(rowsAndBad, { ...dry });
		expect(failed.error).toBeDefined();
		failed.run.data.executionData!.nodeExecutionStack[0].data.main[0]!.pop();
		const { items } = await service.retry(failed);
		expect(items.map(({ json }) => json._gmc)).toMatchObject(
			rows.map(() => ({ outcome: 'issued' })),
		);
	});

	test('of a batch it reads what is paid, and leaves neither entry nor memory', async () => {
		const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
		await service.add([rows[0]], batch);
		const before = structuredClone(service.tables.tables);
		const planned = await service.add(rows, { ...batch, ...dry });
		expect(planned.items.map(outcomeOf)).toEqual(['skipped', 'planned', 'planned']);
		expect(service.tables.tables).toEqual(before);
		const memory = JSON.stringify(planned.run.data.executionData!.contextData);
		expect(memory).not.toContain(planned.items[0].json._id);
	});
});

describe('a dry run on a retry', () => {
	const memoryOf = ({ run }: GmcRun) => JSON.stringify(run.data.executionData!.contextData);
	/** @returns the outcomes of the plan, which leaves no trace */
	const plan = async (failed: GmcRun, options: IDataObject, setup: object = {}) => {
		const asked = await service.asked(ISSUE);
		const dry = { ...options, dryRun: true };
		const planned = await service.retry(failed, dry, { ...goOn, ...setup });
		expect(memoryOf(planned)).toBe(memoryOf(failed));
		expect(await service.asked(ISSUE)).toBe(asked);
		return planned.items.map(outcomeOf);
	};

	test.each(['recent', 'off'])('replays what was issued (%s)', async (protection) => {
		const options = { duplicateProtection: protection, concurrency: 1 };
		await reject(3, 1);
		const failed = await service.add(rows, options);
		expect(await plan(failed, options)).toEqual(['issued', 'issued', 'planned']);
		const { items } = await service.retry(failed, options);
		expect(items.map(({ json }) => (json._gmc as IDataObject).replayed)).toEqual([
			true,
			true,
			undefined,
		]);
	});

	test('says what a bad row would keep back under Stop Workflow', async () => {
		await reject(2, 1);
		const failed = await service.add(rows, { concurrency: 1 });
		const { items } = await service.retry(failed, { maxAmount: 2, dryRun: true });
		expect(items.map(outcomeOf)).toEqual(['issued', 'notAttempted', 'rejected']);
	});

	test('looks for what was lost, and keeps the rest back until it is found', async () => {
		await service.listLate(3_600);
		await service.lose('done', 2);
		const failed = await service.add(rows, { concurrency: 1 });
		expect(await plan(failed, {})).toEqual(['issued', 'unknown', 'planned']);
		passTime({ seconds: 3_700 });
		expect(await plan(failed, {})).toEqual(['issued', 'issued', 'planned']);
		const { items } = await service.retry(failed);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued', 'issued']);
		expect(await service.asked(ISSUE)).toBe(3);
	});

	test('does not take a row that it has found for one that an earlier run left open', async () => {
		await service.listLate(3_600);
		await service.lose('done');
		const failed = await service.add([rows[0], rows[0]], { concurrency: 1 });
		passTime({ seconds: 3_700 });
		const setup = goOn;
		const { items } = await service.retry(failed, { dryRun: true }, setup);
		expect(items.map(outcomeOf)).toEqual(['issued', 'planned']);
	});
});

describe('a defect in the middle', () => {
	const breakAfter = () => {
		const { sendAll } = sending;
		jest.spyOn(sending, 'sendAll').mockImplementation(async (run, all) => {
			await sendAll(run, all.slice(0, 2));
			throw new TypeError('a defect');
		});
	};

	test('under Continue does not hide the rows that were sent', async () => {
		breakAfter();
		const { items, hints } = await service.add(rows, {}, goOn);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued', 'notAttempted']);
		expect(hints).toContain('Not all steps were done: a defect');
	});

	test('under Stop Workflow, neither', async () => {
		breakAfter();
		const failed = await service.add(rows);
		expect(failed.error?.message).toBe('a defect');
		expect(failed.error?.description).toMatch(/Of 3 rows: 2 issued, 1 not attempted/);
		expect(failed.error?.context.data?.rows).toMatchObject([{ outcome: 'issued' }, {}, {}]);
		jest.restoreAllMocks();
		const { items } = await service.retry(failed);
		expect(items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued', replayed: true },
			{ outcome: 'issued', replayed: true },
			{ outcome: 'issued' },
		]);
	});
});

test('a cancelled execution tells of the rows that were sent', async () => {
	await service.admin.addFault({ route: ISSUE, nth: 3, action: { type: 'commitThenHang' } });
	const parameters = addParameters({ concurrency: 1 });
	const running = startGmc(service.credential, { parameters, rows, ...goOn });
	while ((await service.asked(ISSUE)) < 3) await sleep(10);
	running.cancel();
	const { items } = toGmcRun(await running);
	expect(items.map(outcomeOf)).toEqual(['issued', 'issued', 'unknown']);
});

describe('Wait Timeout', () => {
	test.each<[string, FaultInput['action']]>([
		['slow', { type: 'latency', ms: 8000 }],
		['failing', { type: 'status', status: 503 }],
		['never answered', { type: 'hang' }],
		['dripping', { type: 'drip', ms: 100 }],
	])('ends the wait when lookups are %s', async (_, action) => {
		await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
		await service.admin.addFault({ route: LOOK_UP_ADDITION, action });
		const wait = { waitForCompletion: true, waitTimeout: 1 };
		const startedAt = Date.now();
		const { items } = await service.add(rows, { ...wait, timeout: 20 });
		expect(Date.now() - startedAt).toBeLessThan(2500);
		expect(items.map(({ json }) => json._gmc)).toMatchObject(
			rows.map(() => ({ outcome: 'issued', waited: 'timedOut' })),
		);
	});
});

describe('what is said about a retry', () => {
	test('in a sub-workflow, a retry of its caller is not called safe', async () => {
		await reject(2, 1);
		const { error } = await service.add(rows, { concurrency: 1 }, { mode: 'integrated' });
		expect(error?.description).not.toMatch(/Executions → Retry is safe/);
		expect(error?.description).toMatch(
			/is a sub-workflow. Executions → Retry of the workflow that calls it.*Before that, remove the rows/,
		);
	});

	test('elsewhere, it is', async () => {
		await reject(2, 1);
		const { error } = await service.add(rows, { concurrency: 1 });
		expect(error?.description).toMatch(/Executions → Retry is safe/);
	});
});
