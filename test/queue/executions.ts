/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';
import axios from 'axios';
import type { N8nWorker, QueueMode } from '../../harness/queue/queue-mode';
import { isRunning } from '../../harness/n8n/executions';
import type { Execution, ExecutionSummary, WorkflowJson } from '../../harness/n8n/types';
import { until } from '../../harness/system/until';

/** How many orders come to both workers at the same moment, for each protection. */
export const MEETINGS = 8;

/** Other programs may take most of the processor. */
const PATIENCE_MS = 180_000;
/** Each check costs main some milliseconds. */
const POLL_MS = 200;

/** Tells who reads the log of the tests. */
export const say = (text: string) => process.stderr.write(`    ${text}\n`);

/** Saves a workflow and publishes it; answers with its id. */
export const publish = async ({ client, credentialId }: QueueMode, workflow: WorkflowJson) =>
	await client.publish(workflow, credentialId);

/** Calls a workflow's webhook. */
export async function call({ main }: QueueMode, path: string, body: unknown): Promise<void> {
	await axios.post(`${main.url}/webhook/${path}`, body, { proxy: false });
}

/** The same, and waits for the answer. */
export async function ask<T>({ main }: { main: { url: string } }, path: string, body: unknown) {
	return (await axios.post<T>(`${main.url}/webhook/${path}`, body, { proxy: false })).data;
}

async function inOrder({ client }: QueueMode, workflowId: string): Promise<ExecutionSummary[]> {
	const found = await client.executions({ workflowId });
	return found.sort((a, b) => Number(a.id) - Number(b.id));
}

/** Waits until a workflow has this many executions and all have ended. @returns the last ones */
export async function finished(
	queue: QueueMode,
	workflowId: string,
	{ count, last = count }: { count: number; last?: number },
): Promise<Execution[]> {
	let found: ExecutionSummary[] = [];
	const haveEnded = async () => {
		await delay(POLL_MS);
		found = await inOrder(queue, workflowId);
		return found.length >= count && !found.some(isRunning);
	};
	await until(`${count} finished executions`, haveEnded, PATIENCE_MS);
	return await Promise.all(
		found.slice(-last).map(async ({ id }) => await queue.client.execution(id)),
	);
}

/** Waits until a worker has taken the newest execution of a workflow. */
export async function taken(
	queue: QueueMode,
	workflowId: string,
): Promise<{ id: string; worker: N8nWorker }> {
	let id = '';
	const workerOf = () => queue.workers.find((worker) => worker.executionIds().includes(id));
	await until('a worker to take the execution', async () => {
		id = (await inOrder(queue, workflowId)).at(-1)?.id ?? '';
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
