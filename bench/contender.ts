/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import axios from 'axios';
import type { N8nInstance } from '../harness/n8n/instance';
import { Tables } from '../harness/n8n/tables';
import { type Host, startHost } from '../harness/n8n/test-bed';
import { ISSUE } from '../harness/sandbox/routes';
import { LOOPBACK, freePort } from '../harness/system/ports';
import { START } from '../harness/workflows/build';
import { ADD } from '../harness/workflows/sheet';
import type { RunningSandbox } from '../sandbox/server';
import { type Sender, fillLedger, sheetWorkflow } from './sheets';

/** What the GMC node lists before the first row. */
const CUSTOMERS = 1000;

/** The time of the node, and the CPU of n8n's process from the request to the end of the execution. */
export interface Cost {
	wallMs: number;
	cpuMs: number;
}

/** What the probe (probe.cjs) tells of an execution that has ended. */
interface Probed {
	/** Of n8n's process until now. */
	cpuMs: number;
	status: string;
	error?: string;
	/** Of each node. */
	wallMs: Record<string, number>;
}

/** A real n8n for one sender, with a probe inside: it runs on no memory or compiled code of another. */
export class Contender {
	private constructor(
		readonly sender: Sender,
		private readonly sandbox: RunningSandbox,
		private readonly host: Host<N8nInstance>,
		private readonly probePort: number,
		private readonly credentialId: string,
		private readonly customerIds: string[],
	) {}

	static async start(sender: Sender, sandbox: RunningSandbox): Promise<Contender> {
		await reset(sandbox);
		const port = await freePort();
		const hooks = path.join(__dirname, 'probe.cjs');
		const env = { EXTERNAL_HOOK_FILES: hooks, GMC_PROBE_PORT: String(port) };
		const host = await startHost({ n8n: { env } });
		const { client } = host;
		const login = await sandbox.admin.credential();
		const credentialId = await client.createCredential('gmcApi', 'GMC', login);
		if (sender.ledgerRows) await fillLedger(await Tables.of(client), sender.ledgerRows);
		const customerIds = (await sandbox.admin.customers()).map(({ _id }) => _id);
		return new Contender(sender, sandbox, host, port, credentialId, customerIds);
	}

	/** Sends a sheet to a service that needs some time for each request. */
	async send(rows: number, latencyMs: number): Promise<Cost> {
		const { admin } = this.sandbox;
		await reset(this.sandbox);
		const workflowId = await this.save(rows);
		// The reset has ended every session, so a row logs in. A single row comes from a workflow that has run before.
		await this.run(rows === 1 ? workflowId : await this.save(1));
		const action = { type: 'latency', ms: latencyMs } as const;
		await admin.addFault({ route: ISSUE, action });
		await admin.clearJournal();
		const cost = await this.run(workflowId);
		const sent = await admin.count({ route: ISSUE, status: 201 });
		if (sent === rows) return cost;
		throw new Error(`${this.sender.name}: of ${rows} rows, ${sent} were made`);
	}

	async stop(): Promise<void> {
		await this.host.n8n.stop({ removeFolder: true });
	}

	/** @returns the id of a workflow that sends so many rows */
	private async save(rows: number): Promise<string> {
		const { sandbox, sender, customerIds, credentialId } = this;
		const workflow = sheetWorkflow(sender, rows, { ...sandbox, customerIds });
		return (await this.host.client.importWorkflow(workflow, { credentialId })).id;
	}

	private async run(workflowId: string): Promise<Cost> {
		const before = await this.ask('');
		const id = await this.host.client.startWorkflow(workflowId, START);
		const { status, error, wallMs, cpuMs } = await this.ask(id);
		if (status === 'success') return { wallMs: wallMs[ADD], cpuMs: cpuMs - before.cpuMs };
		throw new Error(`An execution ended with ${status}: ${error}`);
	}

	private async ask(executionId: string): Promise<Probed> {
		const url = `http://${LOOPBACK}:${this.probePort}/${executionId}`;
		return (await axios.get<Probed>(url, { proxy: false })).data;
	}
}

const reset = async ({ admin }: RunningSandbox): Promise<void> =>
	void (await admin.reset({ seed: 'large', settings: { seedSize: CUSTOMERS } }));
