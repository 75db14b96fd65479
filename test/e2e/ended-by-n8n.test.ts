import { guestForThisFile } from '../../harness/n8n/shared';
import { Tables } from '../../harness/n8n/tables';
import { asked, caughtUp, chargedByAmount, slowDown } from '../../harness/sandbox/books';
import { until } from '../../harness/system/until';
import { START, chain, itemsNode } from '../../harness/workflows/build';
import {
	ADD,
	addNode,
	byKey,
	outcomesOf,
	sheetOf,
	sheetOutput,
} from '../../harness/workflows/sheet';

// What n8n does with an execution that it ends, and what the next run makes of it (n8n.md E19, E20, K18).

jest.setTimeout(60_000);

const e2e = guestForThisFile();

const KEYS = byKey('=order {{ $json.amount }}');
const ON_ERROR = { onError: 'continueRegularOutput' };

/** Imports a sheet of six rows. @param settings of the workflow */
async function importSheet(
	ledgerTable: string,
	settings: Record<string, unknown> = {},
	concurrency = 1,
) {
	const add = addNode({ ...KEYS, options: { ledgerTable, concurrency } }, ON_ERROR);
	const sheet = { ...chain('sheet', itemsNode('Rows', sheetOf(1, 2, 3, 4, 5, 6)), add), settings };
	return (await e2e.client.importWorkflow(sheet, { credentialId: e2e.credentialId })).id;
}

async function claimsIn(ledgerTable: string): Promise<number> {
	const tables = await Tables.of(e2e.client);
	const { id } = (await tables.named(ledgerTable))!;
	const rows = await tables.rows(id);
	return rows.filter(({ outcome }) => outcome === 'sending').length;
}

test('what a Timeout has kept from being sent is paid by the next run, and Retry runs nothing', async () => {
	await e2e.sandbox.admin.reset();
	await slowDown(e2e, 1_500);
	const id = await importSheet('timed out', { executionTimeout: 5 });
	const started = await e2e.client.startWorkflow(id, START);
	expect(await e2e.client.finished(started, id)).toMatchObject({ status: 'canceled' });
	await caughtUp(e2e);
	const sent = Object.keys(await chargedByAmount(e2e)).length;
	expect(sent).toBeLessThan(6);
	await until('the claims to be given back', async () => (await claimsIn('timed out')) === sent);

	const retried = await e2e.client.retryExecution(started);
	expect(retried.status).toBe('success');
	expect(Object.keys(retried.data.resultData.runData)).not.toContain(ADD);

	const next = await importSheet('timed out', {}, 6);
	const { items } = sheetOutput(await e2e.client.runWorkflow(next, { triggerName: START }));
	const outcomes = outcomesOf(items.map(({ json }) => json));
	expect(outcomes).toEqual([...Array(sent).fill('skipped'), ...Array(6 - sent).fill('issued')]);
	expect(await chargedByAmount(e2e)).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1 });
});

test('an execution that was stopped cannot be retried', async () => {
	await e2e.sandbox.admin.reset();
	await slowDown(e2e, 1_500);
	const id = await importSheet('stopped');
	const started = await e2e.client.startWorkflow(id, START);
	await asked(e2e, 2);
	await e2e.client.stopExecution(started);
	const { status, data } = await e2e.client.finished(started, id);
	expect([status, Object.keys(data.resultData.runData)]).toEqual(['canceled', []]);
	await expect(e2e.client.retryExecution(started)).rejects.toThrow(/cannot be retried/);
});
