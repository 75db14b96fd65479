/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { Tables } from '../harness/n8n/tables';
import { type TestBed, startTestBed } from '../harness/n8n/test-bed';
import { ISSUE } from '../harness/sandbox/routes';
import { until } from '../harness/system/until';
import { START } from '../harness/workflows/build';
import { ADD } from '../harness/workflows/sheet';
import { type Sender, fillLedger, sheetWorkflow } from './sheets';

/** What the GMC node lists before the first row. */
export const CUSTOMERS = 1000;

/** The time of the node, and the CPU of n8n's process. */
export interface Cost {
	wallMs: number;
	cpuMs: number;
}

/** @param bytes of memory */
export const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

/** What the probe (probe.cjs) tells of an execution that has ended. */
export interface Probed {
	id: string;
	/** Of n8n's process since it started. */
	cpuMs: number;
	/** The longest time for which n8n's event loop was held since the execution before, in milliseconds. */
	silentMs: number;
	/** Memory of n8n's process, in bytes. */
	rss: number;
	status: string;
	error?: string;
	/** Of each node. */
	wallMs: Record<string, number>;
}

/** A real n8n for one sender, with a probe inside: it runs on no memory or compiled code of another. */
export class Contender {
	private constructor(
		readonly sender: Sender,
		readonly bed: TestBed,
	) {}

	static async start(sender: Sender): Promise<Contender> {
		const env = { EXTERNAL_HOOK_FILES: path.join(__dirname, 'probe.cjs') };
		const bed = await startTestBed({ n8n: { env, tarball: sender.tarball } });
		if (sender.ledgerRows) await fillLedger(await Tables.of(bed.client), sender.ledgerRows);
		return new Contender(sender, bed);
	}

	/** Sends a sheet to a service that needs some time for each request. */
	async send(rows: number, latencyMs: number): Promise<Cost> {
		const { client, credentialId, sandbox } = this.bed;
		const { admin } = sandbox;
		await admin.reset({ seed: 'large', settings: { customers: { seedSize: CUSTOMERS } } });
		const customerIds = (await admin.customers()).map(({ _id }) => _id);
		const workflowOf = (count: number) =>
			sheetWorkflow(this.sender, count, { ...sandbox, customerIds });
		const { id: workflowId } = await client.importWorkflow(workflowOf(1), { credentialId });
		// The workflow has run before, so the ledger knows it, and the reset has ended every session, so this run logs in.
		const { cpuMs: before } = await this.run(workflowId);
		await client.replaceNodes(workflowId, workflowOf(rows), credentialId);
		const action = { type: 'latency', ms: latencyMs } as const;
		await admin.addFault({ route: ISSUE, action });
		await admin.clearJournal();
		const { wallMs, cpuMs } = await this.run(workflowId);
		const sent = await admin.count({ route: ISSUE, status: 201 });
		if (sent === rows) return { wallMs, cpuMs: cpuMs - before };
		throw new Error(`${this.sender.name}: of ${rows} rows, ${sent} were made`);
	}

	/** The executions that have ended. */
	get ended(): Probed[] {
		const lines = this.bed.n8n.logs().matchAll(/^PROBE (.*)\n/gm);
		return [...lines].map(([, told]) => JSON.parse(told) as Probed);
	}

	/** @returns the time of the node, and the CPU since n8n was started */
	private async run(workflowId: string): Promise<Cost> {
		const { wallMs, cpuMs } = await this.probed(workflowId);
		return { wallMs: wallMs[ADD], cpuMs };
	}

	/** Runs a workflow to its end. @throws Error if it fails */
	async probed(workflowId: string): Promise<Probed> {
		const started = await this.bed.client.startWorkflow(workflowId, START);
		let ended: Probed | undefined;
		await until(`the end of execution ${started}`, async () => {
			return (ended = this.ended.find(({ id }) => id === started)) !== undefined;
		});
		const { status, error } = ended!;
		if (status === 'success') return ended!;
		throw new Error(`An execution ended with ${status}: ${error}`);
	}
}
