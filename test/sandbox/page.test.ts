/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the sandbox, not a part of the package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import type { INodeProperties } from 'n8n-workflow';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { BUTTON_GROUPS } from '../../sandbox/page/buttons';
import { credentialLines, credentialWords } from '../../sandbox/credential';
import { repoRoot } from '../../harness/system/paths';
import { charge, idsOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';
import { defaultSettings } from '../../sandbox/settings';

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

	const press = async (wanted: string) => {
		const { method, path, body } = buttons.find(({ label }) => label === wanted)!;
		await ask(method, path, body);
	};
	/** What the page says is active, as a browser shows it. */
	const active = async () => {
		const { data } = await ask('GET', '/live');
		const [, line] = /id="at-work"[^>]*>([^]*?)<\/p>/.exec(String(data))!;
		return line.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
	};

	it('says what is active in the words of the buttons', async () => {
		expect(await active()).toBe('');
		const pressed = BUTTON_GROUPS.slice(0, 2).flatMap((group) => group.buttons);
		for (const { label } of pressed) await press(label);
		expect(await active()).toBe(`Active: ${pressed.map(({ label }) => label).join('; ')}`);
	});

	it('names what no button does by its own name', async () => {
		await tests.sandbox.admin.addFault({ route: '*', action: { type: 'hang' } });
		await tests.sandbox.admin.configure({ list: { cutAt: 7, order: 'oldest' } });
		expect(await active()).toBe('Active: hang at *; list.cutAt = 7; list.order = "oldest"');
	});

	it('puts back settings and clock by one button, and lists what was made meanwhile', async () => {
		const { admin } = tests.sandbox;
		await press('Delay the list by two minutes');
		await press("Move GMC's clock 15 minutes ahead");
		const { data } = await tests.ask('POST', ISSUE, charge());
		const made = (data as { balanceTransaction: { _id: string } }).balanceTransaction._id;
		expect(await active()).toMatch(
			/Delay the list by two minutes; GMC’s clock is 15 minutes ahead$/,
		);
		await press('Reset settings and clock');
		expect(await active()).toBe('');
		expect(await admin.settings()).toEqual(defaultSettings());
		expect(idsOf(await tests.ask('GET', LIST))).toEqual([made]);
		const { createdAt } = await admin.createAddition();
		expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
	});
});
