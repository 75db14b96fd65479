import type { WorkflowJson, WorkflowNode } from '../n8n/types';

// What a person changes in a sample before it runs.

export type Change = (workflow: WorkflowJson) => WorkflowJson;

/** One change after another. */
export const inTurn =
	(...changes: Change[]): Change =>
	(workflow) =>
		changes.reduce((changed, change) => change(changed), workflow);

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

/** Other parameters of one node. @throws Error when the sample has no such node */
export const withParameters =
	(
		name: string,
		change: (parameters: Record<string, unknown>) => Record<string, unknown>,
	): Change =>
	(workflow) => {
		if (!workflow.nodes.some((node) => node.name === name)) throw new Error(`No node "${name}"`);
		return withNodes(workflow, ({ name: own, parameters }) =>
			own === name ? { parameters: { ...parameters, ...change(parameters) } } : undefined,
		);
	};

/** Other options of one node. */
export const withOptions = (name: string, more: object): Change =>
	withParameters(name, ({ options }) => ({ options: { ...(options as object), ...more } }));

/** A sample that reads another file: it names a path of n8n's Docker image. */
export function withSpreadsheet(workflow: WorkflowJson, file: string): WorkflowJson {
	return withNodesOf('n8n-nodes-base.readWriteFile', workflow, ({ parameters }) => ({
		parameters: { ...parameters, fileSelector: file },
	}));
}

/** What a person writes into a node of a sample that holds settings. */
export const withSettings = (node: string, values: Record<string, unknown>): Change =>
	withParameters(node, (parameters) => {
		const { assignments } = parameters.assignments as {
			assignments: Array<{ name: string; value: unknown }>;
		};
		const names = assignments.map(({ name }) => name);
		const unknown = Object.keys(values).filter((name) => !names.includes(name));
		if (unknown.length > 0) throw new Error(`${node} has no ${unknown.join(', ')}`);
		const set = assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value }));
		return { assignments: { assignments: set } };
	});

/** The credential that a person chooses in every node of a type. Retries come at once, to spare time. */
export const withChosenCredential =
	(nodeType: string, credentialType: string, id: string): Change =>
	(workflow) =>
		withNodesOf(nodeType, workflow, ({ retryOnFail }) => ({
			credentials: { [credentialType]: { id, name: credentialType } },
			...(retryOnFail === true && { waitBetweenTries: 100 }),
		}));

/** A node that somebody has deactivated: n8n hands its input on. */
export const withNodeOff =
	(name: string): Change =>
	(workflow) =>
		withNodes(workflow, (node) => (node.name === name ? { disabled: true } : undefined));

/** "Add top-up" with the option Dry Run, as somebody who tries a sample out sets it. */
export const withDryRun = withOptions('Add top-up', { dryRun: true });
