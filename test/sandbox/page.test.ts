/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the sandbox, not a part of the package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import type { INodeProperties } from 'n8n-workflow';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { BUTTON_GROUPS } from '../../sandbox/page/buttons';
import { credentialLines, credentialWords } from '../../sandbox/page/credential-words';
import type { Overview } from '../../sandbox/page/overview';
import { repoRoot } from '../../harness/system/paths';
import { ANA, charge, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const buttons = BUTTON_GROUPS.flatMap((group) => group.buttons);

const ask = async (method: string, path: string, data?: object) =>
	await axios.request<unknown>({
		method,
		data,
		proxy: false,
		validateStatus: () => true,
		url: `${bench.sandbox.url}/_sandbox${path}`,
	});
const overview = async () => (await ask('GET', '/overview')).data as Overview;

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
		const page = readFileSync(join(repoRoot, 'docs/practise-in-the-sandbox.md'), 'utf8');
		expect(page).toContain(credentialLines('http://127.0.0.1:4010/api').join('\n'));
	});
});

describe('the page', () => {
	it.each(buttons)('can have its way: $label', async ({ method, path, body }) => {
		expect((await ask(method, path, body)).status).toBe(200);
	});

	it('has every button, its script and its style', async () => {
		const { data: page, headers } = await axios.get<string>(`${bench.sandbox.url}/_sandbox`);
		expect(headers['content-type']).toMatch(/^text\/html/);
		for (const { label } of buttons) expect(page).toContain(`>${label}</button>`);
		for (const [, file] of page.matchAll(/(?:href|src)="\/_sandbox(\/page\.\w+)"/g)) {
			expect((await ask('GET', file)).status).toBe(200);
		}
		expect(page).toContain('Password');
	});

	it('is told of requests and books, the newest first', async () => {
		const headers = await bench.session();
		await bench.sandbox.admin.addFault({
			route: 'GET /transactions/add-balance/all',
			action: { type: 'status', status: 500 },
		});
		await bench.api.post(ISSUE, charge({ amount: 12 }), { headers });
		await bench.api.get(LIST, { headers });
		const { requests, requestCount, additions, faults } = await overview();
		expect(requests.map(({ status }) => status)).toEqual([500, 201, 200]);
		expect(requestCount).toBe(3);
		expect(additions[0]).toMatchObject({ amount: 12, customerName: ANA.name, status: 'COMPLETED' });
		expect(faults).toMatchObject([{ fired: 1 }]);
		expect(JSON.stringify(requests)).not.toContain('sandbox-senha');
	});

	it('is told which settings are not as they were', async () => {
		expect((await overview()).changedSettings).toEqual([]);
		await bench.sandbox.admin.configure({ list: { cutAt: 10 }, login: { tokenPath: '' } });
		expect((await overview()).changedSettings.sort()).toEqual([
			'list.cutAt = 10',
			'login.tokenPath = ""',
		]);
	});

	it('is not given more than it can show', async () => {
		for (let i = 0; i < 60; i++) await bench.sandbox.admin.createAddition({ amount: i + 1 });
		const { additions, additionCount } = await overview();
		expect(additions.map(({ amount }) => amount)).toEqual(
			Array.from({ length: 50 }, (_, i) => 60 - i),
		);
		expect(additionCount).toBe(61);
	});
});
