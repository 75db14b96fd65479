import type { Locator, Page } from 'playwright-core';
import { Messages, typeInto } from './panels';
import { type Area, around } from './screenshots';

/** The field that is shown with a Duplicate Protection. */
const NAMED_BY: Record<string, string> = {
	'Idempotency Key': 'idempotencyKey',
	Batch: 'batchName',
};

/** A node's panel: input, parameters, output. */
export class NodeDetails {
	constructor(private readonly page: Page) {}

	get root(): Locator {
		return this.page.getByTestId('ndv');
	}

	/** The right third, with what came out. */
	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** Duplicate Protection, the last field that the window shows. */
	get protection(): Locator {
		return this.page.getByTestId('parameter-input-duplicateProtection');
	}

	get key(): Locator {
		return this.page.getByTestId('parameter-input-idempotencyKey');
	}

	/** The parameters, down to one of them or to the end, and the output. */
	async withoutInput(last?: Locator): Promise<Area> {
		const { x, y, height } = await this.parametersDownTo(
			last ?? this.page.getByTestId('collection-parameter-add'),
		);
		const output = await around(this.output);
		return { x, y, height, width: output.x + output.width - x };
	}

	/** The output, down to a cell of its table. */
	async outputDownTo(text: string): Promise<Area> {
		const AIR = 32;
		const output = await around(this.output);
		const cell = await around(this.output.getByText(text, { exact: true }));
		return { ...output, height: cell.y + cell.height + AIR - output.y };
	}

	async parametersDownTo(last: Locator): Promise<Area> {
		const AIR = 16;
		const tabs = this.page.getByTestId('tab-params');
		const button = this.page.getByTestId('node-execute-button');
		const area = await around(tabs, button, last);
		return { ...area, width: area.width + AIR, height: area.height + AIR };
	}

	private get customer(): Locator {
		return this.page.getByTestId('resource-locator-customer');
	}

	get customers(): Locator {
		return this.page.getByTestId('rlc-item');
	}

	/** A parameter with its label and its hint. */
	parameter(label: string): Locator {
		return this.root
			.getByTestId('parameter-item')
			.filter({ has: this.page.getByText(label, { exact: true }) });
	}

	async openCustomers(): Promise<void> {
		await this.customer.getByTestId('rlc-input').click();
		await this.customers.first().waitFor();
	}

	/** Types into the list's search, and waits until one customer is left: the one it answers with. */
	async searchCustomer(text: string, wanted: string): Promise<string[]> {
		await this.page.getByTestId('rlc-search').fill(text);
		await this.customers.filter({ hasNotText: wanted }).first().waitFor({ state: 'detached' });
		await this.customers.filter({ hasText: wanted }).waitFor();
		return await this.customers.allInnerTexts();
	}

	async chooseCustomer(name: string): Promise<void> {
		await this.customers.filter({ hasText: name }).click();
	}

	/** Names the customer in another way than by the list. */
	async customerBy(mode: 'By ID' | 'By Tax ID', value: string): Promise<void> {
		await this.customer.getByTestId('rlc-mode-selector').click();
		await this.page.getByRole('option', { name: mode }).click();
		await typeInto(this.customer.getByTestId('rlc-input-container').locator('input'), value);
	}

	/** Opens a collection by its button, and tells what it offers to add. */
	async addable(button: string): Promise<string[]> {
		const field = this.root.getByTestId('collection-parameter-add');
		await field.filter({ has: this.page.getByPlaceholder(button) }).click();
		await this.offered.first().waitFor();
		return (await this.offered.allInnerTexts()).map((text) => text.trim());
	}

	async add(name: string): Promise<void> {
		await this.offered.getByText(name, { exact: true }).click();
	}

	/** Adds an option, and changes nothing about it. */
	async addOption(name: string): Promise<void> {
		await this.addable('Add option');
		await this.add(name);
		await this.parameter(name).first().waitFor();
	}

	/** The texts between the fields. */
	get notices(): Locator {
		return this.root.locator('.notice-content');
	}

	/** What the collections that were opened offer to add. */
	private get offered(): Locator {
		return this.page.getByTestId('collection-parameter-option').filter({ visible: true });
	}

	/** Fills a parameter that is a line of text or a number. */
	async fill(label: string, text: string): Promise<void> {
		await typeInto(this.parameter(label).locator('input').first(), text);
	}

	async amount(text: string): Promise<void> {
		await this.fillNamed('amount', text);
	}

	/** Chooses a Duplicate Protection, and fills in its key or batch name. */
	async protectBy(protection: string, name = ''): Promise<void> {
		await this.protection.click();
		const option = this.page.getByRole('option').filter({ visible: true });
		await option.filter({ hasText: new RegExp(`^\\s*${protection}`) }).click();
		if (protection in NAMED_BY) await this.fillNamed(NAMED_BY[protection], name);
	}

	private async fillNamed(name: string, text: string): Promise<void> {
		await typeInto(this.page.getByTestId(`parameter-input-${name}`).locator('input'), text);
	}

	async execute(end: 'success' | 'error' = 'success'): Promise<void> {
		const messages = new Messages(this.page);
		// Those of an earlier run look the same.
		await messages.close();
		await this.page.getByTestId('node-execute-button').click();
		await messages.said(end === 'success' ? 'executed successfully' : 'Problem in node');
		await messages.close();
	}

	async showAs(form: 'table' | 'json'): Promise<void> {
		await this.output.getByTestId(`radio-button-${form}`).click();
	}

	/** The output as the editor's table shows it: by column, text. */
	async table(): Promise<Record<string, string>> {
		await this.showAs('table');
		const table = this.output.getByTestId('ndv-data-container').locator('table');
		const columns = await table.locator('th').allInnerTexts();
		const cells = await table.locator('tbody tr').first().locator('td').allInnerTexts();
		return Object.fromEntries(columns.map((column, index) => [column.trim(), cells[index].trim()]));
	}

	async error() {
		const message = await this.output.getByTestId('node-error-message').innerText();
		const description = await this.output.getByTestId('node-error-description').innerText();
		return { message, description };
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
	}
}
