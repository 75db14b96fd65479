/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the sandbox, not a part of the package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { credentialLines, credentialWords } from '../../sandbox/credential';
import { repoRoot } from '../../harness/system/paths';

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
