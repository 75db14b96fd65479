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
export interface View {
	page: Page;
	canvas: Canvas;
	panel: NodePanel;
	node: NodeDetails;
	credential: CredentialDialog;
	messages: Messages;
}

/** A user of an n8n, and a browser that is logged in. */
class Editor {
	private constructor(
		readonly e2e: Guest,
		private readonly browser: Browser,
		private readonly profile: BrowserContext,
	) {}

	static async start(e2e: Guest): Promise<Editor> {
		try {
			const browser = await startBrowser();
			const { url } = e2e.n8n;
			const profile = await openProfile(browser, { url, session: e2e.client.session }, SCALE);
			return new Editor(e2e, browser, profile);
		} catch (error) {
			await e2e.stop();
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.browser.close();
		await this.e2e.stop();
	}

	/** Opens a tab for some work. If the work fails, it saves a picture of the tab. */
	async use(title: string, work: (view: View) => Promise<void>): Promise<void> {
		const page = await this.profile.newPage();
		page.setDefaultTimeout(STEP_TIMEOUT_MS);
		try {
			await work({
				page,
				canvas: new Canvas(page),
				panel: new NodePanel(page),
				node: new NodeDetails(page),
				credential: new CredentialDialog(page),
				messages: new Messages(page),
			});
		} catch (error) {
			// If there is no picture, the error is still reported.
			await screenshot(page, `failed-${title.replace(/\W+/g, '-')}`).catch(() => undefined);
			throw error;
		} finally {
			await page.close();
		}
	}
}

export interface EditorTests {
	editor: Editor;
	/** jest's `test`, in a tab of the editor. */
	test(title: string, work: (view: View) => Promise<void>): void;
}

/** As a new user of the n8n that the files share. */
const visit = async () =>
	await visitShared({ sandbox: { port: FOR_DOCUMENTS ? DOCUMENTED_PORT : undefined } });

/** An editor for the tests of a file. Its sandbox is reset before each test. @param begin starts n8n */
export function useEditor(begin: () => Promise<Guest> = visit): EditorTests {
	const tests = {
		test: (title, work) => test(title, async () => await tests.editor.use(title, work)),
	} as EditorTests;
	beforeAll(async () => {
		tests.editor = await Editor.start(await begin());
	}, START_TIMEOUT_MS);
	beforeEach(async () => {
		await tests.editor.e2e.sandbox.admin.reset();
	});
	afterAll(async () => await tests.editor?.stop());
	return tests;
}
