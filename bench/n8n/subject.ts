/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import { START } from '../../harness/workflows/build';
import { freePort } from '../../harness/system/ports';
import { N8nClient } from '../../harness/n8n/client';
import { type N8nInstance, startN8n } from '../../harness/n8n/instance';
import { packPackage } from '../../harness/package/pack';
import type { WorkflowJson } from '../../harness/n8n/types';
import type { Service } from '../processes';
import { Probe, type ProbedExecution } from './probe';

/** A real n8n with the packed package, a credential for the service and a probe inside. */
export interface Subject {
	n8n: N8nInstance;
	client: N8nClient;
	probe: Probe;
	credentialId: string;
	/** Runs a workflow of its own; nothing of it is saved. */
	run(workflowId: string): Promise<ProbedExecution>;
	/** The same, however it ends. */
	runAnyhow(workflowId: string): Promise<ProbedExecution>;
	/** Saves a workflow and answers with its id. */
	save(workflow: WorkflowJson): Promise<string>;
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
	const n8n = await startN8n({ tarball: await packPackage(), env });
	const client = new N8nClient(n8n.url);
	const probe = new Probe(port);
	await client.setupOwner();
	const login = await service.admin.credential();
	const credentialId = await client.createCredential('gmcApi', 'GMC', login);
	const save = async (workflow: WorkflowJson) => {
		const unsaved = { ...workflow, settings: { ...workflow.settings, ...UNSAVED } };
		return (await client.importWorkflow(unsaved, { credentialId })).id;
	};
	const runAnyhow = async (workflowId: string) =>
		await probe.execution(await client.startWorkflow(workflowId, START));
	const run = async (workflowId: string) => {
		const execution = await runAnyhow(workflowId);
		if (execution.status === 'success') return execution;
		throw new Error(`An execution ended with ${execution.status}: ${execution.error}`);
	};
	return { n8n, client, probe, credentialId, run, runAnyhow, save };
}
