import type { Locator, Page } from 'playwright-core';
import { type Area, around } from './screenshots';

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

	notInstalled(): Locator {
		return this.page.getByTestId('node-not-installed');
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
