import type {
	ICredentialsHelper,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IPollFunctions,
	IRun,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers, Workflow } from 'n8n-workflow';
import { ExecutionLifecycleHooks, PollContext, WorkflowExecute } from 'n8n-core';
import { Gmc } from '../../nodes/Gmc/Gmc.node';
import { GmcTrigger } from '../../nodes/Gmc/GmcTrigger.node';
import { StoredCredential } from './credential';

/** Stands for whatever comes before GMC in a workflow: gives out the rows of the test. */
function rowsNode(rows: INodeExecutionData[]): INodeType {
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

function nodeTypes(rows: INodeExecutionData[]): INodeTypes {
	const known: Record<string, INodeType> = {
		'test.rows': rowsNode(rows),
		'n8n-nodes-gmc.gmc': new Gmc(),
		'n8n-nodes-gmc.gmcTool': new Gmc(),
		'n8n-nodes-gmc.gmcTrigger': new GmcTrigger(),
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
	timezone?: string;
}

export interface GmcRun {
	/** Items on the regular output, or on the success output when there is an error output. */
	items: INodeExecutionData[];
	/** Items on the error output. */
	errors: INodeExecutionData[];
	/** The error that ended the run. */
	error?: Error & {
		description?: string;
		httpCode?: string;
		context: { itemIndex?: number; data?: IDataObject };
	};
	hints: string[];
	run: IRun;
}

export const WORKFLOW_TIMEZONE = 'America/Sao_Paulo';

/** Runs the GMC node in n8n's own engine, in this process, behind a node that gives out the rows. */
export async function runGmc(credential: StoredCredential, setup: GmcNodeSetup): Promise<GmcRun> {
	return toGmcRun(await startGmc(credential, setup));
}

/** The same, not waited for: `cancel()` is what "Stop execution" does. */
export function startGmc(credential: StoredCredential, setup: GmcNodeSetup) {
	const workflow = workflowWith(setup);
	const startNode = workflow.getNode('Rows')!;
	const execute = new WorkflowExecute(additionalDataWith(credential), 'trigger');
	return execute.run({ workflow, startNode });
}

/**
 * "Retry execution" of the editor: goes on from the stored data of a failed run, as n8n does it, with the
 * node as it is now. The rows are those of the failed run.
 */
export async function retryGmc(
	credential: StoredCredential,
	setup: GmcNodeSetup,
	failed: GmcRun,
): Promise<GmcRun> {
	const data = JSON.parse(JSON.stringify(failed.run.data)) as IRun['data'];
	delete data.resultData.error;
	data.resultData.runData.GMC.pop();
	const node = gmcNode(setup);
	for (const entry of data.executionData!.nodeExecutionStack) entry.node = node;
	const execute = new WorkflowExecute(additionalDataWith(credential), 'retry', data);
	return toGmcRun(await execute.processRunExecutionData(workflowWith(setup)));
}

function workflowWith(setup: GmcNodeSetup): Workflow {
	return new Workflow({
		id: 'test',
		name: 'test',
		nodes: [node('Rows', 'test.rows'), gmcNode(setup)],
		connections: { Rows: { main: [[{ node: 'GMC', type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: nodeTypes((setup.rows ?? [{}]).map((json) => ({ json: structuredClone(json) }))),
		settings: { timezone: setup.timezone ?? WORKFLOW_TIMEZONE } as IWorkflowSettings,
	});
}

function toGmcRun(run: IRun): GmcRun {
	const taskData = run.data.resultData.runData.GMC?.at(-1);
	return {
		items: taskData?.data?.main[0] ?? [],
		errors: taskData?.data?.main[1] ?? [],
		error: run.data.resultData.error as GmcRun['error'],
		hints: (taskData?.hints ?? []).map(({ message }) => message),
		run,
	};
}

function node(name: string, type: string): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

function gmcNode({ parameters, onError, retryOnFail, maxTries, type }: GmcNodeSetup): INode {
	return {
		...node('GMC', type ?? 'n8n-nodes-gmc.gmc'),
		parameters,
		credentials: { gmcApi: { id: '1', name: 'GMC' } },
		...(onError && { onError }),
		...(retryOnFail && { retryOnFail, maxTries, waitBetweenTries: 1 }),
	};
}

function additionalDataWith(credential: StoredCredential): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: credential as unknown as ICredentialsHelper,
		hooks: new ExecutionLifecycleHooks('trigger', '1', { id: 'test' } as never),
		executionId: '1',
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

/** A GMC Trigger node of an active workflow, polled by hand. */
export class PolledTrigger {
	private readonly workflow: Workflow;

	private readonly additionalData: IWorkflowExecuteAdditionalData;

	constructor(credential: StoredCredential, parameters: INodeParameters, staticData?: IDataObject) {
		const trigger: INode = {
			...gmcNode({ parameters, type: 'n8n-nodes-gmc.gmcTrigger' }),
			name: 'GMC Trigger',
		};
		this.workflow = new Workflow({
			id: `polled-${PolledTrigger.count++}`,
			name: 'polled',
			nodes: [trigger],
			connections: {},
			active: true,
			nodeTypes: nodeTypes([]),
			staticData,
			settings: { timezone: WORKFLOW_TIMEZONE } as IWorkflowSettings,
		});
		this.additionalData = additionalDataWith(credential);
	}

	private static count = 0;

	/** What n8n would save with the workflow. */
	get staticData(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
	}

	/** @returns the emitted records, empty when nothing was emitted */
	async poll(mode: 'trigger' | 'manual' = 'trigger'): Promise<IDataObject[]> {
		const trigger = this.workflow.getNode('GMC Trigger')!;
		const context = new PollContext(this.workflow, trigger, this.additionalData, mode, 'activate');
		const result = await new GmcTrigger().poll.call(context as IPollFunctions);
		return (result ?? []).flat().map(({ json }) => json);
	}
}
