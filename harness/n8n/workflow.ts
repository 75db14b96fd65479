import type { Execution, OutputItem, WorkflowJson, WorkflowNode } from './types';

/** The output of a node: items per output; index 1 is the error output where there is one. */
export function nodeOutput(execution: Execution, nodeName: string, run = 0): OutputItem[][] {
	const outputs = execution.data.resultData.runData[nodeName]?.[run]?.data?.main ?? [];
	return outputs.map((items) => items ?? []);
}

/** The workflow with every `gmcApi` credential replaced by the given one. */
export function withCredential(workflow: WorkflowJson, credentialId: string): WorkflowJson {
	const replace = (node: WorkflowNode): WorkflowNode =>
		node.credentials?.gmcApi || node.type.startsWith('n8n-nodes-gmc.')
			? { ...node, credentials: { ...node.credentials, gmcApi: { id: credentialId, name: 'GMC' } } }
			: node;
	return { ...workflow, nodes: workflow.nodes.map(replace) };
}
