import { claimOf, KeyProbe } from '../../harness/key-probe/probe';
import { Tables } from '../../harness/n8n/tables';
import { visitShared } from '../../harness/n8n/shared';
import { START_TIMEOUT_MS, type Guest } from '../../harness/n8n/test-bed';

jest.setTimeout(120_000);

let e2e: Guest;

beforeAll(async () => {
	e2e = await visitShared();
}, START_TIMEOUT_MS);
afterAll(async () => await e2e.stop());

test('a table that was renamed is found by its rows, and a second one on purpose is made', async () => {
	const probe = new KeyProbe(e2e.client, e2e.n8n.url);
	const tables = await Tables.of(e2e.client);
	const insert = { do: 'insert' as const, entries: [claimOf('a')] };
	const ask = async (table: string) =>
		(await probe.ask({ table, account: 'ana', effects: [insert] }))[0].error;
	for (const table of ['=Before', 'Beside']) expect(await ask(table)).toBeUndefined();
	const before = (await tables.named('=Before'))!;
	await tables.rename(before.id, 'After');
	// A workflow that knows the table goes on in it; one that does not finds out.
	const [known] = await probe.askAgain(probe.workflowIds.at(-2)!);
	expect(known.error).toBeUndefined();
	expect(await ask('=Before')).toMatchObject({
		name: 'LedgerError',
		message: expect.stringMatching(/"=Before"\) was renamed to "After"/),
	});
	expect(await ask('After')).toBeUndefined();
	expect(await tables.rows(before.id)).toHaveLength(3);
	expect(await tables.named('=Before')).toBeUndefined();

	// Rows of a ledger that do not say of which one: those of a table that is asked for by another name now.
	const rows = await tables.rows(before.id);
	for (const { id } of rows) await tables.edit(before.id, id as number, { ledger: null });
	expect((await ask('Unheard of'))!.message).toContain('may have been renamed');
	await tables.edit(before.id, rows[0].id as number, { ledger: 'After' });
	expect(await ask('Unheard of')).toBeUndefined();
	expect(await tables.rows((await tables.named('Unheard of'))!.id)).toHaveLength(1);
});
