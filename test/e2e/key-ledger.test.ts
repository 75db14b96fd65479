import { claimOf } from '../../harness/engine/claims';
import { entriesIn } from '../../harness/engine/dataTables';
import { Tables } from '../../harness/n8n/tables';
import { guestForThisFile } from '../../harness/n8n/shared';
import { START_TIMEOUT_MS } from '../../harness/n8n/test-bed';
import type { WorkflowJson } from '../../harness/n8n/types';
import { type Step, START, chain, itemsNode } from '../../harness/workflows/build';
import { outcomesOf, runSheet, sheetOf, sheetOutput } from '../../harness/workflows/sheet';
import { keyedAddNode } from '../../harness/workflows/webhook';
import { keySet } from '../../nodes/Gmc/core/ledger/refs';
import { accountOf } from '../../nodes/Gmc/core/service/credential';
import { COLUMNS, toTableRow } from '../../nodes/Gmc/ledger/columns';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';

// The ledger in a real Data Table of n8n. harness/engine/dataTables.ts stands in for it where n8n's engine runs alone.
// promises.md P2

jest.setTimeout(120_000);

const [ana] = DEMO_CUSTOMERS;
const row = (order: string, amount = 10, customer = ana._id) => ({ order, customer, amount });

const e2e = guestForThisFile();
let tables: Tables;
const workflowIds: string[] = [];

beforeAll(async () => {
	tables = await Tables.of(e2e.client);
}, START_TIMEOUT_MS);

async function runAgain(id: string) {
	const execution = await e2e.client.runWorkflow(id, { triggerName: START });
	const records = sheetOutput(execution).items.map(({ json }) => json);
	return { records, outcomes: outcomesOf(records), error: execution.data.resultData.error };
}

async function save(workflow: WorkflowJson): Promise<string> {
	const { id } = await e2e.client.importWorkflow(workflow, { credentialId: e2e.credentialId });
	workflowIds.push(id);
	return id;
}

/** Tops up with keys and the ledger of this name. */
const run = async (ledgerTable: string, rows: object[], add: Partial<Step> = {}) => {
	const node = { ...keyedAddNode({ ledgerTable }), ...add };
	const items = itemsNode('Rows', rows as Array<Record<string, unknown>>);
	return await runAgain(await save(chain(ledgerTable, items, node)));
};

const columnsOf = async (name: string) => {
	const table = await tables.named(name);
	const columns = table!.columns.sort((one, other) => one.index - other.index);
	return columns.map(({ name: column, type }) => ({ name: column, type }));
};

/** Keys of earlier top-ups for somebody else, as the node writes them. */
async function fill(ledger: string, keys: string[]): Promise<void> {
	const id = await tables.create(ledger, COLUMNS);
	const account = accountOf(await e2e.sandbox.admin.credential());
	const place = { account, ledger, workflow: 'Earlier', timeZone: 'UTC' };
	const entries = keys.map((key) =>
		toTableRow(claimOf(keySet(key), { outcome: 'issued', label: { key } }), place),
	);
	while (entries.length > 0) await tables.insert(id, entries.splice(0, 500));
}

test('the first top-up creates the table', async () => {
	expect((await run('By hand', [row('a')])).outcomes).toEqual(['issued']);
	expect(await columnsOf('By hand')).toEqual(COLUMNS);
});

test('a table whose name only contains the name is another table', async () => {
	const others = ['top-ups', 'GMC top-ups 2026', 'gmc TOP-UPS'];
	const ids = [];
	for (const name of others) ids.push(await tables.create(name, COLUMNS));
	expect((await run('GMC top-ups', [row('a', 12)])).outcomes).toEqual(['issued']);
	expect((await run('GMC top-ups', [row('a', 12)])).outcomes).toEqual(['skipped']);
	for (const id of ids) expect(await tables.rows(id)).toEqual([]);
});

test('a text is stored as text, even if it looks like an expression', async () => {
	const name = '={{ 7 * 7 }}';
	const { _id } = await e2e.sandbox.admin.createCustomer({ name, taxId: '=A1' });
	const table = '={{ "Evil" }} "GMC"';
	// A key that contains braces is refused.
	const rows = [{ ...row(`=1 + 1'"\\é`, 0.07, _id), table }];
	const evil = keyedAddNode({ ledgerTable: '={{ $json.table }}' });
	expect((await run('Evil', rows, evil)).outcomes).toEqual(['issued']);
	expect((await run('Evil', rows, evil)).outcomes).toEqual(['skipped']);
	const saved = entriesIn(await tables.rows((await tables.named(table))!.id));
	expect(saved).toMatchObject([{ key: rows[0].order, customerName: name, amount: 0.07 }]);
	expect(String(saved[0].identifiers)).toContain('=A1');
});

test('thousands of keys are looked up in one run', async () => {
	const keys = Array.from({ length: 2_300 }, (_, index) => `order ${index}`);
	await fill('Many', keys);
	const rows = keys.map((key) => row(key));
	const { records } = await run('Many', rows);
	const codes = records.map(({ details }) => (details as { code: string }).code);
	expect(new Set(codes)).toEqual(new Set(['IDEMPOTENCY_KEY_REUSED']));
	expect(codes).toHaveLength(rows.length);
});

test('a renamed ledger is found by its rows; a second ledger may be created', async () => {
	let amount = 1;
	const topUp = async (ledgerTable: string) => {
		const { data } = await runSheet(e2e, sheetOf(amount++), { options: { ledgerTable } });
		return data.resultData.error?.message;
	};
	for (const table of ['Before', 'Beside']) expect(await topUp(table)).toBeUndefined();
	const { id } = (await tables.named('Before'))!;
	await tables.rename(id, 'After');
	expect(await topUp('Before')).toMatch(/"Before"\) was renamed to "After"/);
	expect(await tables.named('Before')).toBeUndefined();
	expect(await topUp('After')).toBeUndefined();
	expect(entriesIn(await tables.rows(id))).toHaveLength(2);
});

test('the id of a deleted row is used again', async () => {
	const id = await tables.create('Ids', [{ name: 'text', type: 'string' }]);
	await tables.insert(id, [{ text: 'a' }]);
	await tables.deleteRow(id, 1);
	await tables.insert(id, [{ text: 'b' }]);
	expect(await tables.rows(id)).toMatchObject([{ id: 1, text: 'b' }]);
});

test('the error names the missing columns of a table that is not a ledger', async () => {
	await tables.create('Other', [{ name: 'order', type: 'string' }]);
	const { error } = await run('Other', [row('a')], { onError: undefined });
	expect(error!.message).toMatch(
		/Data Table "Other"\) cannot be used: it lacks 18 columns:.*rowRef \(string\)/i,
	);
});

test('n8n lists no executions of the ledger', async () => {
	for (const workflowId of workflowIds) {
		const executions = await e2e.client.allExecutions({ workflowId });
		expect(executions.length).toBeGreaterThan(0);
		const others = executions.filter(({ mode }) => mode !== 'manual');
		expect(others).toEqual([]);
	}
});
