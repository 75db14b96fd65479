import { useEditor } from '../../harness/editor/editor';
import { documentImage, screenshot } from '../../harness/editor/screenshots';

jest.setTimeout(90_000);

const tests = useEditor();
const { test } = tests;

/** What a user has to type: every field that has no value of its own. */
async function typed(): Promise<Record<string, string>> {
	const { baseUrl, email, senha, clientKey, clientSecret, origin } =
		await tests.editor.e2e.sandbox.admin.credential();
	return { baseUrl, email, senha, clientKey, clientSecret, origin };
}

test('a credential is typed in, saved and tested', async ({ page, credential, messages }) => {
	await credential.create('GMC API');
	await screenshot(page, 'credential-empty', credential.root);
	expect(await credential.labels()).toEqual([
		'Base URL *',
		'Email *',
		'Password *',
		'Client Key *',
		'Client Secret *',
		'Origin *',
		'Login Endpoint',
		'Login Base URL',
		'Token Field',
		'Allowed HTTP Request Domains',
	]);
	await credential.fill(await typed());
	expect(await credential.save()).toBe('Connection tested successfully');
	await messages.close();
	await documentImage(page, 'credential', credential.root);
	for (const secret of ['senha', 'clientSecret']) {
		expect(await credential.field(secret).getAttribute('type')).toBe('password');
	}
	await credential.field('tokenField').scrollIntoViewIfNeeded();
	await screenshot(page, 'credential-lower-half', credential.root);
});

test('the test names what is wrong', async ({ page, credential, messages }) => {
	const right = await typed();
	await credential.create('GMC API');
	await credential.fill({ ...right, senha: 'not the password' });
	expect(await credential.save()).toBe(
		'GMC refused the login (HTTP 401). Check Email, Password and Login Endpoint in the GMC credential; ' +
			'the access must be of type INTEGRATION. GMC says: Wrong email or senha',
	);
	await messages.close();
	await screenshot(page, 'credential-wrong-password', credential.root);

	await credential.fill({ senha: right.senha, clientSecret: 'not the secret' });
	expect(await credential.save()).toBe(
		'The login worked, but GMC refused the request (401): Client Key, Client Secret or Origin do not belong to this user. ' +
			'Compare them with the integration at GMC.',
	);

	await credential.fill({
		clientSecret: right.clientSecret,
		baseUrl: tests.editor.e2e.sandbox.url,
	});
	expect(await credential.save()).toBe(
		'There is no login at this address (HTTP 404). Check Login Endpoint, Login Base URL and Base URL in the GMC credential; ' +
			'the Base URL must include /api.',
	);
	await messages.close();
	await screenshot(page, 'credential-wrong-base-url', credential.root);

	await credential.fill({ baseUrl: right.baseUrl });
	expect(await credential.save()).toBe('Connection tested successfully');
});
