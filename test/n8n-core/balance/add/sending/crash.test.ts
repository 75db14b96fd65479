import { DEMO_CUSTOMERS } from '../../../../../sandbox/seeds';
import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../../../harness/engine/dataTables';
import type { GmcNodeSetup, GmcRun } from '../../../../../harness/engine/engine';
import { AGAIN, ISSUE, outcomeOf, Service } from '../../../../../harness/engine/service';

// "Retry" of an execution that crashed in the node: n8n starts it with what it saved, which is the node's
// run that was cut off, and not the node's context (n8n.md E6; test/queue holds the real thing).

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const rows = [1, 2, 3].map((amount) => ({ customer: ana.taxId, amount }));

/** Two rows are issued before the third one ends the run; then the memory goes the way of a crash. */
async function crashed(
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
): Promise<GmcRun> {
	await service.admin.addFault({
		route: ISSUE,
		match: { amount: 3 },
		action: { type: 'status', status: 400, body: { message: 'no' } },
	});
	const failed = await service.add(rows, { ...options }, setup);
	await service.admin.clearFaults();
	failed.run.data.executionData!.contextData = {};
	const { GMC: runs } = failed.run.data.resultData.runData;
	runs.push(runs[0]);
	return failed;
}

test('a retry without the memory of what was sent sends nothing, and says what to do', async () => {
	const failed = await crashed();
	const retried = await service.retry(failed);
	expect(retried.error?.message).toMatch(/was cut off.*Nothing was sent now/);
	expect(retried.error?.description).toMatch(/Balance → Reconcile/);
	expect(await service.asked(ISSUE)).toBe(3);
});

test('neither does a retry of that retry', async () => {
	const retried = await service.retry(await crashed());
	const again = await service.retry(retried);
	expect(again.error?.message).toMatch(/was cut off/);
	expect(await service.asked(ISSUE)).toBe(3);
});

test('under On Error: Continue every row says so', async () => {
	const failed = await crashed();
	const { items, error } = await service.retry(failed, {}, { onError: 'continueRegularOutput' });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	for (const { json } of items) expect(json.error).toMatch(/was cut off/);
	expect(await service.asked(ISSUE)).toBe(3);
});

test('a batch skips what it has paid, and sends the rest', async () => {
	const { executeWorkflow } = new DataTables();
	const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
	const failed = await crashed(batch, { executeWorkflow });
	const { items } = await service.retry(failed, batch, { executeWorkflow });
	expect(items.map(outcomeOf)).toEqual(['skipped', 'skipped', 'issued']);
	for (const amount of [1, 2, 3]) expect(await service.charged(ana._id, amount)).toBe(1);
});

test('a retry after a node before it has failed is a first run', async () => {
	const failed = await crashed();
	delete failed.run.data.resultData.runData.GMC;
	const { items, error } = await service.retry(failed, AGAIN);
	expect(error).toBeUndefined();
	expect(items.map(outcomeOf)).toEqual(['issued', 'issued', 'issued']);
});

test('a retry after an option was wrong is a first run', async () => {
	const failed = await service.add(rows, { concurrency: 101 });
	expect(failed.error?.message).toMatch(/Concurrency/);
	const { items, error } = await service.retry(failed);
	expect(error).toBeUndefined();
	expect(items.map(outcomeOf)).toEqual(['issued', 'issued', 'issued']);
});
