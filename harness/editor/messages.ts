import type { Page } from 'playwright-core';

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
