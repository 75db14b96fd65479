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
