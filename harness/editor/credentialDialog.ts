import type { Locator, Page } from 'playwright-core';
import { typeInto } from './typing';

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
