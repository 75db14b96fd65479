import { N8nClient } from '../../harness/n8n/client';
import { Tables } from '../../harness/n8n/tables';
import { START_TIMEOUT_MS, startTestBed, type TestBed } from '../../harness/n8n/test-bed';
import { chargedByAmount } from '../../harness/sandbox/books';
import { START, chain, itemsNode } from '../../harness/workflows/build';
import { outcomesOf, sheetOf, sheetOutput } from '../../harness/workflows/sheet';
import { keyedAddNode } from '../../harness/workflows/webhook';

// A workflow stays with the ledger that it has paid with, in a real n8n: its Remove Duplicates node remembers that (K14).
// promises.md P3

jest.setTimeout(180_000);

const ROWS = sheetOf(1, 2).map((row, at) => ({ ...row, order: `order ${at}` }));

let e2e: TestBed;
let tables: Tables;

beforeAll(async () => {
	e2e = await startTestBed();
	tables = await Tables.of(e2e.client);
}, START_TIMEOUT_MS);
afterAll(async () => await e2e.stop());
beforeEach(async () => await e2e.sandbox.admin.reset());

const workflow = (options: Record<string, unknown> = {}) =>
	chain('Keyed', itemsNode('Rows', ROWS), keyedAddNode(options));

const save = async (client: N8nClient, credentialId: string, options?: Record<string, unknown>) =>
	(await client.importWorkflow(workflow(options), { credentialId })).id;

/** The outcomes, or the error of the whole run with its advice. */
async function run(client: N8nClient, id: string) {
	const execution = await client.runWorkflow(id, { triggerName: START });
	const { items, errors } = sheetOutput(execution);
	const records = [...items, ...errors].map(({ json }) => json as { details?: object });
	const [first] = records;
	return { outcomes: outcomesOf(records), text: JSON.stringify(first?.details ?? '') };
}

/** What a process knows is forgotten. */
async function restart(): Promise<void> {
	await e2e.n8n.stop();
	await e2e.n8n.start();
}

const paid = async () => await chargedByAmount(e2e);

test('a user is removed, and all that was his goes to another project, which has a ledger', async () => {
	const { client, credentialId } = e2e;
	const own = await save(client, credentialId);
	expect((await run(client, own)).outcomes).toEqual(['issued', 'issued']);
	const [token] = await client.invite(['bia@gmc.example']);
	const bia = new N8nClient(e2e.n8n.url);
	await bia.acceptInvitation(token);
	const data = await e2e.sandbox.admin.credential();
	const theirs = await save(bia, await bia.createCredential('gmcApi', 'GMC', data));
	expect((await run(bia, theirs)).outcomes).toEqual(['issued', 'issued']);
	const { id: userId } = await bia.rest<{ id: string }>('GET', '/login');
	const { id: transferId } = await client.rest<{ id: string }>('GET', '/projects/personal');
	await client.rest('DELETE', `/users/${userId}`, undefined, { transferId });
	await restart();
	expect(await paid()).toEqual({ 1: 2, 2: 2 });

	const refused = await run(client, theirs);
	expect(refused.outcomes).toEqual(['notAttempted', 'notAttempted']);
	const [, present] =
		/Or set 'Ledger Table' to \\"(GMC top-ups [^"\\]+)\\"/.exec(refused.text) ?? [];
	expect(present).toMatch(/Bia/);
	// Who has not paid with it goes on.
	expect((await run(client, own)).outcomes).toEqual(['skipped', 'skipped']);
	expect((await run(client, await save(client, credentialId))).outcomes).toEqual(
		Array(2).fill('skipped'),
	);
	expect(await paid()).toEqual({ 1: 2, 2: 2 });
	// The advice.
	const saved = await client.workflow(theirs);
	const nodes = saved.nodes.map((node) =>
		node.type.endsWith('.gmc')
			? { ...node, parameters: { ...node.parameters, options: { ledgerTable: present } } }
			: node,
	);
	await client.rest('PATCH', `/workflows/${theirs}`, { ...saved, nodes });
	expect((await run(client, theirs)).outcomes).toEqual(['skipped', 'skipped']);
	expect(await paid()).toEqual({ 1: 2, 2: 2 });
});

test('a dry run remembers nothing; a ledger that was deleted, and one that an empty table replaces, stop the workflow', async () => {
	const { client, credentialId } = e2e;
	const ledgerTable = 'Of this test';
	const dryRun = await save(client, credentialId, { ledgerTable, dryRun: true });
	const id = await save(client, credentialId, { ledgerTable });
	expect((await run(client, dryRun)).outcomes).toEqual(['planned', 'planned']);
	expect((await run(client, id)).outcomes).toEqual(['issued', 'issued']);
	const table = (await tables.named(ledgerTable))!;
	expect(await tables.rows(table.id)).toMatchObject([{ rowRef: `workflow ${id}` }, {}, {}]);

	await tables.rename(table.id, 'Archive');
	const columns = table.columns.map(({ name, type }) => ({ name, type }));
	const empty = await tables.create(ledgerTable, columns);
	await restart();
	const renamed = await run(client, id);
	expect(renamed.outcomes).toEqual(['notAttempted', 'notAttempted']);
	expect(renamed.text).toMatch(/LEDGER_CHANGED.*set 'Ledger Table' to \\"Archive\\"/);
	// The last advice.
	await tables.copy(table.id, empty);
	expect((await run(client, id)).outcomes).toEqual(['skipped', 'skipped']);
	await tables.delete(table.id);
	await tables.delete(empty);
	expect((await run(client, id)).text).toMatch(/LEDGER_CHANGED/);
	expect(await tables.rows((await tables.named(ledgerTable))!.id)).toEqual([]);
	expect(await paid()).toEqual({ 1: 1, 2: 1 });
});
