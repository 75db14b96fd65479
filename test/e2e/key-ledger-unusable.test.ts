import { claimOf, KeyProbe } from '../../harness/key-probe/probe';
import { WITH_KEY_PROBE } from '../../harness/n8n/settings';
import { START_TIMEOUT_MS, type TestBed, startTestBed } from '../../harness/n8n/test-bed';

let e2e: TestBed;

describe('where Data Tables cannot be used', () => {
	afterEach(async () => await e2e.stop());

	test.each([
		[
			'switched off',
			{ N8N_DISABLED_MODULES: 'mcp-registry,data-table' },
			/module is disabled/,
			/N8N_DISABLED_MODULES/,
		],
		[
			'without their node',
			{ NODES_EXCLUDE: '["n8n-nodes-base.dataTable"]' },
			/Unrecognized node type/,
			/NODES_EXCLUDE/,
		],
		[
			'full',
			{ N8N_DATA_TABLES_MAX_SIZE_BYTES: '1' },
			/size limit exceeded/,
			/N8N_DATA_TABLES_MAX_SIZE_BYTES/,
		],
	])(
		'%s: the error says so',
		async (_, env, reason, advice) => {
			e2e = await startTestBed({ n8n: { env: { ...WITH_KEY_PROBE, ...env } } });
			const probe = new KeyProbe(e2e.client, e2e.n8n.url);
			const effects = [{ do: 'insert' as const, entries: [claimOf('a')] }];
			const [{ error }] = await probe.ask({ table: 'GMC top-ups', account: 'ana', effects });
			expect(error).toMatchObject({ name: 'LedgerError' });
			expect(error!.message).toMatch(/^The ledger/);
			expect(error!.message).toMatch(reason);
			expect(error!.description).toMatch(advice);
		},
		START_TIMEOUT_MS,
	);
});
