import { nodeOutput } from '../n8n/client';
import type { QueueMode } from './queue-mode';
import { until } from '../system/until';
import { finished } from './executions';
import { TRIGGER } from './sheet';

const LIST = 'GET /transactions/add-balance/all';

/**
 * Waits until every trigger has looked from beginning to end, and once more so that what it found is done. A
 * look may be under way already, hence three.
 */
export async function fullLooks({ sandbox }: QueueMode, triggers: number): Promise<void> {
	const looks = async () => await sandbox.admin.count({ route: LIST });
	const before = await looks();
	await until('three looks of each trigger', async () => (await looks()) >= before + 3 * triggers);
}

/** The additions that each execution of a workflow was started with, oldest execution first. */
export async function told(queue: QueueMode, workflowId: string): Promise<unknown[][]> {
	const executions = await finished(queue, workflowId, { count: 0, last: 100 });
	return executions.map((execution) =>
		nodeOutput(execution, TRIGGER)[0].map(({ json }) => json._id),
	);
}
