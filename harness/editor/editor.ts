/* eslint-disable @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Guest, START_TIMEOUT_MS } from '../n8n/test-bed';
import { visitShared } from '../n8n/shared';
import { type Look, openProfile, startBrowser } from './browser';
import { Canvas } from './canvas';
import { CredentialDialog } from './credentialDialog';
import { Messages } from './messages';
import { NodeDetails } from './nodeDetails';
import { NodePanel } from './nodePanel';
import { FOR_DOCUMENTS, screenshot } from './screenshots';

/** For one step of a user: the editor's first page on a machine that is busy takes a while. */
const STEP_TIMEOUT_MS = 30_000;

/** The sandbox's own port, which the documents name; elsewhere any free one. */
const DOCUMENTED_PORT = 4010;

/** Sharp on every screen. */
const SCALE = FOR_DOCUMENTS ? 1.5 : 1;

/** What a user sees of n8n: one tab of the browser, and its parts. */
export interface View {
	page: Page;
	canvas: Canvas;
	panel: NodePanel;
	node: NodeDetails;
	credential: CredentialDialog;
	messages: Messages;
}

/** A place in the n8n that the files share, and a browser that is logged in to it. */
class Editor {
	private constructor(
		readonly e2e: Guest,
		private readonly browser: Browser,
		private readonly contexts: Map<string, BrowserContext>,
	) {}

	/** Brings up everything that a file of tests needs. */
	static async start(): Promise<Editor> {
		const port = FOR_DOCUMENTS ? DOCUMENTED_PORT : undefined;
		const e2e = await visitShared({ sandbox: { port } });
		try {
			return new Editor(e2e, await startBrowser(), new Map());
		} catch (error) {
			await e2e.stop();
			throw error;
		}
	}

	/** Takes all of it down again, and n8n is as it was: it offers every credential and workflow it has. */
	async stop(): Promise<void> {
		const { client } = this.e2e;
		await this.browser.close();
		await client.deleteCredentials();
		await client.deleteWorkflows();
		await this.e2e.stop();
	}

	/** Does something in a tab of its own; when that fails, what the tab showed is kept as a picture. */
	async use(title: string, work: (view: View) => Promise<void>, look: Look = {}): Promise<void> {
		const page = await (await this.context(look)).newPage();
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
			// Of a tab that has no picture to give, what failed is told all the same.
			await screenshot(page, `failed-${title.replace(/\W+/g, '-')}`).catch(() => undefined);
			throw error;
		} finally {
			await page.close();
		}
	}

	private async context(look: Look): Promise<BrowserContext> {
		const { colorScheme = 'light' } = look;
		const known = this.contexts.get(colorScheme);
		const { url } = this.e2e.n8n;
		const { session } = this.e2e.client;
		const profile = { scale: SCALE, ...look };
		const context = known ?? (await openProfile(this.browser, { url, session }, profile));
		this.contexts.set(colorScheme, context);
		return context;
	}
}

/** What the tests of a file share. */
export interface EditorTests {
	editor: Editor;
	/** jest's `test`, in a tab of the editor. */
	test(title: string, work: (view: View) => Promise<void>, look?: Look): void;
}

/** An editor for the tests of a file: up before the first, its sandbox fresh for each, down after the last. */
export function useEditor(): EditorTests {
	const tests = {
		test: (title, work, look) => test(title, async () => await tests.editor.use(title, work, look)),
	} as EditorTests;
	beforeAll(async () => {
		tests.editor = await Editor.start();
	}, START_TIMEOUT_MS);
	beforeEach(async () => {
		await tests.editor.e2e.sandbox.admin.reset();
	});
	afterAll(async () => await tests.editor.stop());
	return tests;
}
