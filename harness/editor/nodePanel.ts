import type { Locator, Page, Response } from 'playwright-core';

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

	/** A node that was found, by its name. */
	found(name: string): Locator {
		return this.root
			.getByTestId('item-iterator-item')
			.filter({ has: this.page.getByText(name, { exact: true }) });
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

	/** The names under triggers and actions, in their order, headings in capitals. */
	async actions(): Promise<string[]> {
		return await this.root.getByTestId('item-iterator-item').allInnerTexts();
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
