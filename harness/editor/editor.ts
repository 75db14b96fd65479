/* eslint-disable @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { visitShared } from '../n8n/shared';
import { type Guest, START_TIMEOUT_MS } from '../n8n/test-bed';
import { openProfile, startBrowser } from './browser';
import { NodeDetails } from './nodeDetails';
import { Canvas, CredentialDialog, Messages, NodePanel } from './panels';
import { FOR_DOCUMENTS, screenshot } from './screenshots';

/** For one step of a user: the editor's first page on a machine that is busy takes a while. */
const STEP_TIMEOUT_MS = 30_000;

/** The sandbox's own port, which the documents name; elsewhere any free one. */
const DOCUMENTED_PORT = 4010;

/** Sharp on every screen. */
const SCALE = FOR_DOCUMENTS ? 1.5 : 1;

/** One tab of the browser, and its parts. */
const viewOf = (page: Page) => ({
	page,
	canvas: new Canvas(page),
	panel: new NodePanel(page),
	node: new NodeDetails(page),
	credential: new CredentialDialog(page),
	messages: new Messages(page),
});

export type View = ReturnType<typeof viewOf>;

/** Does some work in a tab. If the work fails, it saves a picture of the tab. */
async function inTab(
	page: Page,
	title: string,
	work: (view: View) => Promise<void>,
): Promise<void> {
	page.setDefaultTimeout(STEP_TIMEOUT_MS);
	try {
		await work(viewOf(page));
	} catch (error) {
		// If there is no picture, the error is still reported.
		await screenshot(page, `failed-${title.replace(/\W+/g, '-')}`).catch(() => undefined);
		throw error;
	} finally {
		await page.close();
	}
}

/** As a new user of the n8n that the files share. */
const visit = async () =>
	await visitShared({ sandbox: { port: FOR_DOCUMENTS ? DOCUMENTED_PORT : undefined } });

/** An editor for the tests of a file. Its sandbox is reset before each test. @param begin starts n8n */
export function useEditor(begin: () => Promise<Guest> = visit) {
	/** What it holds is there once the tests begin. */
	const editor = {} as { e2e: Guest };
	let browser: Browser | undefined;
	let profile: BrowserContext;
	beforeAll(async () => {
		editor.e2e = await begin();
		browser = await startBrowser();
		const { n8n, client } = editor.e2e;
		profile = await openProfile(browser, { url: n8n.url, session: client.session }, SCALE);
	}, START_TIMEOUT_MS);
	beforeEach(async () => void (await editor.e2e.sandbox.admin.reset()));
	afterAll(async () => {
		await browser?.close();
		await editor.e2e?.stop();
	});
	return {
		editor,
		/** jest's `test`, in a tab of the editor. */
		test: (title: string, work: (view: View) => Promise<void>) =>
			test(title, async () => await inTab(await profile.newPage(), title, work)),
	};
}
