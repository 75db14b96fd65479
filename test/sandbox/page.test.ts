/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the sandbox, not a part of the package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import type { INodeProperties } from 'n8n-workflow';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { credentialLines, credentialWords } from '../../sandbox/credential';
import { repoRoot } from '../../harness/system/paths';
import { useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
describe('the credential in words', () => {
	const fields = new GmcApi().properties.filter(
		({ type, displayOptions }) =>
			type !== 'hidden' && !displayOptions?.show?.loginEndpoint?.includes('custom'),
	);

	it('names the fields as the dialogue does, in its order', () => {
		const words = credentialWords('http://127.0.0.1:4010/api');
		const named = words.map(([label]) => label);
		const inDialogue = fields.map(({ displayName }) => displayName);
		expect(inDialogue.filter((name) => named.includes(name))).toEqual(named);
		const needed = fields.filter(({ required }) => required).map(({ displayName }) => displayName);
		expect(named).toEqual(expect.arrayContaining(needed));
		const { options } = fields.find(({ name }) => name === 'loginEndpoint') as INodeProperties;
		expect(options).toContainEqual(
			expect.objectContaining({ name: new Map(words).get('Login Endpoint') }),
		);
	});

	it('is what the guide says', () => {
		const page = readFileSync(join(repoRoot, 'docs/first-top-up.md'), 'utf8');
		expect(page).toContain(credentialLines('http://127.0.0.1:4010/api').join('\n'));
	});
});

test('the page, its script and its style are there', async () => {
	const { url } = tests.sandbox;
	const { data: page, headers } = await axios.get<string>(`${url}/_sandbox`, { proxy: false });
	expect(headers['content-type']).toMatch(/^text\/html/);
	for (const [, file] of page.matchAll(/(?:href|src)="(\/_sandbox\/page\.\w+)"/g)) {
		expect((await axios.get(url + file, { proxy: false })).status).toBe(200);
	}
});
