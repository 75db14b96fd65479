import type { WorkflowJson, WorkflowNode } from '../n8n/types';

/** The trigger every workflow of `chain` starts with. */
export const START = 'Start';

/** A node of a workflow; the rest has defaults. */
export type Step = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & Partial<WorkflowNode>;

export function codeNode(name: string, jsCode: string): Step {
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** n8n's Edit Fields node, which evaluates in n8n's own process: `name` becomes a field of each item. */
export function setNode(name: string, value: string): Step {
	const assignments = { assignments: [{ id: 'value', name, value, type: 'number' }] };
	const parameters = { assignments, options: {} };
	return { name, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
}

/** A Code node that puts out the given items. */
export function itemsNode(name: string, items: Array<Record<string, unknown>>): Step {
	return codeNode(name, `return ${JSON.stringify(items.map((json) => ({ json })))};`);
}

/** A GMC node. Simplify is off unless a test is about it. */
export function gmcNode(
	name: string,
	parameters: Record<string, unknown>,
	more: Partial<WorkflowNode> = {},
): Step {
	const all = { simplify: false, output: 'raw', ...parameters };
	return { name, type: 'n8n-nodes-gmc.gmc', parameters: all, ...more };
}

/** n8n's own HTTP Request node with a GMC credential: reads an address, or posts a body to it. */
export function httpRequestNode(name: string, url: string, body?: object): Step {
	const authentication = 'predefinedCredentialType';
	const post = { method: 'POST', sendBody: true, specifyBody: 'json' };
	const sent = body && { ...post, jsonBody: JSON.stringify(body) };
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url, authentication, nodeCredentialType: 'gmcApi', options: {}, ...sent },
		credentials: { gmcApi: { id: null, name: 'GMC' } },
	};
}

export function locator(mode: 'list' | 'id' | 'taxId', value: unknown) {
	return { __rl: true, mode, value };
}

/** The node in its place in a chain. */
export const toNode = (step: Step, index: number): WorkflowNode => ({
	id: `node-${index}`,
	typeVersion: 1,
	position: [index * 220, 0],
	...step,
});

/** A workflow whose nodes follow one another on the first output, started by hand from `START`. */
export function chain(name: string, ...steps: Step[]): WorkflowJson {
	const trigger = { name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	return chainFrom(name, trigger, ...steps);
}

/** The same, started by a trigger of its own. */
export function chainFrom(name: string, trigger: Step, ...steps: Step[]): WorkflowJson {
	const nodes = [trigger, ...steps].map(toNode);
	const links = nodes.slice(1).map((node, index) => {
		const main = [[{ node: node.name, type: 'main', index: 0 }]];
		return [nodes[index].name, { main }];
	});
	return { name, nodes, connections: Object.fromEntries(links) };
}

/**
 * The workflow with a shorter polling interval. n8n refuses a schedule of less than a minute, but not several that
 * poll at different seconds.
 */
export function polledEvery(seconds: number, workflow: WorkflowJson): WorkflowJson {
	const item = Array.from({ length: Math.floor(60 / seconds) }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));
	const nodes = workflow.nodes.map((node) =>
		'pollTimes' in node.parameters
			? { ...node, parameters: { ...node.parameters, pollTimes: { item } } }
			: node,
	);
	return { ...workflow, nodes };
}
