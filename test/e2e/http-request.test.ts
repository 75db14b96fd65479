import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { nodeOutput } from '../../harness/n8n/executions';
import { guestForThisFile } from '../../harness/n8n/shared';
import { chargedByAmount } from '../../harness/sandbox/books';
import { ISSUE } from '../../harness/sandbox/routes';
import { START, chain, httpRequestNode } from '../../harness/workflows/build';

jest.setTimeout(60_000);

const e2e = guestForThisFile();

const ask = async (path: string, body?: object) => {
	const { client, credentialId, sandbox } = e2e;
	const node = httpRequestNode('Ask GMC', `${sandbox.baseUrl}${path}`, body);
	const { id } = await client.importWorkflow(chain('HTTP', node), { credentialId });
	return await client.runWorkflow(id, { triggerName: START });
};

test("n8n's HTTP Request node works with the credential, and sends a POST again after a lost answer", async () => {
	const listed = await ask('/customers/all');
	expect(nodeOutput(listed, 'Ask GMC')[0]).toHaveLength(DEMO_CUSTOMERS.length);
	const lost = { type: 'commitThenReset' } as const;
	await e2e.sandbox.admin.addFault({ route: ISSUE, action: lost, times: 1 });
	const body = { customerIdentifier: DEMO_CUSTOMERS[0]._id, amount: 10, currency: 'BRL' };
	const execution = await ask('/transactions/add-balance', body);
	expect(execution.status).toBe('success');
	expect(await chargedByAmount(e2e)).toEqual({ 10: 2 });
});
