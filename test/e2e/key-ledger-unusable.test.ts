import { START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { charges } from '../../harness/sandbox/books';
import { runSheet, sheetOf } from '../../harness/workflows/sheet';

// promises.md P1

jest.setTimeout(START_TIMEOUT_MS);

test.each([
	['switched off', { N8N_DISABLED_MODULES: 'mcp-registry,data-table' }, /N8N_DISABLED_MODULES/],
	['without their node', { NODES_EXCLUDE: '["n8n-nodes-base.dataTable"]' }, /NODES_EXCLUDE/],
	['full', { N8N_DATA_TABLES_MAX_SIZE_BYTES: '1' }, /N8N_DATA_TABLES_MAX_SIZE_BYTES/],
])('nothing is sent where Data Tables are %s', async (_, env, advice) => {
	const e2e = await startTestBed({ n8n: { env } });
	try {
		const { error } = (await runSheet(e2e, sheetOf(1))).data.resultData;
		expect(error?.message).toMatch(/the ledger/i);
		expect(error?.description).toMatch(advice);
		expect(await charges(e2e)).toEqual([]);
	} finally {
		await e2e.stop();
	}
});
