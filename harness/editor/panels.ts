import type { Locator, Page, Response } from 'playwright-core';
import { type Area, around } from './screenshots';

/** How long after the last key the editor takes a text over. */
const TAKEN_OVER_MS = 100;

/** Replaces the text of a field, and waits until the editor has taken it over. */
export async function typeInto(field: Locator, text: string): Promise<void> {
	await field.fill(text);
	// Nothing shows that it has. But timers of a page end in order, so this one ends after the editor's own.
	await field.evaluate(`new Promise((done) => setTimeout(done, ${TAKEN_OVER_MS + 10}))`);
}

const MESSAGE = '.el-notification[role="alert"]';

/** The messages that the editor shows in the corner, for a few seconds. */
export class Messages {
	constructor(private readonly page: Page) {}

	async said(text: string): Promise<void> {
		await this.page.locator(MESSAGE).filter({ hasText: text }).first().waitFor({ timeout: 60_000 });
	}

	/** Closes all of them; they cover what is under them. */
	async close(): Promise<void> {
		// Within the page: one that goes away by itself would leave nothing to click on.
		await this.page.waitForFunction(`(() => {
			const messages = [...document.querySelectorAll('${MESSAGE}')];
			for (const message of messages) message.querySelector('.el-notification__closeBtn')?.click();
			return messages.length === 0;
		})()`);
	}
}

export class Canvas {
	constructor(private readonly page: Page) {}

	async open(): Promise<void> {
		await this.page.goto('/workflow/new');
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	/** Opens an empty workflow and takes a file into it, with the menu's "Import from file". */
	async importFile(file: string): Promise<void> {
		await this.open();
		await this.page.getByTestId('workflow-menu').click();
		await this.page.getByRole('menuitem', { name: 'Import' }).hover();
		const chooser = this.page.waitForEvent('filechooser');
		await this.page.getByRole('menuitem', { name: 'From file' }).click();
		await (await chooser).setFiles(file);
		await this.nodes().first().waitFor();
	}

	nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The texts of notes that are too long for them, as far as they are shown. */
	async cutNotes(): Promise<string[]> {
		await this.page.getByTestId('sticky').first().waitFor();
		return await this.page.evaluate<
			string[]
		>(`[...document.querySelectorAll('[data-test-id="sticky"]')]
			.filter((note) => note.firstElementChild.firstElementChild.scrollHeight > note.clientHeight)
			.map((note) => note.innerText.slice(0, 80))`);
	}

	/** The mark of a node that is not ready to run, or that has failed. */
	issues(name: string): Locator {
		return this.node(name).getByTestId('node-issues');
	}

	/** The part of the canvas that holds all the nodes, with the button at their left and their names below. */
	async drawing(): Promise<Area> {
		const { x, y, width, height } = await around(...(await this.nodes().all()));
		return { x: x - 120, y: y - 20, width: width + 200, height: height + 70 };
	}

	async runFrom(trigger: string): Promise<void> {
		await this.node(trigger).hover();
		await this.page.getByTestId(`execute-workflow-button-${trigger}`).click();
	}
}

const isNewWorkflow = (response: Response) =>
	response.request().method() === 'POST' && /\/rest\/workflows(\?|$)/.test(response.url());

/** The panel in which nodes are looked for. */
export class NodePanel {
	constructor(private readonly page: Page) {}

	get root(): Locator {
		return this.page.getByTestId('node-creator');
	}

	async open(): Promise<void> {
		await this.page.getByTestId('canvas-plus-button').click();
		await this.root.waitFor();
	}

	/** Types into the search, and waits for a node among what is found. */
	async search(text: string, wanted: string): Promise<void> {
		const field = this.root.getByTestId('node-creator-search-bar');
		// What an earlier search has found stays until this one ends, and must not be taken for its result.
		await field.fill('nothing is called like this');
		await this.root.getByTestId('node-creator-no-results').waitFor();
		await field.fill(text);
		await this.found(wanted).waitFor();
	}

	/** What was found, and a node's triggers and actions under their headings. */
	get items(): Locator {
		return this.root.getByTestId('item-iterator-item');
	}

	private found(name: string): Locator {
		return this.items.filter({ has: this.page.getByText(name, { exact: true }) });
	}

	/** Opens what a node that was found can do: its triggers, and below them its actions. */
	async openActions(name: string): Promise<void> {
		await this.found(name).click();
		await this.root.getByText(/^Actions \(\d+\)$/).click();
		// The heading of the first resource; n8n's advice above it is shown only now and then.
		await this.root
			.getByText(/ actions$/i)
			.first()
			.waitFor();
	}

	/** Adds a node to an empty workflow, with one of its triggers or actions; the node's panel opens. */
	async addNode(name: string, action: string): Promise<void> {
		await this.open();
		await this.search(name, name);
		await this.openActions(name);
		// n8n saves the workflow a moment later; a list that is asked for before that is "Workflow not found".
		const saved = this.page.waitForResponse(isNewWorkflow);
		await this.root.getByText(action, { exact: true }).click();
		await this.page.getByTestId('ndv').waitFor();
		await saved;
	}
}

/** The dialog in which a credential is filled in. */
export class CredentialDialog {
	constructor(private readonly page: Page) {}

	get root(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	/** Opens a new one from the list of credentials, looked for by its name. */
	async create(type: string): Promise<void> {
		await this.page.goto('/home/credentials');
		await this.page.getByTestId('add-resource-credential').click();
		await this.page.getByRole('dialog').getByRole('combobox').fill(type);
		await this.page
			.getByTestId('new-credential-type-select-option')
			.filter({ hasText: type })
			.click();
		await this.page.getByTestId('new-credential-type-button').click();
		await this.root.waitFor();
	}

	async labels(): Promise<string[]> {
		const fields = await this.root.getByTestId('credential-connection-parameter').allInnerTexts();
		return fields.map((text) => text.split('\n')[0].trim());
	}

	/** The input of a field, by the name of its property. */
	field(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).locator('input');
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) await typeInto(this.field(name), value);
	}

	/** Saves, which tests as well; answers with what the dialog says of a test that has passed. */
	async save(): Promise<string> {
		await this.root.getByTestId('credential-save-button').click();
		const banner = this.root.getByTestId('credentials-config-container-test-success');
		await banner.waitFor();
		return (await banner.innerText()).split('\n')[0].trim();
	}
}
