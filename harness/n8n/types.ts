import type { IRunExecutionData } from 'n8n-workflow';

export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	[key: string]: unknown;
}

/** A workflow as n8n exports and imports it. */
export interface WorkflowJson {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
	[key: string]: unknown;
}

export interface SavedWorkflow extends WorkflowJson {
	id: string;
	versionId: string;
}

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
	[key: string]: unknown;
}

/** An execution with everything its nodes did. */
export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}
