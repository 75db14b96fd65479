import type { WorkflowJson, WorkflowNode } from '../n8n/types';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { gmcNode, locator } from '../workflows/build';

/** The node that issues additions. */
export const ADD = 'Add balance';

/** The node that polls. */
export const TRIGGER = 'GMC Trigger';

/** One addition to issue, in BRL. */
export interface Row {
	/** An `_id`. */
	customer: string;
	amount: number;
}

/** Rows for all customers of the demo in turn; every fourth row is the one before it once more. */
export function rowsOf(count: number): Row[] {
	return Array.from({ length: count }, (_, index) => {
		const first = index % 4 === 3 ? index - 1 : index;
		const { _id } = DEMO_CUSTOMERS[first % DEMO_CUSTOMERS.length];
		return { customer: _id, amount: (100 + first) / 100 };
	});
}

type Step = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & Partial<WorkflowNode>;

/** A workflow whose nodes, a trigger first, follow one another. */
export function line(name: string, ...steps: Step[]): WorkflowJson {
	const nodes = steps.map((step, index) => ({
		...{ id: `node-${index}`, typeVersion: 1 },
		position: [index * 220, 0] as [number, number],
		...step,
	}));
	const links = nodes.slice(1).map((node, index) => {
		const main = [[{ node: node.name, type: 'main', index: 0 }]];
		return [nodes[index].name, { main }];
	});
	return { name, nodes, connections: Object.fromEntries(links) };
}

/** Starts a workflow at a call of `/webhook/<path>`, which is answered at once. */
export function webhookNode(path: string): Step {
	const type = 'n8n-nodes-base.webhook';
	return { name: 'Webhook', type, typeVersion: 2, parameters: { path, httpMethod: 'POST' } };
}

/** A Code node in JavaScript. */
export function codeNode(name: string, jsCode: string): Step {
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** One item per element of a list in the input. */
export function splitOutNode(field: string): Step {
	const parameters = { fieldToSplitOut: field, options: {} };
	return { name: 'Rows', type: 'n8n-nodes-base.splitOut', parameters };
}

/** Issues one addition in BRL per item; without other parameters, items are taken for a `Row`. */
export function addNode({ options = {}, ...parameters }: Record<string, unknown> = {}): Step {
	return gmcNode(ADD, {
		...{ resource: 'balance', operation: 'add', currency: 'BRL', options },
		customer: locator('id', '={{ $json.customer }}'),
		amount: '={{ $json.amount }}',
		...parameters,
	});
}

/** Tells of completed additions; `polledEvery` of the end-to-end tests says how often it looks. */
export function triggerNode(options: Record<string, unknown> = {}): Step {
	const parameters = { event: 'additionCompleted', pollTimes: {}, options };
	return { name: TRIGGER, type: 'n8n-nodes-gmc.gmcTrigger', parameters };
}

/** A workflow that issues the rows it is called with: POST `/webhook/<path>` `{ rows }`. */
export function sheetWorkflow(path: string, options: Record<string, unknown> = {}): WorkflowJson {
	return line(path, webhookNode(path), splitOutNode('body.rows'), addNode({ options }));
}
