/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { type Browser, type BrowserContext, chromium, selectors } from 'playwright-core';
import { TEST_OWNER } from '../n8n/client';
import { ensureChromium } from './chromium';

/** Nothing of the browser's own leaves the machine; n8n's editor is all it talks to. */
const QUIET = [
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** What containers lack: a GPU, more than 64 MB of shared memory and, for root, the sandbox. */
const CONTAINED = ['--disable-gpu', '--disable-dev-shm-usage'];

/** How the browser shows the editor. */
export interface Look {
	colorScheme?: 'light' | 'dark';
	/** Pixels of a picture per pixel of the page. */
	scale?: number;
}

/** Starts a Chromium without a window. */
export async function startBrowser(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	return await chromium.launch({
		executablePath: await ensureChromium(),
		args: [...QUIET, ...CONTAINED, ...asRoot],
	});
}

/** A fresh profile, logged into the n8n at `url` as its owner. */
export async function logIn(
	browser: Browser,
	url: string,
	{ colorScheme = 'light', scale = 1 }: Look = {},
): Promise<BrowserContext> {
	const context = await browser.newContext({
		baseURL: url,
		viewport: { width: 1280, height: 800 },
		locale: 'en-US',
		timezoneId: 'America/Sao_Paulo',
		colorScheme,
		deviceScaleFactor: scale,
		reducedMotion: 'reduce',
	});
	// A session of n8n is bound to the browser that logged in; the editor keeps that id in its storage.
	const browserId = 'editor-tests';
	const storage = JSON.stringify({ 'n8n-browserId': browserId });
	await context.addInitScript(`Object.assign(localStorage, ${storage})`);
	const { email, password } = TEST_OWNER;
	const answer = await context.request.post('/rest/login', {
		headers: { 'browser-id': browserId },
		data: { emailOrLdapLoginId: email, password },
	});
	if (!answer.ok()) throw new Error(`n8n refused the login of the browser (${answer.status()})`);
	return context;
}
