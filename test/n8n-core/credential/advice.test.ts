import { testCredential } from './credentialTest';
import { DEMO_CUSTOMERS, DEMO_USER, LIST_CUSTOMERS, LOGIN, Service } from '../../../harness/engine';

// What can be seen in a credential is named where it may be why something does not work.

const service = Service.forThisFile();
const [origin] = DEMO_USER.allowedOrigins;
const row = { customer: DEMO_CUSTOMERS[0].taxId, amount: 1 };

/** @returns what n8n shows; undefined where the test passes */
const tested = async () => await testCredential(service.credential);

describe('the Origin', () => {
	test('that can be one passes the test, which leaves no mark on its request', async () => {
		expect(await tested()).toBeUndefined();
		const [asked] = await service.admin.journal({ route: LIST_CUSTOMERS });
		expect(asked.status).toBe(200);
		expect(JSON.stringify(asked)).not.toContain('credential-test');
	});

	test.each([
		[`${origin}/`, /The Origin .* nothing after the domain: try https:\/\//],
		[origin.replace('https://', ''), /The Origin .* with https:\/\/ .*: try https:\/\//],
	])('%s is named by the test, after the login', async (changed, words) => {
		await service.useCredential({ origin: changed });
		expect(await tested()).toMatch(words);
		// The next test sees it, too.
		expect(await tested()).toMatch(words);
		expect(await service.asked(LOGIN)).toBe(1);
		expect(await service.asked(LIST_CUSTOMERS)).toBe(0);
	});

	test('is named by a node where GMC refuses it, and keeps no node from asking', async () => {
		await service.useCredential({ origin: 'www.company.com' });
		const parameters = { resource: 'customer', operation: 'getAll', returnAll: true };
		expect((await service.run({ parameters })).error).toBeUndefined();
		const { error } = await service.add([row]);
		expect(error?.description).toMatch(/The Origin .* with https.*GMC says: /);
	});
});

test('a blank around the password is named where the login is refused', async () => {
	const { senha } = service.credential.data;
	await service.useCredential({ senha: `${senha as string} ` });
	const seen = await tested();
	expect(seen).toMatch(/refused the login.*begins or ends with a blank.*GMC says/);
	expect(seen).not.toContain(senha);
	const { error } = await service.add([row]);
	expect(error?.description).toMatch(/begins or ends with a blank/);
});

test('https for http is named where the login cannot be reached', async () => {
	await service.useCredential({ baseUrl: service.sandbox.baseUrl.replace('http:', 'https:') });
	const { error } = await service.add([row]);
	expect(error?.description).toMatch(/could not be reached.*https:\/\/ or http:\/\//);
});
