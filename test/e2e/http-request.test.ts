import { nodeOutput } from '../../harness/n8n/executions';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { visitShared } from '../../harness/n8n/shared';
import { type Guest, START_TIMEOUT_MS } from '../../harness/n8n/test-bed';
import { chargedByAmount } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { START, chain, httpRequestNode } from '../../harness/workflows/build';

jest.setTimeout(60_000);

let e2e: Guest;

beforeAll(async () => {
	e2e = await visitShared();
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
});
afterAll(async () => await e2e.stop());

const ask = async (path = '/customers/all', body?: object) => {
	const { client, credentialId, sandbox } = e2e;
	const node = httpRequestNode('Ask GMC', `${sandbox.baseUrl}${path}`, body);
	const { id } = await client.importWorkflow(chain('HTTP', node), { credentialId });
	return await client.runWorkflow(id, { triggerName: START });
};

test("the credential works in n8n's own HTTP Request node", async () => {
	const execution = await ask();
	expect(execution.status).toBe('success');
	const ids = nodeOutput(execution, 'Ask GMC')[0].map(({ json }) => json._id);
	expect(ids.sort()).toEqual(DEMO_CUSTOMERS.map(({ _id }) => _id).sort());
});

test("n8n's own HTTP Request node sends a POST once more whose answer was lost, and pays twice", async () => {
	// It has one repetition, which a login would use up.
	await ask();
	const lost = { type: 'commitThenReset' } as const;
	await e2e.sandbox.admin.addFault({ route: ISSUE, action: lost, times: 1 });
	const body = { customerIdentifier: DEMO_CUSTOMERS[0]._id, amount: 10, currency: 'BRL' };
	const execution = await ask('/transactions/add-balance', body);
	expect(execution.status).toBe('success');
	expect(await chargedByAmount(e2e)).toEqual({ 10: 2 });
});
