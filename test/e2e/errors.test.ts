import { nodeOutput } from '../../harness/n8n/executions';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { savedExecutions, secretsIn } from './secrets';
import { chargedByAmount } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { runSheet, sheetOf } from '../../harness/workflows/sheet';
import { START, chain, httpRequestNode } from '../../harness/workflows/build';

jest.setTimeout(60_000);

let e2e: TestBed;

beforeAll(async () => {
	// Whatever n8n would write into its log in the worst case.
	e2e = await startTestBed({ n8n: { env: { N8N_LOG_LEVEL: 'debug' } } });
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
});
afterAll(async () => await e2e.stop());

const ask = async (credentialId: string, path = '/customers/all', body?: object) => {
	const node = httpRequestNode('Ask GMC', `${e2e.sandbox.baseUrl}${path}`, body);
	const { id } = await e2e.client.importWorkflow(chain('HTTP', node), { credentialId });
	return await e2e.client.runWorkflow(id, { triggerName: START });
};

test("the credential works in n8n's own HTTP Request node", async () => {
	const execution = await ask(e2e.credentialId);
	expect(execution.status).toBe('success');
	const ids = nodeOutput(execution, 'Ask GMC')[0].map(({ json }) => json._id);
	expect(ids.sort()).toEqual(DEMO_CUSTOMERS.map(({ _id }) => _id).sort());
});

test("n8n's own HTTP Request node sends a POST once more whose answer was lost, and pays twice", async () => {
	// It has one repetition, which a login would use up.
	await ask(e2e.credentialId);
	const lost = { type: 'commitThenReset' } as const;
	await e2e.sandbox.admin.addFault({ route: ISSUE, action: lost, times: 1 });
	const body = { customerIdentifier: DEMO_CUSTOMERS[0]._id, amount: 10, currency: 'BRL' };
	const execution = await ask(e2e.credentialId, '/transactions/add-balance', body);
	expect(execution.status).toBe('success');
	expect(await chargedByAmount(e2e)).toEqual({ 10: 2 });
});

test('nothing secret is in the executions that n8n saves, nor in its log', async () => {
	const right = await e2e.sandbox.admin.credential();
	const wrong = { ...right, senha: 'not-the-senha', clientSecret: 'not-the-client-secret' };
	const credentials = [right, wrong, { ...wrong, senha: right.senha }];
	const statuses = [];
	for (const data of credentials) {
		const credentialId = await e2e.client.createCredential('gmcApi', 'GMC', data);
		await e2e.sandbox.admin.addFault({ route: ISSUE, action: { type: 'commitThenReset' } });
		statuses.push((await ask(credentialId)).status);
		statuses.push((await runSheet({ ...e2e, credentialId }, sheetOf(1, 2))).status);
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
