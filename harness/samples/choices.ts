import { randomUUID } from 'node:crypto';
import type { WorkflowJson, WorkflowNode } from '../n8n/types';

/** The workflow, each node changed as `change` says; the others stay as they are. */
export function withNodes(
	workflow: WorkflowJson,
	change: (node: WorkflowNode) => Partial<WorkflowNode> | undefined,
): WorkflowJson {
	return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, ...change(node) })) };
}

/** The same for the nodes of a type. */
export const withNodesOf = (
	type: string,
	workflow: WorkflowJson,
	change: (node: WorkflowNode) => Partial<WorkflowNode>,
): WorkflowJson => withNodes(workflow, (node) => (node.type === type ? change(node) : undefined));

/** The same for the parameters of one node. @throws Error when the sample has no such node */
export function withParameters(
	workflow: WorkflowJson,
	name: string,
	change: (parameters: Record<string, unknown>) => Record<string, unknown>,
): WorkflowJson {
	if (!workflow.nodes.some((node) => node.name === name)) throw new Error(`No node "${name}"`);
	return withNodes(workflow, ({ name: own, parameters }) =>
		own === name ? { parameters: { ...parameters, ...change(parameters) } } : undefined,
	);
}

/** The name of a ledger that no other test has. */
export const newLedger = (): string => `Top-ups of a test, ${randomUUID()}`;

/** The workflow with a ledger that no other test has: what was paid outlives a reset of the sandbox. */
export const withOwnLedger = (workflow: WorkflowJson, ledgerTable = newLedger()): WorkflowJson =>
	withNodesOf('n8n-nodes-gmc.gmc', workflow, ({ parameters }) => {
		if (!('idempotencyKey' in parameters || 'batchName' in parameters)) return {};
		const options = { ...(parameters.options as object), ledgerTable };
		return { parameters: { ...parameters, options } };
	});

/** The workflow with its webhooks at paths of their own: n8n publishes one workflow for a path. */
export function withOwnPaths(workflow: WorkflowJson): WorkflowJson {
	const suffix = randomUUID();
	return withNodesOf('n8n-nodes-base.webhook', workflow, ({ parameters }) => ({
		parameters: { ...parameters, path: `${String(parameters.path)}-${suffix}` },
	}));
}

/** What a person writes into the node "Settings" of a sample. */
export function withSettings(
	workflow: WorkflowJson,
	values: Record<string, unknown>,
): WorkflowJson {
	return withParameters(workflow, 'Settings', (parameters) => {
		const { assignments } = parameters.assignments as {
			assignments: Array<{ name: string; value: unknown }>;
		};
		const names = assignments.map(({ name }) => name);
		const unknown = Object.keys(values).filter((name) => !names.includes(name));
		if (unknown.length > 0) throw new Error(`Settings has no ${unknown.join(', ')}`);
		const set = assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value }));
		return { assignments: { assignments: set } };
	});
}

/** The credential that a person chooses in every node of a type. Retries come at once, to spare time. */
export const withChosenCredential = (
	workflow: WorkflowJson,
	nodeType: string,
	credentialType: string,
	id: string,
): WorkflowJson =>
	withNodesOf(nodeType, workflow, ({ retryOnFail }) => ({
		credentials: { [credentialType]: { id, name: credentialType } },
		...(retryOnFail === true && { waitBetweenTries: 100 }),
	}));
