import type { IDataObject } from 'n8n-workflow';
import { gmcNode, loseMemory, passTime, Service, workflowOf } from '../../../../harness/engine';
import { BATCH, KEY, LIST_CUSTOMERS, OFF, RECENT } from './given';
import { ana, bruno, BY_ANA, BY_ID, carla, customer } from './people';
import { addParameters, detailsOf, endPassedTime, errorOf, times } from './support';

// Retry On Fail, and Retry of a failed execution. What each fate comes to: comes-again.test.ts.
// promises.md P14, P15, P17, P28

const service = Service.forThisFile();
const rows = [ana, bruno, carla].map(({ taxId }, at) => ({
	customer: taxId,
	amount: at + 1,
	key: `k${at + 1}`,
}));
const ONE = { concurrency: 1 };
const chargedEach = async () =>
	await Promise.all(rows.map(async (row) => await service.charged(row.customer, row.amount)));
const refuse = async (amount: number, times?: number) =>
	await service.refuse({ match: { amount }, times });
/** The second row is refused, so many times. */
const failedRun = async (options: IDataObject = ONE, times = 1) => {
	await refuse(2, times);
	return await service.add(rows, options);
};

test('Retry On Fail gives the same items as a run without a failure, equal rows counted', async () => {
	await refuse(3, 2);
	const run = await service.add([rows[0], ...rows], ONE, { retryOnFail: true, maxTries: 3 });
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json._gmc)).toMatchObject([
		...Array<object>(3).fill({ outcome: 'issued', replayed: true }),
		{ outcome: 'issued' },
	]);
	expect(run.items[0].json).toMatchObject({ status: 'COMPLETED', items: [{}] });
	expect(await chargedEach()).toEqual([2, 1, 1]);
});

describe.each([RECENT, OFF])('Retry under %j', (protection) => {
	const options = { ...protection, ...ONE };

	test('of a Retry, and several at once: what was issued comes out, the rest is sent once', async () => {
		const failed = await service.retry(await failedRun(options, 2), options);
		expect(failed.error).toBeDefined();
		const [run] = await Promise.all([1, 2, 3].map(async () => service.retry(failed, options)));
		expect(run.items[0].json._gmc).toMatchObject({ outcome: 'issued', replayed: true });
		expect(await chargedEach()).toEqual([1, 1, 1]);
	});

	test('after 13 days knows what was issued; after 15, nothing is sent', async () => {
		const failed = await failedRun(options);
		const after = async (days: number) => {
			endPassedTime();
			passTime({ seconds: days * 24 * 60 * 60 });
			return await service.retry(failed, options);
		};
		expect((await after(15)).error?.context.details).toMatchObject({ code: 'EXECUTION_CUT_OFF' });
		expect((await after(13)).outcomes).toEqual(times(3, 'issued'));
		expect(await chargedEach()).toEqual([1, 1, 1]);
	});

	test('after a crash says what to do; after a node before it has failed it is a first run', async () => {
		const failed = await failedRun(options);
		loseMemory(failed);
		const run = await service.retryOn(failed, options);
		expect(run.outcomes).toEqual(times(3, 'notAttempted'));
		expect(errorOf(run, 1)).toMatch(
			/was interrupted, and n8n lost the record of what it had sent$/,
		);
		expect(detailsOf(run, 1)).toMatchObject({
			code: 'EXECUTION_CUT_OFF',
			description: expect.stringMatching(/Balance: Reconcile/),
		});
		delete failed.run.data.resultData.runData.GMC;
		for (const entry of service.ledger) entry.executionRef = 'another';
		expect((await service.retryOn(failed, OFF)).outcomes).toEqual(times(3, 'issued'));
	});

	test('after a lost memory, and again, tells what the first retry has issued', async () => {
		const lost = await failedRun(options, 2);
		loseMemory(lost);
		delete lost.run.data.resultData.runData.GMC;
		for (const entry of service.ledger) entry.executionRef = 'another';
		const failed = await service.retry(lost, OFF);
		await service.add(rows.slice(0, 1), OFF);
		expect((await service.retryOn(failed, OFF)).outcomes).toEqual(times(3, 'issued'));
		expect(await chargedEach()).toEqual([3, 1, 1]);
	});

	test('after a lost memory, what the workflow has sent refuses equal rows for 14 days, not those of the next month', async () => {
		const lost = await failedRun(options);
		loseMemory(lost);
		delete lost.run.data.resultData.runData.GMC;
		for (const entry of service.ledger)
			entry.executionRef = String(entry.executionRef).replace(/ .* /, ' earlier ');
		const after = async (days: number) => {
			endPassedTime();
			passTime({ seconds: days * 24 * 60 * 60 });
			return (await service.retryOn(lost, options)).outcomes[0];
		};
		expect([await after(13), await after(15)]).toEqual(['notAttempted', 'issued']);
	});

	test('a changed row counts as new, also where its top-up had failed, and has moved money', async () => {
		await service.fault({ type: 'commitAsFailed' }, 1);
		const failed = await service.add([rows[0]], options);
		const { additionId } = failed.error!.context.details as IDataObject;
		await service.admin.settle(String(additionId), 'COMPLETED');
		failed.run.data.executionData!.nodeExecutionStack[0].data.main[0]![0].json.amount = 12;
		expect((await service.retryOn(failed, options)).outcomes).toEqual(['issued']);
	});

	const { taxId, name, email } = ana;
	test.each([
		['deleted and made again', 'delete', {}],
		['given another tax ID, and its own is of somebody else', 'update', { taxId: '86288366757' }],
	])('where a paid customer was %s, nobody is paid for it', async (_, operation, updateFields) => {
		const failed = await failedRun(options);
		await customer(service, operation, { ...BY_ANA, updateFields });
		await customer(service, 'create', { taxId, name, email });
		await service.retry(failed, options);
		const made = (await service.admin.additions()).filter(({ amount }) => amount === 1);
		expect(made).toHaveLength(1);
	});

	test('takes no addition that it has found for another, equal row', async () => {
		await service.listLate(3_600);
		await service.lose('done');
		const failed = await service.add([rows[0], rows[0]], options);
		passTime({ seconds: 3_700 });
		const plan = await service.retryOn(failed, { ...options, dryRun: true });
		expect(plan.outcomes).toEqual(['issued', 'planned']);
		const { items } = await service.retry(failed, options);
		expect(new Set(items.map(({ json }) => json._id)).size).toBe(2);
		expect(await service.charged(ana.taxId)).toBe(2);
	});
});

describe('Retry of an execution', () => {
	test('looks in the list of the day of the request, however long ago that is', async () => {
		await service.lose('never');
		const failed = await service.add([rows[0]]);
		const askedAt = Date.now() - 10 * 86_400_000;
		const isoAt = (ms: number) => new Date(askedAt + ms).toISOString();
		Object.assign(service.ledger[0], { askedAt: isoAt(0), heldUntil: isoAt(900_000) });
		const made = { customerIdentifier: ana.taxId, amount: 1, createdAt: isoAt(100) };
		await service.admin.createAddition(made);
		const { items } = await service.retry(failed);
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
	});

	test('tells what was done before when it fails early', async () => {
		const failed = await failedRun();
		await service.refuse({ route: LIST_CUSTOMERS }, 500);
		const { error } = await service.retry(failed);
		expect(error?.description).toMatch(/Of 3 rows: 1 paid .*, 2 not sent/);
		expect(error?.context.data?.rows).toMatchObject([{ outcome: 'issued' }, {}, {}]);
	});

	test.each<[string, (sheet: Array<{ json: IDataObject }>) => unknown, object, number]>([
		['in another order are the same', (sheet) => sheet.reverse(), {}, 3],
		['by _id are the same', ([{ json }]) => (json.customer = ana._id), BY_ID, 3],
		['of another amount are not', ([{ json }]) => (json.amount = 7), {}, 4],
	])('knows rows by what they ask for: rows %s', async (_, edit, parameters, paid) => {
		const failed = await failedRun();
		edit(failed.run.data.executionData!.nodeExecutionStack[0].data.main[0]!);
		const { error } = await service.retry(failed, ONE, { parameters: parameters as never });
		expect(error).toBeUndefined();
		expect(await chargedEach()).toEqual([1, 1, 1]);
		expect(await service.paid()).toBe(paid);
	});
});

describe('Retry after Duplicate Protection was changed', () => {
	const PROTECTIONS: Record<string, IDataObject> = {
		recent: RECENT,
		off: OFF,
		key: { duplicateProtection: 'key' },
		batch: BATCH,
		'another batch': { ...BATCH, batchName: '2026-12' },
	};
	const names = Object.keys(PROTECTIONS);
	const changes = names.flatMap((before) =>
		names.flatMap((after) => (after === before ? [] : [[before, after]])),
	);
	const CHANGED = 'PROTECTION_CHANGED';

	test.each(changes)('%s, then %s: each row is paid once', async (before, after) => {
		await service.refuse(2);
		const failed = await service.add(rows, { ...PROTECTIONS[before], ...ONE });
		const retried = await service.retry(failed, { ...PROTECTIONS[after], ...ONE });
		const isSafe = [before, after].every((one) => ['recent', 'off'].includes(one));
		expect(retried.error?.context.details?.code).toBe(isSafe ? undefined : CHANGED);
		expect(await chargedEach()).toEqual(isSafe ? [1, 1, 1] : [1, 0, 0]);
	});

	test.each(names)('to a ledger that does not know of it: nothing is sent by %s', async (name) => {
		const options = { ...PROTECTIONS[name], ...ONE };
		const elsewhere = { ...options, ledgerTable: 'Another' };
		await service.listLate(300);
		await service.lose('done');
		const failed = await service.add(rows, options);
		// A mistake in an expression: this Retry cannot read a row.
		const parameters = { amount: '={{ $json.amuont }}' };
		for (const last of [failed, await service.retry(failed, options, { parameters })]) {
			const retried = await service.retry(last, elsewhere);
			expect(retried.error?.context.details).toMatchObject({ code: CHANGED });
		}
		expect(await service.paid()).toBe(1);
	});

	// The first try has claimed nothing and the first Retry has paid: only the ledger knows.
	test.each([RECENT, OFF])('or the credential; only a Retry has paid: %j', async (options) => {
		const failed = await service.add(rows, { ...options, concurrency: 101 });
		expect((await service.retry(failed, options)).outcomes).toEqual(times(3, 'issued'));
		await service.retry(failed, PROTECTIONS.key);
		await service.useOtherAddress();
		expect((await service.retry(failed, options)).outcomes).toEqual(times(3, 'issued'));
		expect(await chargedEach()).toEqual([1, 1, 1]);
	});
});

test.each([OFF, RECENT])('a node with keys sends no row that %j has lost', async (options) => {
	const lossy = { parameters: addParameters(options), onError: 'continueErrorOutput' } as const;
	const workflow = workflowOf({
		rows: [rows[0]],
		nodes: [gmcNode({ ...lossy, name: 'First' }), gmcNode({ parameters: addParameters(KEY) })],
	});
	await service.listLate(300);
	await service.lose('done');
	await service.retryOf(await service.runWorkflow(workflow), workflow);
	expect(await chargedEach()).toEqual([1, 0, 0]);
});

test('a Retry sends a row with a key where another node has a key open', async () => {
	const paying = (value: string, amount: number, idempotencyKey: string) => {
		const customer = { __rl: true, mode: 'id', value };
		return { parameters: { ...addParameters(KEY), customer, amount, idempotencyKey } as never };
	};
	const goOn = { name: 'First', onError: 'continueRegularOutput' } as const;
	const workflow = workflowOf({
		rows: [rows[0]],
		nodes: [gmcNode({ ...paying(ana._id, 1, 'a'), ...goOn }), gmcNode(paying(bruno._id, 2, 'b'))],
	});
	await service.listLate(300);
	await service.lose('done', { match: { amount: 1 }, times: 1 });
	const failed = await service.runWorkflow(workflow);
	expect(await chargedEach()).toEqual([1, 0, 0]);
	await service.retryOf(failed, workflow);
	expect(await chargedEach()).toEqual([1, 1, 0]);
});
