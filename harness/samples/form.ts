import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { Guest } from '../n8n/test-bed';
import { until } from '../system/until';
import { type Change, inTurn, withChosenCredential, withNodesOf, withOptions } from './changes';
import { importSample, type SampleSetup } from './samples';

const FORM_SAMPLE = 'pay-a-sheet-by-form';
export const FORM_LOGIN = { user: 'colleague', password: 'a-long-random-value' };

/** A file that somebody chooses on a page. */
export interface Upload {
	name: string;
	content: string | Buffer;
}

/** A published sample that begins with a form, filled in as a browser does. */
export class FormSample {
	private constructor(
		private readonly e2e: Guest,
		readonly id: string,
		readonly url: string,
	) {}

	static async publish(e2e: Guest, { change = inTurn(), ...setup }: SampleSetup = {}) {
		const { client, n8n } = e2e;
		const login = await client.createCredential('httpBasicAuth', 'Page', FORM_LOGIN);
		const path = `pay-${randomUUID()}`;
		const chosen = inTurn(
			withChosenCredential('n8n-nodes-base.formTrigger', 'httpBasicAuth', login),
			withOptions('Upload', { path }),
			withOwnWebhooks,
			change,
		);
		const { id } = await importSample(e2e, FORM_SAMPLE, { ...setup, change: chosen });
		await client.activate(id);
		return new FormSample(e2e, id, `${n8n.url}/form/${path}`);
	}

	/** Fills in the first page. @param separator as the page offers it @returns the second one */
	async upload(file: Upload, name: string, auth = AUTH, separator = ''): Promise<Page> {
		const form = new FormData();
		form.set('field-0', new Blob([new Uint8Array(Buffer.from(file.content))]), file.name);
		form.set('field-1', name);
		form.set('field-2', separator);
		const { data } = await axios.post<{ formWaitingUrl: string }>(this.url, form, {
			proxy: false,
			auth,
		});
		return await Page.at(data.formWaitingUrl);
	}

	/** How its executions have ended, or that they wait for somebody. */
	async statuses(): Promise<string[]> {
		const listed = await this.e2e.client.executions({ workflowId: this.id });
		return listed.map(({ status }) => status);
	}

	async close(): Promise<void> {
		await this.e2e.client.deactivate(this.id);
	}
}

export const AUTH = { username: FORM_LOGIN.user, password: FORM_LOGIN.password };

const withOwnWebhooks: Change = (workflow) =>
	['formTrigger', 'form'].reduce(
		(changed, type) =>
			withNodesOf(`n8n-nodes-base.${type}`, changed, () => ({ webhookId: randomUUID() })),
		workflow,
	);

/** A later page of a form. */
class Page {
	private constructor(
		readonly url: string,
		readonly html: string,
	) {}

	/** The page at an address, once the execution waits for it or has ended. */
	static async at(url: string): Promise<Page> {
		let status = '';
		await until('the next page', async () => {
			const asked = new URL(url);
			asked.pathname += '/n8n-execution-status';
			status = (await axios.get<string>(asked.href, { proxy: false })).data;
			return ['form-waiting', 'success', 'error'].includes(status);
		});
		const { data } = await axios.get<string>(url, { proxy: false, validateStatus: () => true });
		return new Page(url, typeof data === 'string' ? data : JSON.stringify(data));
	}

	/** What it says, without its marks. */
	get text(): string {
		const body = this.html.replace(/<(style|script)[^]*?<\/\1>/g, '');
		return body
			.replace(/<[^>]+>/g, ' ')
			.replace(/&#36;/g, '$')
			.replace(/\s+/g, ' ');
	}

	/** Presses its button. @param decision what is chosen, if there is a choice @returns the page after it */
	async submit(decision?: string): Promise<Page> {
		await this.post(decision);
		return await Page.at(this.url);
	}

	async reload(): Promise<Page> {
		return await Page.at(this.url);
	}

	async post(decision?: string): Promise<number> {
		return await this.submitAt(this.url, decision ?? '');
	}

	/** Sends the page to another address. @returns the status of the answer */
	async submitAt(url: string, decision = 'Pay'): Promise<number> {
		const form = new FormData();
		form.set('field-1', decision);
		const config = { proxy: false, maxRedirects: 0, validateStatus: () => true } as const;
		return (await axios.post(url, form, config)).status;
	}
}
