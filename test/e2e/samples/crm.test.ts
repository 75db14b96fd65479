import { loadSample } from '../../../harness/samples/samples';
import { nodeOutput } from '../../../harness/n8n/executions';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { withChosenCredential, withSettings } from '../../../harness/samples/choices';
import { type Contact, serveHubSpot, servePipedrive } from '../../../harness/stand-ins/crm';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../../harness/n8n/test-bed';
import { type Outside, startOutside } from '../../../harness/stand-ins/outside';

jest.setTimeout(90_000);

const TOKEN = 'made-up-token';
const [ana, bruno, , diego] = DEMO_CUSTOMERS;
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

let outside: Outside;
let e2e: TestBed;
let contacts: Contact[];

beforeAll(async () => {
	outside = await startOutside();
	serveHubSpot(outside, TOKEN, () => contacts);
	servePipedrive(outside, TOKEN, () => contacts);
	e2e = await startTestBed({ n8n: { env: outside.env } });
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	contacts = [
		{ id: 1, name: 'Nova Cliente', email: 'nova@example.com', taxId: '987.654.321-00' },
		// A field of numbers has dropped its zeros.
		{ id: 2, name: 'Ana Souza Prado', email: ana.email, taxId: Number(ana.taxId) },
		{ id: 3, name: bruno.name, email: bruno.email, taxId: bruno.taxId },
		{ id: 4, name: 'Sem Documento', email: 'sem@example.com', taxId: null },
		{ id: 5, name: 'Com Erro', email: 'erro@example.com', taxId: '111.444.777-30' },
		{ id: 6, name: 'Sem E-mail', email: null, taxId: '28534167044' },
		{
			id: 7,
			name: 'Diego Diferente',
			email: diego.email,
			taxId: diego.taxId,
			changedAt: daysAgo(9),
		},
	].map((contact) => ({ changedAt: daysAgo(1), ...contact }));
});
afterAll(async () => {
	await e2e?.stop();
	await outside?.stop();
});

const CRMS = [
	{
		sample: 'sync-customers-from-hubspot',
		node: 'n8n-nodes-base.hubspot',
		credential: ['hubspotAppToken', { appToken: TOKEN }],
	},
	{
		sample: 'sync-customers-from-pipedrive',
		node: 'n8n-nodes-base.pipedrive',
		credential: ['pipedriveApi', { apiToken: TOKEN }],
	},
] as const;

describe.each(CRMS)('$sample', ({ sample, node, credential: [type, data] }) => {
	const run = async (settings: Record<string, unknown> = {}) => {
		const { client, credentialId } = e2e;
		const id = await client.createCredential(type, type, data);
		const shipped = withSettings(await loadSample(sample), settings);
		const workflow = withChosenCredential(shipped, node, type, id);
		const saved = await client.importWorkflow(workflow, { credentialId });
		return await client.runWorkflow(saved.id, { triggerName: 'Run it by hand' });
	};

	test('makes customers of the contacts that have changed lately, and counts the others', async () => {
		const execution = await run();
		expect(execution.status).toBe('success');
		const [[{ json: summary }], ...more] = nodeOutput(execution, 'Summary');
		expect(more).toEqual([]);
		expect(summary).toEqual({
			contacts: 6,
			created: 1,
			updated: 1,
			unchanged: 1,
			failed: 2,
			withoutTaxId: 1,
			failures: [
				expect.stringMatching(/^Com Erro: .*digit/),
				expect.stringMatching(/^Sem E-mail: .*mail/i),
			],
		});
		const customers = await e2e.sandbox.admin.customers();
		expect(customers.find(({ taxId }) => taxId === '98765432100')).toMatchObject({
			name: 'Nova Cliente',
			email: 'nova@example.com',
		});
		const nameOf = (id: string) => customers.find(({ _id }) => _id === id)?.name;
		expect(nameOf(ana._id)).toBe('Ana Souza Prado');
		expect(nameOf(diego._id)).toBe(diego.name);
		expect(customers).toHaveLength(DEMO_CUSTOMERS.length + 2);
	});

	test('takes a whole CNPJ as it is, whose zeros belong to it', async () => {
		// Without them it would be a CPF: that of somebody else.
		const bank = { id: 8, name: 'Banco Exemplo S.A.', email: 'b@example.com' };
		contacts = [{ ...bank, taxId: '00000000000191', changedAt: daysAgo(1) }];
		await run();
		const customers = await e2e.sandbox.admin.customers();
		expect(customers.find(({ name }) => name === bank.name)?.taxId).toBe('00000000000191');
	});

	test('gives a summary when no contact has a tax ID, or all have failed', async () => {
		contacts = contacts.filter(({ id }) => id === 4);
		const [[{ json: without }]] = nodeOutput(await run(), 'Summary');
		expect(without).toMatchObject({ contacts: 1, withoutTaxId: 1 });
		contacts = [{ ...contacts[0], taxId: '111.444.777-30' }];
		const [[{ json: failed }]] = nodeOutput(await run(), 'Summary');
		expect(failed).toMatchObject({ contacts: 1, failed: 1 });
	});

	test('looks back as far as Settings says, and reads the field that it names', async () => {
		const everybody = nodeOutput(await run({ changedInTheLastDays: 3650 }), 'Summary');
		expect(everybody[0][0].json).toMatchObject({ contacts: 7, updated: 2 });
		const other = nodeOutput(await run({ taxIdField: 'another_field' }), 'Summary');
		expect(other[0][0].json).toMatchObject({ contacts: 6, withoutTaxId: 6 });
	});
});
