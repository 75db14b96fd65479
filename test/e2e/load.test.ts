import type { FaultInput } from '../../sandbox/state/faults';
import { guestForThisFile } from '../../harness/n8n/shared';
import { LIST_CUSTOMERS, LOGIN } from '../../harness/sandbox/routes';

jest.setTimeout(30_000);

const e2e = guestForThisFile();

describe('the packed package in n8n', () => {
	test('shows the fields of its outputs before the first run', async () => {
		const fieldsOf = async (...where: string[]) => {
			const { properties } = await e2e.client.outputSchema(where[0], ...where.slice(1));
			return Object.keys(properties as object);
		};
		expect(await fieldsOf('n8n-nodes-gmc.gmc', '1.0.0', 'balance', 'add')).toEqual(
			expect.arrayContaining(['outcome', 'reason', 'customerName', 'amount', 'additionId']),
		);
		expect(await fieldsOf('n8n-nodes-gmc.gmcTrigger', '1.0.0')).toEqual(
			expect.arrayContaining(['id', 'status', 'customerName', 'amount', 'createdAt']),
		);
	});

	test('is loaded without a warning', () => {
		expect(e2e.n8n.logs()).not.toMatch(/gmc|error|could not/i);
	});
});

const REFUSED = { statusCode: 401, message: 'no' };

describe('the test of a credential', () => {
	const testWith = async (changes: object) =>
		await e2e.client.testCredential({ ...(await e2e.sandbox.admin.credential()), ...changes });
	beforeEach(async () => await e2e.sandbox.admin.reset());
	const asked = async (route: string) => await e2e.sandbox.admin.journal({ route });

	test.each(['auth', 'integration'])('passes with the login endpoint %s', async (loginEndpoint) => {
		expect(await testWith({ loginEndpoint })).toMatchObject({ status: 'OK' });
		const [listed] = await asked(LIST_CUSTOMERS);
		expect(listed.status).toBe(200);
		// The request has no mark of the test by then.
		expect(JSON.stringify(listed)).not.toContain('credential-test');
	});

	// What it says of all that can be seen: test/unit/core/service/credential.test.ts.
	test('names an Origin that can be none, each time, after the login', async () => {
		for (let time = 0; time < 2; time++) {
			const { status, message } = await testWith({ origin: 'https://www.company.com/' });
			expect(message).toMatch(/'Origin' .* nothing after the domain: try https/);
			expect(status).toBe('Error');
		}
		expect(await asked(LOGIN)).toHaveLength(1);
		expect(await asked(LIST_CUSTOMERS)).toEqual([]);
	});

	// A fault of the sandbox, and what the test says.
	test.each<[string, FaultInput['action'], RegExp]>([
		[
			'a 401 in a 200',
			{ type: 'json', status: 200, body: REFUSED },
			/request \(401\).*'Client Secret'/,
		],
		['a 403', { type: 'json', status: 403, body: REFUSED }, /INTEGRATION_ONLY/],
		['a 407', { type: 'html', status: 407 }, /proxy between n8n and GMC/],
		['a page', { type: 'html', status: 200 }, /not the list of customers/],
	])('reads the answer: %s', async (_, action, words) => {
		await e2e.sandbox.admin.addFault({ route: LIST_CUSTOMERS, action });
		const { status, message } = await testWith({});
		expect(message).toMatch(words);
		expect(status).toBe('Error');
		expect((await asked(LOGIN)).length).toBeLessThanOrEqual(1);
	});

	test('passes without any customer', async () => {
		const action = { type: 'json', status: 200, body: [] } as const;
		await e2e.sandbox.admin.addFault({ route: LIST_CUSTOMERS, action });
		expect(await testWith({})).toMatchObject({ status: 'OK' });
	});

	test.each([
		['a wrong Client Secret', { clientSecret: 'wrong' }, /login worked.*401.*'Client Secret'/],
		['a Base URL where nobody answers', { baseUrl: 'http://127.0.0.1:9/api' }, /not be reached/],
	])('says what to do about %s', async (_, changes, words) => {
		const { status, message } = await testWith(changes);
		expect(message).toMatch(words);
		expect(status).toBe('Error');
	});
});
