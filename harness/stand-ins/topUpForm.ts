/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets -- a tool beside the package, not a part of it */
import type { BrowserContext, Page } from 'playwright-core';
import type { Guest } from '../n8n/test-bed';
import type { Execution, WorkflowJson } from '../n8n/types';
import { withChosenCredential, withOwnLedger } from '../samples/choices';
import { loadSample } from '../samples/samples';

/** A login that opens nothing but a form of a test. */
const LOGIN = { user: 'desk', password: 'Throwaway-1-desk' };

/** What a person writes into the first page. */
export interface TopUp {
	taxId: string;
	amount: string;
	currency?: string;
	reference: string;
}

/** The sample "Top up by a form", published, in a browser of somebody who has its login and no account of n8n. */
export class TopUpForm {
	private constructor(
		readonly page: Page,
		private readonly workflowId: string,
		private readonly context: BrowserContext,
		private readonly guest: Guest,
	) {}

	/** Publishes the sample with a ledger of its own. */
	static async open(
		guest: Guest,
		view: Page,
		change = (sample: WorkflowJson) => sample,
	): Promise<TopUpForm> {
		const { client, credentialId } = guest;
		const login = await client.createCredential('httpBasicAuth', 'Desk', LOGIN);
		const chosen = ['n8n-nodes-base.formTrigger', 'httpBasicAuth', login] as const;
		const sample = withOwnLedger(change(await loadSample('top-up-by-a-form')));
		const ready = withChosenCredential(sample, ...chosen);
		const id = await client.publish(ready, credentialId);
		const httpCredentials = { username: LOGIN.user, password: LOGIN.password };
		const context = await view.context().browser()!.newContext({ httpCredentials });
		return new TopUpForm(await context.newPage(), id, context, guest);
	}

	/** Takes it down: another one may have its address. */
	async close(): Promise<void> {
		await this.context.close();
		await this.guest.client.deactivate(this.workflowId);
	}

	/** Fills in the first page and goes on, in a tab of its own if one is given. */
	async fillIn(
		{ taxId, amount, currency = 'BRL', reference }: TopUp,
		page = this.page,
	): Promise<void> {
		await page.goto(`${this.guest.n8n.url}/form/gmc-top-up`);
		const fields = page.locator('input[type="text"]');
		for (const [index, text] of [taxId, amount, reference].entries()) {
			await fields.nth(index).fill(text);
		}
		await page.locator('select').selectOption({ label: currency });
		await this.button(page).click();
	}

	/** What became of each form that was sent, oldest first, once all have ended. */
	async executions(): Promise<Execution[]> {
		return await this.guest.client.allFinished(this.workflowId);
	}

	/** The one of the page that is shown. */
	button(page = this.page) {
		return page.locator('button[type="submit"], #submit-btn');
	}

	/** Another tab of the same person. */
	async anotherTab(): Promise<Page> {
		return await this.context.newPage();
	}
}
