import { COMMON_USER } from '../../sandbox/seeds';
import type { Guest } from '../../harness/n8n/test-bed';
import { visitShared } from '../../harness/n8n/shared';
import { LIST_CUSTOMERS } from '../../harness/sandbox/routes';

jest.setTimeout(30_000);

let e2e: Guest;

beforeAll(async () => {
	e2e = await visitShared();
});
afterAll(async () => await e2e.stop());

const namesOf = (types: Array<{ name: string }>) =>
	types.map(({ name }) => name).filter((name) => /gmc/i.test(name));

describe('the packed package in n8n', () => {
	test('brings the node, its variant for AI agents and the trigger', async () => {
		expect(namesOf(await e2e.client.nodeTypes()).sort()).toEqual([
			'n8n-nodes-gmc.gmc',
			'n8n-nodes-gmc.gmcTool',
			'n8n-nodes-gmc.gmcTrigger',
		]);
	});

	test('brings the credential type', async () => {
		expect(namesOf(await e2e.client.credentialTypes())).toEqual(['gmcApi']);
	});

	test('shows the fields of its outputs before the first run', async () => {
		const fieldsOf = async (...where: string[]) => {
			const { properties } = await e2e.client.outputSchema(where[0], ...where.slice(1));
			return Object.keys(properties as object);
		};
		expect(await fieldsOf('n8n-nodes-gmc.gmc', '1.0.0', 'balance', 'add')).toEqual(
			expect.arrayContaining(['outcome', 'reason', 'customerName', 'amount', 'additionId']),
		);
		expect(await fieldsOf('n8n-nodes-gmc.gmcTrigger', '1.0.0')).toEqual(
			expect.arrayContaining(['id', 'status', 'customerName', 'amount', 'gmcAmount']),
		);
	});

	test('is loaded without a complaint', () => {
		expect(e2e.n8n.logs()).not.toMatch(/gmc|error|could not/i);
	});
});

describe('the test in the dialog of the credential', () => {
	/** As the editor does it: save, then test what was saved. */
	async function testWith(changes: Record<string, unknown>) {
		const data = { ...(await e2e.sandbox.admin.credential()), ...changes };
		const id = await e2e.client.createCredential('gmcApi', 'Changed', data);
		return await e2e.client.testCredential(id, 'gmcApi', 'Changed', data);
	}

	test.each(['auth', 'integration'])('passes with the login endpoint %s', async (loginEndpoint) => {
		expect(await testWith({ loginEndpoint })).toMatchObject({ status: 'OK' });
	});

	test('passes with a custom login URL', async () => {
		const loginUrl = `${e2e.sandbox.baseUrl}/users/integration/login`;
		expect(await testWith({ loginEndpoint: 'custom', loginUrl })).toMatchObject({ status: 'OK' });
	});

	test.each([
		[
			'a wrong password',
			{ senha: 'wrong' },
			/refused the login \(HTTP 401\).*Check Email, Password/,
		],
		['an Origin with a slash', { origin: 'https://www.company.com/' }, /Origin .* with a slash/],
		['a wrong Client Secret', { clientSecret: 'wrong' }, /login worked.*401.*Client Secret/],
		['an Origin that is not released', { origin: 'https://other.example.com' }, /401.*Origin/],
		['a Base URL where nobody answers', { baseUrl: 'http://127.0.0.1:9/api' }, /not be reached/],
	])('says what to do about %s', async (_, changes, words) => {
		await e2e.sandbox.admin.configure({ auth: { requireOriginEverywhere: true } });
		const { status, message } = await testWith(changes);
		expect(message).toMatch(words);
		expect(status).toBe('Error');
	});

	test('says what is missing in a Base URL without /api', async () => {
		const { baseUrl: authUrl, url: baseUrl } = e2e.sandbox;
		const atTheService = await testWith({ baseUrl, authUrl });
		expect(atTheService.message).toMatch(/no GMC service.*404.*must include \/api/);
		expect(atTheService.status).toBe('Error');
		const atTheLogin = await testWith({ baseUrl });
		expect(atTheLogin.message).toMatch(/no login at this address.*404.*Base URL/);
		expect(atTheLogin.status).toBe('Error');
	});

	test('says which kind of access is wanted when the service answers 403', async () => {
		await e2e.sandbox.admin.addFault({
			route: LIST_CUSTOMERS,
			action: { type: 'status', status: 403, body: { code: 'INTEGRATION_REQUIRED' } },
		});
		const { email, senha, clientKey, clientSecret } = COMMON_USER;
		const { status, message } = await testWith({ email, senha, clientKey, clientSecret });
		await e2e.sandbox.admin.clearFaults();
		expect(message).toMatch(/403.*INTEGRATION_ONLY/);
		expect(status).toBe('Error');
	});
});
