import path from 'node:path';
import axios from 'axios';
import { START } from '../../harness/workflows/build';
import { LOOPBACK, freePort } from '../../harness/system/ports';
import type { N8nClient } from '../../harness/n8n/client';
import { startHost } from '../../harness/n8n/test-bed';
import type { WorkflowJson } from '../../harness/n8n/types';
import type { Service } from '../processes';
import { MEASURED } from '../workflows';

interface NodeCost {
	wallMs: number;
	/** Its items that say `notAttempted`. */
	unsent: number;
}

/** What the probe (probe.cjs) tells of an execution that has ended. */
interface ProbedExecution {
	/** Of n8n's process until now. */
	cpuMs: number;
	status: string;
	error?: string;
	nodes: Record<string, NodeCost>;
}

/** A real n8n with the packed package, a credential for the service and a probe inside. */
export interface Subject {
	client: N8nClient;
	/** Saves a workflow and answers with its id. */
	save(workflow: WorkflowJson): Promise<string>;
	/**
	 * Runs a workflow, of which nothing is saved. @returns what the measured node took, and the CPU of n8n's process
	 * from the request to the end of the execution
	 */
	run(workflowId: string): Promise<NodeCost & { cpuMs: number }>;
	stop(): Promise<void>;
}

/** Saving the data of an execution would cost more than many a node. */
const UNSAVED = {
	saveManualExecutions: false,
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
};

export async function startSubject(service: Service): Promise<Subject> {
	const port = await freePort();
	const env = {
		EXTERNAL_HOOK_FILES: path.join(__dirname, 'probe.cjs'),
		GMC_PROBE_PORT: String(port),
	};
	const { n8n, client } = await startHost({ n8n: { env } });
	const login = await service.admin.credential();
	const credentialId = await client.createCredential('gmcApi', 'GMC', login);
	const probe = axios.create({ baseURL: `http://${LOOPBACK}:${port}`, proxy: false });
	return {
		client,
		save: async (workflow) => {
			const unsaved = { ...workflow, settings: { ...workflow.settings, ...UNSAVED } };
			return (await client.importWorkflow(unsaved, { credentialId })).id;
		},
		run: async (workflowId) => {
			const before = (await probe.get<{ cpuMs: number }>('/')).data;
			const id = await client.startWorkflow(workflowId, START);
			const { status, error, nodes, ...after } = (await probe.get<ProbedExecution>(`/${id}`)).data;
			const cpuMs = after.cpuMs - before.cpuMs;
			if (status === 'success') return { ...nodes[MEASURED], cpuMs };
			throw new Error(`An execution ended with ${status}: ${error}`);
		},
		stop: async () => await n8n.stop({ removeFolder: true }),
	};
}
