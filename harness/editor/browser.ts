/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, selectors } from 'playwright-core';
import type { Session } from '../n8n/http';
import { type Requirement, ensureInstalled, programOnPath } from '../system/debian';

const MACOS = [
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const CHROMIUM: Requirement<string> = {
	find: async () =>
		programOnPath('chromium', 'chromium-browser', 'google-chrome') ??
		MACOS.find((file) => existsSync(file)),
	packages: ['chromium'],
	explain:
		'The tests of the editor need Chromium, which is not on this machine. Install it and run the command again. ' +
		'Debian: `sudo apt-get install -y chromium`; macOS: `brew install --cask chromium`. ' +
		'Another browser made from Chromium can be named: `CHROMIUM=/path/to/it`.',
};

/** Makes sure that a Chromium is on this machine; answers with its path. */
async function ensureChromium(): Promise<string> {
	const named = process.env.CHROMIUM;
	if (!named) return await ensureInstalled(CHROMIUM);
	if (existsSync(named)) return named;
	throw new Error(`The environment variable CHROMIUM names a file that is not there: ${named}`);
}

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

export async function startBrowser(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	return await chromium.launch({
		executablePath: await ensureChromium(),
		args: [...QUIET, ...CONTAINED, ...asRoot],
	});
}

/** A fresh profile that goes on with a login to the n8n at `url`. @param scale pixels of a picture per pixel of the page */
export async function openProfile(
	browser: Browser,
	{ url, session }: { url: string; session: Session },
	scale: number,
): Promise<BrowserContext> {
	const context = await browser.newContext({
		baseURL: url,
		viewport: { width: 1280, height: 800 },
		locale: 'en-US',
		timezoneId: 'America/Sao_Paulo',
		deviceScaleFactor: scale,
		reducedMotion: 'reduce',
	});
	// A session of n8n is bound to the browser that logged in; the editor keeps that id in its storage.
	const storage = JSON.stringify({ 'n8n-browserId': session.browserId });
	await context.addInitScript(`Object.assign(localStorage, ${storage})`);
	// Not by logging in again: n8n counts logins, and soon refuses more.
	const [name, value] = session.cookie.split('=');
	await context.addCookies([{ name, value, url }]);
	return context;
}
