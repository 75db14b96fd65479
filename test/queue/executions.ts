import axios from 'axios';
import type { N8nWorker, QueueMode } from '../../harness/queue/queue-mode';
import type { ExecutionSummary, WorkflowJson } from '../../harness/n8n/types';
import { until } from '../../harness/system/until';

/** Saves a workflow and publishes it; answers with its id. */
export const publish = async ({ client, credentialId }: QueueMode, workflow: WorkflowJson) =>
	await client.publish(workflow, credentialId);

/** Calls a workflow's webhook, and waits for the answer, whatever its status. */
export async function ask<T = unknown>({ main }: QueueMode, path: string, body: object) {
	const how = { proxy: false, validateStatus: () => true } as const;
	return (await axios.post<T>(`${main.url}/webhook/${path}`, body, how)).data;
}

/** Waits until a worker has taken the newest execution of a workflow. */
export async function taken(
	{ client, workers }: QueueMode,
	workflowId: string,
): Promise<{ id: string; worker: N8nWorker }> {
	let id = '';
	const workerOf = () => workers.find((worker) => worker.executionIds().includes(id));
	await until('a worker to take the execution', async () => {
		id = (await client.allExecutions({ workflowId })).at(-1)?.id ?? '';
		return workerOf() !== undefined;
	});
	return { id, worker: workerOf()! };
}

/** The workers that took these executions from the queue; undefined for one that none took. */
export function workersOf(
	{ workers }: QueueMode,
	executions: ExecutionSummary[],
): Array<string | undefined> {
	return executions.map(
		({ id }) => workers.find((worker) => worker.executionIds().includes(id))?.name,
	);
}
