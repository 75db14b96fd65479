import type {
	ICredentialsHelper,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';
import { ExecutionLifecycleHooks } from 'n8n-core';
import { Gmc } from '../../nodes/Gmc/Gmc.node';
import { GmcTrigger } from '../../nodes/Gmc/GmcTrigger.node';
import type { StoredCredential } from './storedCredential';

// What a workflow in these tests is made of, whichever node it is about.

export type ExecuteWorkflow = IWorkflowExecuteAdditionalData['executeWorkflow'];

/** Of every workflow, unless a test says otherwise. */
export const WORKFLOW_TIMEZONE = 'America/Sao_Paulo';

/** Stands for whatever comes before GMC in a workflow: gives out the rows of the test. */
export function rowsNode(rows: INodeExecutionData[]): INodeType {
	const description = {
		displayName: 'Rows',
		name: 'rows',
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name: 'Rows' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	} as INodeType['description'];
	return { description, execute: async () => [rows] };
}

/** n8n makes the variant for agents when it loads the package. */
function gmcTool(): INodeType {
	const tool = new Gmc();
	tool.description = { ...tool.description, inputs: [], outputs: [NodeConnectionTypes.AiTool] };
	return tool;
}

/** The types that a workflow of a test may use. @param more by their names */
export function nodeTypes(
	rows: INodeExecutionData[],
	more: Record<string, INodeType> = {},
): INodeTypes {
	const known: Record<string, INodeType> = {
		'test.rows': rowsNode(rows),
		'n8n-nodes-gmc.gmc': new Gmc(),
		'n8n-nodes-gmc.gmcTool': gmcTool(),
		'n8n-nodes-gmc.gmcTrigger': new GmcTrigger(),
		...more,
	};
	return {
		getByName: (type) => known[type],
		getByNameAndVersion: (type) => NodeHelpers.getVersionedNodeType(known[type]),
		getKnownTypes: () => ({}),
	} as INodeTypes;
}

/** How the node is set, and the rows that come before it. */
export interface GmcNodeSetup {
	parameters: INodeParameters;
	rows?: IDataObject[];
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	type?: string;
	timezone?: string;
	/** How the execution was started; `integrated` is a sub-workflow. */
	mode?: WorkflowExecuteMode;
	/** Carries out sub-workflows, such as `DataTables.executeWorkflow`. */
	executeWorkflow?: ExecuteWorkflow;
}

/** A bare node, named like its id. */
export function node(name: string, type: string): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** The GMC node, with the credential that `additionalDataWith` holds. */
export function gmcNode({ parameters, onError, retryOnFail, maxTries, type }: GmcNodeSetup): INode {
	return {
		...node('GMC', type ?? 'n8n-nodes-gmc.gmc'),
		parameters,
		credentials: { gmcApi: { id: '1', name: 'GMC' } },
		...(onError && { onError }),
		...(retryOnFail && { retryOnFail, maxTries, waitBetweenTries: 1 }),
	};
}

let executions = 0;

/** What n8n hands to every context of a new execution: here the credential, and little that does anything. */
export function additionalDataWith(
	credential: StoredCredential,
	executeWorkflow?: ExecuteWorkflow,
): IWorkflowExecuteAdditionalData {
	const executionId = String(++executions);
	return {
		...(executeWorkflow && { executeWorkflow }),
		credentialsHelper: credential as unknown as ICredentialsHelper,
		hooks: new ExecutionLifecycleHooks('trigger', executionId, { id: 'test' } as never),
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		webhookWaitingBaseUrl: 'http://localhost/waiting',
		formWaitingBaseUrl: 'http://localhost/form',
		restApiUrl: 'http://localhost',
		instanceBaseUrl: 'http://localhost',
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		sendDataToUI: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
