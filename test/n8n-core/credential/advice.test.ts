import { DEMO_CUSTOMERS, Service } from '../../../harness/engine';

// What can be seen in a credential is named where it may be why something does not work. In its test: e2e/load.test.ts.

const service = Service.forThisFile();
const row = { customer: DEMO_CUSTOMERS[0].taxId, amount: 1 };
const told = async () => (await service.add([row])).error?.description;

test('the Origin is named where GMC refuses it, and keeps no node from asking', async () => {
	await service.useCredential({ origin: 'www.company.com' });
	const parameters = { resource: 'customer', operation: 'getAll', returnAll: true };
	expect((await service.run({ parameters })).error).toBeUndefined();
	expect(await told()).toMatch(/The Origin .* with https.*GMC says: /);
});

test('a blank around the password is named where the login is refused', async () => {
	const { senha } = service.credential.data;
	await service.useCredential({ senha: `${senha as string} ` });
	expect(await told()).toMatch(/refused the login.*begins or ends with a blank.*GMC says/);
	expect(await told()).not.toContain(senha);
});

test('https for http is named where the login cannot be reached', async () => {
	await service.useCredential({ baseUrl: service.sandbox.baseUrl.replace('http:', 'https:') });
	expect(await told()).toMatch(/could not be reached.*https:\/\/ or http:\/\//);
});
