/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import axios from 'axios';
import type { Guest } from '../n8n/test-bed';
import type { Execution, SavedWorkflow, WorkflowJson } from '../n8n/types';
import { repoRoot } from '../system/paths';
import { type Change, inTurn, withChosenCredential, withNodesOf, withSpreadsheet } from './changes';

const SAMPLES_FOLDER = path.join(repoRoot, 'workflows');

export const SAMPLE_SPREADSHEET = path.join(SAMPLES_FOLDER, 'samples', 'top-ups.csv');

/** The sample workflows, by the names of their files in `workflows/`. */
export const SAMPLE_NAMES = readdirSync(SAMPLES_FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => path.basename(file, '.json'));

/** The node of the samples that starts them from the editor. */
export const TOP_UP_TRIGGER = 'Run it by hand';

/** A sample workflow as it is in the repository. */
export async function loadSample(name: string): Promise<WorkflowJson> {
	const text = await readFile(path.join(SAMPLES_FOLDER, `${name}.json`), 'utf8');
	return JSON.parse(text) as WorkflowJson;
}

/** Puts a spreadsheet where n8n may read it: the sample one, or these lines; answers with its path there. */
export async function provideSpreadsheet(folder: string, lines?: string[]): Promise<string> {
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, lines ? `${randomUUID()}.csv` : 'top-ups.csv');
	if (lines === undefined) await copyFile(SAMPLE_SPREADSHEET, file);
	else await writeFile(file, lines.map((line) => `${line}\n`).join(''));
	return file;
}

/** The ledger of all samples. */
const LEDGER = 'GMC top-ups';

/** The name of a ledger that no other test has. */
export const newLedger = (): string => `Top-ups of a test, ${randomUUID()}`;

/** The workflow with a ledger that no other test has: what was paid outlives a reset of the sandbox. */
function withOwnLedger(workflow: WorkflowJson, ledgerTable = newLedger()): WorkflowJson {
	const paying = withNodesOf('n8n-nodes-gmc.gmc', workflow, ({ parameters }) => {
		if (!['add', 'reconcile'].includes(String(parameters.operation))) return {};
		const options = { ...(parameters.options as object), ledgerTable };
		return { parameters: { ...parameters, options } };
	});
	// Nodes that look something up in the ledger.
	return withNodesOf('n8n-nodes-base.dataTable', paying, ({ parameters }) => {
		const { dataTableId = {} } = parameters as { dataTableId?: { value?: string } };
		if (dataTableId.value !== LEDGER) return {};
		return { parameters: { ...parameters, dataTableId: { ...dataTableId, value: ledgerTable } } };
	});
}

/** The workflow with its webhooks at paths of their own: n8n publishes one workflow for a path. */
function withOwnPaths(workflow: WorkflowJson): WorkflowJson {
	const suffix = randomUUID();
	return withNodesOf('n8n-nodes-base.webhook', workflow, ({ parameters }) => ({
		parameters: { ...parameters, path: `${String(parameters.path)}-${suffix}` },
	}));
}

export interface SampleSetup {
	/** The file that it reads, line by line; left out: the sample spreadsheet. */
	lines?: string[];
	/** Left out: one of its own. */
	ledger?: string;
	change?: Change;
}

/** Imports a sample of `workflows/`, ready to run on a file. */
export async function importSample(
	{ client, credentialId, filesFolder }: Guest,
	name: string,
	{ lines, ledger, change = inTurn() }: SampleSetup = {},
): Promise<SavedWorkflow> {
	const file = await provideSpreadsheet(filesFolder, lines);
	const workflow = withOwnLedger(change(withSpreadsheet(await loadSample(name), file)), ledger);
	return await client.importWorkflow(workflow, { credentialId });
}

const KEY = { name: 'X-Key', value: 'a-long-random-value' };
/** n8n publishes nothing without a credential. Nobody listens at this one. */
const NO_MAILBOX = { user: 'n8n', password: 'none', host: '127.0.0.1', port: 9, secure: false };

/** A published sample that a webhook starts, and its key. */
export class CalledSample {
	private constructor(
		private readonly e2e: Guest,
		readonly id: string,
		private readonly path: string,
	) {}

	static async publish(
		e2e: Guest,
		name: string,
		{ change = inTurn(), ...setup }: SampleSetup = {},
	): Promise<CalledSample> {
		const { client } = e2e;
		const key = await client.createCredential('httpHeaderAuth', 'Key', KEY);
		const withKey = ['webhook', 'httpRequest'].map((type) =>
			withChosenCredential(`n8n-nodes-base.${type}`, 'httpHeaderAuth', key),
		);
		const smtp = await client.createCredential('smtp', 'No mailbox', NO_MAILBOX);
		const withNobody = withChosenCredential('n8n-nodes-base.emailSend', 'smtp', smtp);
		const all = inTurn(withOwnPaths, withNobody, change, ...withKey);
		const { id, nodes } = await importSample(e2e, name, { ...setup, change: all });
		await client.activate(id);
		const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook')!;
		return new CalledSample(e2e, id, String(webhook.parameters.path));
	}

	async call<T = Record<string, unknown>>(body: object, value = KEY.value) {
		return await this.post<T>(JSON.stringify(body), {
			'content-type': 'application/json',
			[KEY.name]: value,
		});
	}

	/** Sends these very bytes, with these headers. @param query behind the address */
	async post<T = Record<string, unknown>>(body: string, sent: Record<string, string>, query = '') {
		const { status, data, headers } = await axios.post<T>(
			`${this.e2e.n8n.url}/webhook/${this.path}${query}`,
			body,
			{ proxy: false, headers: sent, validateStatus: () => true, transformRequest: [] },
		);
		return { status, data, retryAfter: headers['retry-after'] as unknown };
	}

	async executions(): Promise<Execution[]> {
		return await this.e2e.client.allFinished(this.id);
	}

	async close(): Promise<void> {
		await this.e2e.client.deactivate(this.id);
	}
}
