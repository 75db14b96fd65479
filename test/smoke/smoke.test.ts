/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package: it reads a variable */
import { SheetCrashes, momentsOver } from '../../harness/crashes/sheets';
import { useEditor } from '../../harness/editor/editor';
import { type TestBed, startTestBed } from '../../harness/n8n/test-bed';
import { charges } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { START, chain, httpRequestNode } from '../../harness/workflows/build';
import { SAMPLE_NAMES, importSample } from '../../harness/samples/samples';
import { runSheet, sheetOf } from '../../harness/workflows/sheet';
import { mainJobs } from '../compat/main-jobs';
import { savedExecutions, secretsIn } from './secrets';

// What `npm test` asks a real n8n: the main jobs, a step in its editor, kills, and whether it keeps a secret.
// promises.md P6

jest.setTimeout(120_000);

/** More of them, spread over the whole run: `KILLS=30 npx jest --selectProjects smoke -t killed`. */
const KILLS = Number(process.env.KILLS ?? 1);
const HOLD_MS = 15_000;

let e2e: TestBed;

const tests = useEditor(async () => {
	// The most that n8n may write into its log.
	const env = { N8N_DISABLE_UI: 'false', N8N_LOG_LEVEL: 'debug' };
	return (e2e = await startTestBed({ n8n: { env } }));
});

describe('main jobs', () => mainJobs(() => e2e));

// The steps of first-top-up.md "4. Top up R$ 1", in a workflow that nobody has saved.
tests.test('the first R$ 1 is paid once, and a second click says so', async (view) => {
	const { canvas, panel, node } = view;
	await canvas.open();
	await panel.addNode('GMC', 'Check account');
	await node.execute();
	await node.close();

	await canvas.open();
	await panel.addNode('GMC', 'Top up customer');
	await node.openCustomers();
	await node.chooseCustomer('Elisa Prado');
	await node.amount('1');
	await node.protectBy('Idempotency Key', 'first-test');
	await node.addOption('Maximum Amount');
	await node.fill('Maximum Amount', '1');

	await node.execute();
	expect(await node.table()).toMatchObject({ outcome: 'issued' });
	await node.execute();
	expect(await node.table()).toMatchObject({ outcome: 'skipped' });
	expect(await charges(e2e)).toEqual([expect.objectContaining({ amount: 1, currency: 'BRL' })]);
});

test("n8n 3 changes nothing for the samples, nor for an inline sub-workflow: n8n's report names no workflow of them", async () => {
	const { client } = e2e;
	for (const name of SAMPLE_NAMES) await importSample(e2e, name);
	const callsAnother = (source: string) => {
		const type = 'n8n-nodes-base.executeWorkflow';
		return chain(source, { name: 'Call', type, typeVersion: 1.2, parameters: { source } });
	};
	for (const source of ['parameter', 'url']) await client.importWorkflow(callsAnother(source));
	type Report = { workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }> };
	const path = '/breaking-changes/report/refresh';
	const { report } = await client.rest<{ report: Report }>('POST', path, {}, { version: 'v3' });
	expect(report.workflowResults).toEqual([
		expect.objectContaining({
			ruleId: 'execute-workflow-source-modes-v3',
			nbAffectedWorkflows: 1,
		}),
	]);
});

test(
	'n8n is killed during a run: run again at once, nothing is paid twice; after the hold, nothing is missing',
	async () => {
		const crashes = new SheetCrashes(e2e, HOLD_MS);
		for (const moment of momentsOver(KILLS)) await crashes.crashAt(moment);
		const results = await crashes.finish();
		const isWrong = ({ doublesAtOnce, doubles, missing }: (typeof results)[number]) =>
			doublesAtOnce + doubles + missing > 0;
		expect(results.filter(isWrong)).toEqual([]);
		// On a busy machine one of the two sheets may not have begun, or be done.
		const inMidRun = results.filter(({ isInMidRun }) => isInMidRun).map(({ kill }) => kill);
		expect(new Set(inMidRun).size).toBeGreaterThan(KILLS / 2);
	},
	KILLS * 240_000,
);

test('nothing secret is in the executions that n8n saves, nor in its log', async () => {
	const right = await e2e.sandbox.admin.credential();
	const wrong = { ...right, senha: 'not-the-senha', clientSecret: 'not-the-client-secret' };
	const credentials = [right, wrong, { ...wrong, senha: right.senha }];
	const list = httpRequestNode('Ask GMC', `${e2e.sandbox.baseUrl}/customers/all`);
	const statuses = [];
	for (const data of credentials) {
		const credentialId = await e2e.client.createCredential('gmcApi', 'GMC', data);
		await e2e.sandbox.admin.addFault({ route: ISSUE, action: { type: 'commitThenReset' } });
		const { id } = await e2e.client.importWorkflow(chain('HTTP', list), { credentialId });
		statuses.push((await e2e.client.runWorkflow(id, { triggerName: START })).status);
		statuses.push(
			(
				await runSheet({ ...e2e, credentialId }, sheetOf(1, 2), {
					options: { ledgerTable: 'secrets' },
				})
			).status,
		);
	}
	expect(statuses).toEqual(['success', 'success', 'error', 'error', 'error', 'error']);

	const kept = [...(await savedExecutions(e2e)), e2e.n8n.logs()];
	expect(kept.length).toBeGreaterThan(statuses.length);
	const found = credentials.map((credential) =>
		kept.flatMap((text) => secretsIn(text, credential)),
	);
	expect(found).toEqual([[], [], []]);
	expect(secretsIn(JSON.stringify(right), right)).toEqual(['senha', 'clientSecret']);
});
