/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { setTimeout as delay } from 'node:timers/promises';
import { START_TIMEOUT_MS, type TestBed, startTestBed } from '../../harness/n8n/test-bed';
import { chargedTally, difference, tallyOf } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { until } from '../../harness/system/until';
import { START, chain, itemsNode } from '../../harness/workflows/build';
import { addNode, sheetOutput } from '../../harness/workflows/sheet';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';

jest.setTimeout(240_000);

/** How long a row is held back, and how late the list is. */
const HOLD_MS = 12_000;
const LATE_SECONDS = 4;

const SHEET = Array.from({ length: 12 }, (_, index) => ({
	customer: DEMO_CUSTOMERS[index % 4]._id,
	amount: index < 8 ? 10 : 11,
	order: `order ${index}`,
}));

let e2e: TestBed;
beforeAll(async () => {
	e2e = await startTestBed({
		sandbox: { settings: { additions: { visibleAfterSeconds: LATE_SECONDS } } },
	});
}, START_TIMEOUT_MS);
afterAll(async () => await e2e.stop());

const outcomes = (items: Array<{ json: Record<string, unknown> }>) =>
	items.map(({ json }) => {
		const { _gmc, details } = json as Record<string, { outcome: string } | undefined>;
		return (_gmc ?? details)?.outcome;
	});

test('n8n killed in mid-run: the sheet again at once pays nothing twice, and after the hold nothing is missing', async () => {
	const { client, credentialId, n8n, sandbox } = e2e;
	const parameters = {
		idempotencyKey: '={{ $json.order }}',
		options: { concurrency: 2, keyHold: HOLD_MS / 60_000 },
	};
	const workflow = chain(
		'A sheet with keys',
		itemsNode('Rows', SHEET),
		addNode(parameters, { onError: 'continueRegularOutput' }),
	);
	const { id } = await client.importWorkflow(workflow, { credentialId });
	await sandbox.admin.addFault({ route: ISSUE, action: { type: 'latency', ms: 150 } });
	await sandbox.admin.addFault({ route: ISSUE, nth: 5, action: { type: 'commitThenHang' } });
	await client.startWorkflow(id, START);
	await until('requests', async () => (await sandbox.admin.count({ route: ISSUE })) >= 6);
	await n8n.kill();
	await n8n.start();
	await sandbox.admin.clearFaults();
	const run = async () => sheetOutput(await client.runWorkflow(id, { triggerName: START })).items;
	expect(outcomes(await run())).not.toContain('rejected');
	expect(await books()).toMatchObject({ doubles: 0 });
	await delay(HOLD_MS);
	const later = await run();
	expect(await books()).toEqual({ doubles: 0, missing: 0 });
	expect(new Set(outcomes(later))).not.toContain('unknown');
});

async function books() {
	return difference(tallyOf(SHEET), await chargedTally(e2e));
}
