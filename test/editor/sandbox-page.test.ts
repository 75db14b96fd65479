import axios from 'axios';
import type { Browser, Page } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../../sandbox/server';
import { startBrowser } from '../../harness/editor/browser';
import { callApi, charge, ISSUE } from '../../harness/sandbox/useSandbox';
import { defaultSettings } from '../../sandbox/settings';

// The sandbox's own page, as a person uses it. No n8n in it.

jest.setTimeout(60_000);

let sandbox: RunningSandbox;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	sandbox = await startSandbox();
	browser = await startBrowser();
	page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
	page.setDefaultTimeout(15_000);
	await page.goto(`${sandbox.url}/_sandbox`);
});

afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
});

/** Clicks a button, and waits until the sandbox has done what it asks for. */
async function press(label: string): Promise<void> {
	const done = page.waitForResponse((answer) => answer.request().method() === 'POST');
	await page.getByRole('button', { name: label, exact: true }).click();
	await done;
}
const active = (text: string) =>
	page.locator('#at-work').getByText(text, { exact: true }).waitFor();
const rows = (id: string) => page.locator(`#${id} tr`);

/** Issues an addition, as n8n would. */
async function issue(amount: number): Promise<number | string> {
	const answer = callApi(sandbox, 'POST', ISSUE, charge({ amount }));
	return (await answer.catch(() => undefined))?.status ?? 'no answer';
}

test('a button adds a fault, and the page shows its effect', async () => {
	await press('Make it, lose the answer');
	await page.getByText('Active: Make it, lose the answer').waitFor();
	expect(await issue(12.34)).toBe('no answer');
	const request = rows('requests').filter({ hasText: 'Make it, lose the answer' });
	await request.getByText('reset', { exact: true }).waitFor();
	await rows('additions').filter({ hasText: '12.34 BRL' }).getByText('COMPLETED').waitFor();
	// Only the next addition.
	expect(await issue(5)).toBe(201);
	await rows('additions').filter({ hasText: '5 BRL' }).first().waitFor();
});

test('buttons settle pending additions and start the sandbox over', async () => {
	await press('Keep top-ups PENDING');
	await page.getByText('Active: Keep top-ups PENDING').waitFor();
	expect(await issue(77)).toBe(201);
	const pending = rows('additions').filter({ hasText: '77 BRL' });
	await pending.getByText('PENDING').waitFor();
	await pending.getByRole('button', { name: 'complete' }).click();
	await pending.getByText('COMPLETED').waitFor();
	await press('Start over');
	await pending.waitFor({ state: 'detached' });
	expect(await page.locator('#at-work').innerText()).toBe('');
});

test('every button does what it is for, and the page says so in its words', async () => {
	const all = page.locator('button[data-fault], button[data-settings]');
	const labels = (await all.allInnerTexts()).map((text) => text.trim());
	for (const label of labels) await press(label);
	await active(`Active: ${labels.join('; ')}`);
	await press("Move GMC's clock 15 minutes ahead");
	await active(`Active: ${labels.join('; ')}; GMC’s clock is 15 minutes ahead`);
	await press('Remove the faults');
	await press('Reset settings and clock');
	await active('');
	expect(await sandbox.admin.settings()).toEqual(defaultSettings());
	await press('End all sessions');
	expect(await issue(3)).toBe(201);
});

test('what no button does goes by its own name', async () => {
	await sandbox.admin.addFault({ route: '*', action: { type: 'hang' } });
	await sandbox.admin.configure({ list: { cutAt: 7, order: 'oldest' } });
	await active('Active: hang at *; list.cutAt = 7; list.order = "oldest"');
	await sandbox.admin.reset({});
});

test('the content of a request is shown as text', async () => {
	const email = '<img src=x onerror="document.title=1">';
	await axios.post(
		`${sandbox.baseUrl}/auth/login`,
		{ email, senha: 'x' },
		{ proxy: false, validateStatus: () => true },
	);
	await rows('requests').filter({ hasText: '<img src=x' }).waitFor();
	expect(await page.locator('#requests img').count()).toBe(0);
});
