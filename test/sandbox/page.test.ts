/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the sandbox, not a part of the package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import type { INodeProperties } from 'n8n-workflow';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { BUTTON_GROUPS } from '../../sandbox/page/buttons';
import { credentialLines, credentialWords } from '../../sandbox/credential';
import { repoRoot } from '../../harness/system/paths';
import { useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const buttons = BUTTON_GROUPS.flatMap((group) => group.buttons);

const ask = async (method: string, path: string, data?: object) =>
	await axios.request<unknown>({
		method,
		data,
		proxy: false,
		validateStatus: () => true,
		url: `${tests.sandbox.url}/_sandbox${path}`,
	});

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

describe('the page', () => {
	it.each(buttons)('can have its way: $label', async ({ method, path, body }) => {
		expect((await ask(method, path, body)).status).toBe(200);
	});

	it('has every button, its script and its style', async () => {
		const { data: page, headers } = await axios.get<string>(`${tests.sandbox.url}/_sandbox`);
		expect(headers['content-type']).toMatch(/^text\/html/);
		for (const { label } of buttons) expect(page).toContain(`>${label}</button>`);
		for (const [, file] of page.matchAll(/(?:href|src)="\/_sandbox(\/page\.\w+)"/g)) {
			expect((await ask('GET', file)).status).toBe(200);
		}
		expect(page).toContain('Password');
	});
});
