import axios from 'axios';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import { withChosenCredential } from '../../../harness/samples/choices';
import { loadSample } from '../../../harness/samples/samples';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// The sample "Sync customers from a CRM": a CRM posts its contacts.

jest.setTimeout(90_000);

const KEY = { name: 'X-CRM-Key', value: 'a-long-random-value' };
const [ana, bruno] = DEMO_CUSTOMERS;

let e2e: Guest;
let id: string;

beforeAll(async () => {
	e2e = await visitShared();
	const { client, credentialId } = e2e;
	const key = await client.createCredential('httpHeaderAuth', 'CRM', KEY);
	const sample = await loadSample('sync-customers-from-crm');
	const chosen = ['n8n-nodes-base.webhook', 'httpHeaderAuth', key] as const;
	id = await client.publish(withChosenCredential(sample, ...chosen), credentialId);
});
beforeEach(async () => await e2e.sandbox.admin.reset());
afterAll(async () => {
	await e2e?.client.deactivate(id);
	await e2e?.stop();
});

const post = async (contacts: object[], value = KEY.value) =>
	await axios.post<unknown>(`${e2e.n8n.url}/webhook/gmc-customers`, contacts, {
		proxy: false,
		validateStatus: () => true,
		headers: { [KEY.name]: value },
	});
const customers = async () => await e2e.sandbox.admin.customers();

test('answers the CRM with what became of each contact', async () => {
	const { status, data } = await post([
		{ taxId: '98765432100', name: 'Nova Cliente', email: 'nova@example.com' },
		{ taxId: ana.taxId, name: 'Ana Souza Prado', email: ana.email },
		{ taxId: bruno.taxId, name: bruno.name, email: bruno.email },
		{ taxId: '', name: 'Sem Documento', email: 'sem@example.com' },
	]);
	const now = await customers();
	const created = now.find(({ name }) => name === 'Nova Cliente');
	expect(status).toBe(200);
	expect(data).toEqual([
		{ taxId: '98765432100', action: 'created', customer: created?._id, error: null },
		{ taxId: ana.taxId, action: 'updated', customer: ana._id, error: null },
		{ taxId: bruno.taxId, action: 'unchanged', customer: bruno._id, error: null },
		{ taxId: '', action: 'failed', customer: null, error: expect.stringMatching(/^Row 4: /) },
	]);
	// Whoever is to know of it does not read the answers of a webhook.
	const [{ id: execution }] = await e2e.client.executions({ workflowId: id });
	const run = await e2e.client.finished(execution);
	expect(run.data.resultData.error?.message).toMatch(/^Not saved: 1\. Row 4: /);
	expect(created).toMatchObject({ taxId: '98765432100', email: 'nova@example.com' });
	expect(now.find(({ _id }) => _id === ana._id)?.name).toBe('Ana Souza Prado');
	expect(now).toHaveLength(DEMO_CUSTOMERS.length + 2);
});

test('changes nothing for whoever does not have the key', async () => {
	const contacts = [{ taxId: ana.taxId, name: 'Mallory Silva', email: 'mallory@example.com' }];
	expect((await post(contacts, 'guessed')).status).toBe(403);
	expect((await customers()).find(({ _id }) => _id === ana._id)?.name).toBe(ana.name);
});
