import type { QueueMode } from '../../harness/queue/queue-mode';
import type { Execution } from '../../harness/n8n/types';
import { call, finished, publish } from './executions';
import { splitOutNode, webhookNode } from '../../harness/workflows/webhook';
import { type Step, chainFrom, codeNode } from '../../harness/workflows/build';
import type { SheetRow } from '../../harness/workflows/sheet';

/** Cuts the rows of the call into parts, one item each. */
const CUT = codeNode(
	'Parts',
	`const { rows, parts } = $input.first().json.body;
const size = Math.ceil(rows.length / parts);
return Array.from({ length: parts }, (_, part) => ({
	json: { rows: rows.slice(part * size, (part + 1) * size) },
}));`,
);

/** The workflow that issues the rows of a part, called by one that cuts a sheet into parts. */
interface FanOut {
	/** Of the webhook that takes the sheet. */
	path: string;
	childId: string;
}

/** Publishes both. The first calls the webhook of the other, so that each part goes through the queue. */
export async function publishFanOut(queue: QueueMode, path: string, add: Step): Promise<FanOut> {
	const child = chainFrom('part', webhookNode(`${path}-part`), splitOutNode('body.rows'), add);
	const childId = await publish(queue, child);
	const call: Step = {
		name: 'Call',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${queue.main.url}/webhook/${path}-part`,
			options: {},
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
		},
	};
	await publish(queue, chainFrom('sheet in parts', webhookNode(path), CUT, call));
	return { path, childId };
}

/** Issues rows in parts. @returns the executions that have issued them */
export async function runFanOut(
	queue: QueueMode,
	{ path, childId }: FanOut,
	{ rows, parts }: { rows: SheetRow[]; parts: number },
): Promise<Execution[]> {
	const before = await queue.client.executions({ workflowId: childId });
	await call(queue, path, { rows, parts });
	return await finished(queue, childId, { count: before.length + parts, last: parts });
}
