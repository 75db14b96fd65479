/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import axios from 'axios';
import type { N8nInstance } from '../harness/n8n/instance';
import { Tables } from '../harness/n8n/tables';
import { type Host, startHost } from '../harness/n8n/test-bed';
import { ISSUE } from '../harness/sandbox/routes';
import { LOOPBACK, freePort } from '../harness/system/ports';
import { START } from '../harness/workflows/build';
import type { SandboxSettingsInput } from '../sandbox/settings';
import { fillLedger } from './ledger';
import type { Service } from './processes';
import { MEASURED, type Sender, type Sheet, sheetWorkflow } from './workflows';

/** A sheet, and the service that it meets. */
export interface SheetTask extends Sheet {
	/** How GMC takes its additions, in words. */
	service: string;
	capacity: NonNullable<SandboxSettingsInput['capacity']>;
}

/** The cost of one run of a sheet, or the medians of several. */
export interface RunCost {
	wallMs: number;
	cpuMs: number;
	sent: number;
	/** Those whose client gave up before the answer. */
	lost: number;
	/** Rows that were not sent because of those. */
	unsent: number;
	/** The most at once. */
	inFlight: number;
}

/** What the probe (probe.cjs) tells of an execution that has ended. */
interface Probed {
	/** Of n8n's process until now. */
	cpuMs: number;
	status: string;
	error?: string;
	nodes: Record<string, Pick<RunCost, 'wallMs' | 'unsent'>>;
}

/** Saving the data of an execution would cost more than many a node. */
const UNSAVED = {
	saveManualExecutions: false,
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
};

/**
 * A real n8n for one sender, with a probe inside: it runs on no memory or compiled code of another. `customerIds`: of the
 * rows in turn.
 */
export class Contender {
	private constructor(
		readonly sender: Sender,
		private readonly service: Service,
		private readonly host: Host<N8nInstance>,
		private readonly probePort: number,
		private readonly credentialId: string,
		private readonly customerIds: string[],
	) {}

	static async start(sender: Sender, service: Service): Promise<Contender> {
		const port = await freePort();
		const hooks = path.join(__dirname, 'probe.cjs');
		const env = { EXTERNAL_HOOK_FILES: hooks, GMC_PROBE_PORT: String(port) };
		const host = await startHost({ n8n: { env } });
		const { client } = host;
		const login = await service.admin.credential();
		const credentialId = await client.createCredential('gmcApi', 'GMC', login);
		if (sender.ledgerRows !== undefined) {
			await fillLedger(await Tables.of(client), sender.ledgerRows);
		}
		const customerIds = (await service.admin.customers()).map(({ _id }) => _id);
		return new Contender(sender, service, host, port, credentialId, customerIds);
	}

	async send(task: SheetTask): Promise<RunCost> {
		const { admin, reset } = this.service;
		await reset();
		const workflowId = await this.save(task);
		// The reset has ended every session, so a row logs in. A single row comes from a workflow that has run before.
		await this.run(task.rows === 1 ? workflowId : await this.save({ rows: 1 }));
		await admin.configure({ capacity: task.capacity });
		await admin.clearJournal();
		const found = await this.run(workflowId);
		const asked = await admin.journal({ route: ISSUE });
		const cost: RunCost = {
			...found,
			sent: asked.length,
			// By the journal: an answer that the node later finds in the list was lost, too.
			lost: asked.filter(({ isAnswered }) => isAnswered === false).length,
			inFlight: Math.max(0, ...asked.map(({ inFlight }) => inFlight)),
		};
		const isSure = task.timeout === undefined;
		if (isSure && (cost.sent !== task.rows || cost.lost + cost.unsent > 0)) {
			throw new Error(`${this.sender.name}: ${task.rows} rows ended ${JSON.stringify(cost)}`);
		}
		return cost;
	}

	async stop(): Promise<void> {
		await this.host.n8n.stop({ removeFolder: true });
	}

	/** @returns the id of the workflow that sends the sheet */
	private async save(sheet: Sheet): Promise<string> {
		const { service, sender, customerIds, credentialId } = this;
		const workflow = sheetWorkflow(sender, sheet, { baseUrl: `${service.url}/api`, customerIds });
		const unsaved = { ...workflow, settings: UNSAVED };
		return (await this.host.client.importWorkflow(unsaved, { credentialId })).id;
	}

	/** @returns what the measured node took, and the CPU of n8n's process from the request to the end of the execution */
	private async run(workflowId: string) {
		const ask = async (id: string) => {
			const url = `http://${LOOPBACK}:${this.probePort}/${id}`;
			return (await axios.get<Probed>(url, { proxy: false })).data;
		};
		const before = await ask('');
		const id = await this.host.client.startWorkflow(workflowId, START);
		const { status, error, nodes, cpuMs } = await ask(id);
		if (status === 'success') return { ...nodes[MEASURED], cpuMs: cpuMs - before.cpuMs };
		throw new Error(`An execution ended with ${status}: ${error}`);
	}
}
