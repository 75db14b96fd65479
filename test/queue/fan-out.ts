import type { QueueMode } from '../../harness/queue/queue-mode';
import type { Execution } from '../../harness/n8n/types';
import { call, finished, publish } from './executions';
import { splitOutNode, webhookNode } from '../../harness/workflows/webhook';
import { type Step, chainFrom, codeNode } from '../../harness/workflows/build';
import { type SheetRow, addNode } from '../../harness/workflows/sheet';

/** Cuts the rows of the call into parts, one item each. */
const CUT = codeNode(
	'Parts',
	`const { rows, parts } = $input.first().json.body;
const size = Math.ceil(rows.length / parts);
return Array.from({ length: parts }, (_, part) => ({
	json: { rows: rows.slice(part * size, (part + 1) * size) },
}));`,
);

/** How a workflow hands over parts. */
export type Kind = 'subWorkflow' | 'webhook';

/** A parent that cuts rows into parts, and a child that issues those of a part. */
export interface FanOut {
	/** Of the parent's webhook. */
	path: string;
	parentId: string;
	childId: string;
}

interface Part {
	path: string;
	add: Step;
}

const callNode = (type: string, typeVersion: number, parameters: Step['parameters']): Step => ({
	name: 'Call',
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	parameters,
});

const AS_IT_IS = addNode({ duplicateProtection: 'off' });

/** By Execute Sub-workflow, without waiting: all parts start at once. */
async function bySubWorkflow(queue: QueueMode, { path, add }: Part): Promise<FanOut> {
	const type = 'n8n-nodes-base.executeWorkflowTrigger';
	const called = {
		name: 'Called',
		type,
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const childId = await publish(queue, chainFrom('part', called, splitOutNode('rows'), add));
	const parameters = {
		workflowId: { __rl: true, mode: 'id', value: childId },
		source: 'database',
		workflowInputs: { mappingMode: 'defineBelow', value: {} },
		mode: 'each',
		options: { waitForSubWorkflow: false },
	};
	const call = callNode('executeWorkflow', 1.2, parameters);
	const parent = chainFrom('sheet in parts', webhookNode(path), CUT, call);
	return { path, parentId: await publish(queue, parent), childId };
}

/** By HTTP Request, which calls the child's webhook: each part goes through the queue. */
async function byWebhook(queue: QueueMode, { path, add }: Part): Promise<FanOut> {
	const child = chainFrom('part', webhookNode(`${path}-part`), splitOutNode('body.rows'), add);
	const childId = await publish(queue, child);
	const parameters = {
		method: 'POST',
		url: `${queue.main.url}/webhook/${path}-part`,
		options: {},
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json) }}',
	};
	const call = callNode('httpRequest', 4.2, parameters);
	const parent = chainFrom('sheet in parts, by webhook', webhookNode(path), CUT, call);
	return { path, parentId: await publish(queue, parent), childId };
}

/** Publishes a parent and its child. @param path of the parent's webhook; the name of the kind if left out */
export async function publishFanOut(
	queue: QueueMode,
	kind: Kind,
	{ path = kind, add = AS_IT_IS }: Partial<Part> = {},
): Promise<FanOut> {
	return await (kind === 'webhook' ? byWebhook : bySubWorkflow)(queue, { path, add });
}

/** Issues rows in parts. @returns the executions of this run */
export async function runFanOut(
	queue: QueueMode,
	{ path, parentId, childId }: FanOut,
	{ rows, parts }: { rows: SheetRow[]; parts: number },
): Promise<{ parents: Execution[]; children: Execution[] }> {
	const before = await queue.client.executions({ workflowId: childId });
	const parentsBefore = await queue.client.executions({ workflowId: parentId });
	await call(queue, path, { rows, parts });
	const count = before.length + parts;
	const children = await finished(queue, childId, { count, last: parts });
	const parents = await finished(queue, parentId, { count: parentsBefore.length + 1, last: 1 });
	return { parents, children };
}
