import { nodeOutput } from '../n8n/client';
import type { QueueMode } from './queue-mode';
import { TRIGGER, looks } from '../workflows/trigger';
import { finished } from './executions';

/** Waits until every trigger has looked, and once more so that what it found is done; with one to spare. */
export async function fullLooks(queue: QueueMode, triggers: number): Promise<void> {
	await looks(queue, 3 * triggers);
}

/** The additions that each execution of a workflow was started with, oldest execution first. */
export async function emitted(queue: QueueMode, workflowId: string): Promise<unknown[][]> {
	const executions = await finished(queue, workflowId, { count: 0, last: 100 });
	return executions.map((execution) =>
		nodeOutput(execution, TRIGGER)[0].map(({ json }) => json._id),
	);
}
