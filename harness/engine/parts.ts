import type {
	IConnections,
	ICredentialsHelper,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { DataTables } from './dataTables';
import { NodeConnectionTypes, NodeHelpers, Workflow } from 'n8n-workflow';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import { Gmc } from '../../nodes/Gmc/Gmc.node';
import { GmcTrigger } from '../../nodes/Gmc/GmcTrigger.node';
import type { StoredCredential } from './storedCredential';

// The parts of a workflow in these tests.

export type ExecuteWorkflow = IWorkflowExecuteAdditionalData['executeWorkflow'];

/** Of every workflow, unless a test sets another one. */
export const WORKFLOW_TIMEZONE = 'America/Sao_Paulo';

/** The description of a node that stands in for others. */
export const descriptionOf = (
	displayName: string,
	more: Partial<INodeTypeDescription> = {},
): INodeTypeDescription => ({
	displayName,
	name: displayName.toLowerCase(),
	group: ['transform'],
	version: 1,
	description: '',
	defaults: { name: displayName },
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: [],
	...more,
});

/** Stands in for the nodes before GMC: outputs the rows of the test. */
const rowsNode = (rows: INodeExecutionData[]): INodeType => ({
	description: descriptionOf('Rows', { inputs: [] }),
	execute: async () => [rows],
});

/** n8n makes the variant for agents when it loads the package. */
function gmcTool(): INodeType {
	const tool = new Gmc();
	const outputs = [NodeConnectionTypes.AiTool];
	tool.description = { ...tool.description, name: 'gmcTool', inputs: [], outputs };
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

export interface GmcNodeSetup {
	parameters: INodeParameters;
	rows?: IDataObject[];
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	type?: string;
	/** Of the node, which is else called GMC. */
	name?: string;
	timezone?: string;
	/** How the execution was started; `integrated` is a sub-workflow. */
	mode?: WorkflowExecuteMode;
	/** Carries out sub-workflows, such as `DataTables.executeWorkflow`. */
	executeWorkflow?: ExecuteWorkflow;
}

export function node(name: string, type: string): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** The GMC node, with the credential that `additionalDataWith` holds. Simplify is off unless a test is about it. */
export function gmcNode({
	name = 'GMC',
	type = 'n8n-nodes-gmc.gmc',
	...setup
}: GmcNodeSetup): INode {
	const { parameters, onError, retryOnFail, maxTries } = setup;
	return {
		...node(name, type),
		parameters: { simplify: false, output: 'raw', ...parameters },
		credentials: { gmcApi: { id: '1', name: 'GMC' } },
		...(onError && { onError }),
		...(retryOnFail && { retryOnFail, maxTries, waitBetweenTries: 1 }),
	};
}

let executions = 0;

/** The project of n8n in which workflows run, unless a test gives them another one. */
export const project = { tables: new DataTables() };

/** An n8n whose Data Tables are switched off. */
export const withoutDataTables: ExecuteWorkflow = async () => {
	throw new Error('Attempted to use Data table node but the module is disabled');
};

/** What n8n gives to every context of a new execution, as far as the nodes use it. */
export function additionalDataWith(
	credential: StoredCredential,
	executeWorkflow?: ExecuteWorkflow,
): IWorkflowExecuteAdditionalData {
	const executionId = String(++executions);
	return {
		executeWorkflow: executeWorkflow ?? project.tables.executeWorkflow,
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

/** The main output of a node leads to another one. */
export const to = (name: string) => [{ node: name, type: NodeConnectionTypes.Main, index: 0 }];

/** Each node leads to the next one, by its error output if it has one. */
const inLine = (nodes: INode[]): IConnections =>
	Object.fromEntries(
		nodes.slice(1).map(({ name }, at) => {
			const before = nodes[at];
			const error = before.onError === 'continueErrorOutput' ? [[]] : [];
			return [before.name, { main: [...error, to(name)] }];
		}),
	);

/**
 * A workflow that starts with the rows of a test.
 *
 * @param connections by default all nodes are in one line
 * @param types beside those of the package, by their names
 */
export function workflowOf({
	nodes,
	connections,
	rows = [{}],
	types,
	timezone = WORKFLOW_TIMEZONE,
}: Pick<GmcNodeSetup, 'rows' | 'timezone'> & {
	nodes: INode[];
	connections?: IConnections;
	types?: Record<string, INodeType>;
}): Workflow {
	const items = rows.map((json) => ({ json: structuredClone(json) }));
	const all = [node('Rows', 'test.rows'), ...nodes];
	return new Workflow({
		id: 'test',
		name: 'test',
		nodes: all,
		connections: connections ?? inLine(all),
		active: false,
		nodeTypes: nodeTypes(items, types),
		settings: { timezone } as IWorkflowSettings,
	});
}

/** Runs a workflow in n8n's own engine, in this process. */
export function startWorkflow(
	workflow: Workflow,
	credential: StoredCredential,
	{ executeWorkflow, mode = 'trigger' }: Pick<GmcNodeSetup, 'executeWorkflow' | 'mode'> = {},
) {
	const execute = new WorkflowExecute(additionalDataWith(credential, executeWorkflow), mode);
	return execute.run({ workflow, startNode: workflow.getNode('Rows')! });
}

/**
 * "Retry execution" of the editor: goes on from the stored data of a failed run, as n8n does it, with the nodes as they are
 * now. The rows are those of the failed run.
 *
 * @param failed names the node that failed, whose last run n8n leaves out
 */
export async function retryWorkflow(
	workflow: Workflow,
	credential: StoredCredential,
	stored: IRun['data'],
	{
		failed = 'GMC',
		executeWorkflow,
	}: Pick<GmcNodeSetup, 'executeWorkflow'> & { failed?: string } = {},
): Promise<IRun> {
	const data = JSON.parse(JSON.stringify(stored)) as IRun['data'];
	delete data.resultData.error;
	data.resultData.runData[failed]?.pop();
	// n8n refuses to retry where a node of this name is gone.
	for (const entry of data.executionData!.nodeExecutionStack)
		entry.node = workflow.getNode(entry.node.name)!;
	const execute = new WorkflowExecute(
		additionalDataWith(credential, executeWorkflow),
		'retry',
		data,
	);
	return await execute.processRunExecutionData(workflow);
}
