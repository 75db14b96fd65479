import {
	type EngineRequest,
	type EngineResponse,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	NodeConnectionTypes,
	type Workflow,
} from 'n8n-workflow';
import { type GmcRun, toGmcRun } from './engine';
import {
	type GmcNodeSetup,
	descriptionOf,
	gmcNode,
	node,
	startWorkflow,
	to,
	workflowOf,
} from './parts';
import type { StoredCredential } from './storedCredential';

/** The result of a tool call: its items, or the error message that goes to the model. */
export interface ToolAnswer {
	items: INodeExecutionData[];
	error?: string;
}

export type CallTool = (values: IDataObject) => Promise<ToolAnswer>;

const { AiTool, Main } = NodeConnectionTypes;

type Invoke = (values: IDataObject) => Promise<string>;

/**
 * A workflow with a stand-in for n8n's agent, which takes its tool, the GMC node, as often as the test says.
 *
 * @param act what the agent does. It may say which rows it puts out; else it puts out none
 * @param behind a node that gets these rows
 */
export function agentWorkflow(
	setup: GmcNodeSetup,
	act: (take: () => Promise<Invoke>) => Promise<void | IDataObject[]>,
	behind?: INode,
): Workflow {
	const execute: INodeType['execute'] = async function () {
		const rows = await act(async () => {
			const tools = await this.getInputConnectionData(AiTool, 0);
			const [tool] = tools as Array<{ invoke: Invoke }>;
			return async (values) => await tool.invoke(values);
		});
		return [(rows ?? []).map((json) => ({ json }))];
	};
	return withAgent(setup, execute, behind);
}

/**
 * The same with a stand-in for n8n's agent from version 3 on: n8n's engine runs the tool, once for each of the agent's
 * items.
 *
 * @param values what the model hands over for an item
 */
export function engineAgentWorkflow(
	setup: GmcNodeSetup,
	values: (itemIndex: number) => IDataObject,
): Workflow {
	const execute: INodeType['execute'] = async function (response?: EngineResponse) {
		if (response?.actionResponses.length) return [[{ json: {} }]];
		const actions = this.getInputData().map((_, itemIndex) => ({
			actionType: 'ExecutionNodeAction' as const,
			nodeName: 'GMC',
			input: values(itemIndex),
			type: AiTool,
			id: `call ${itemIndex}`,
			metadata: { itemIndex },
		}));
		return { actions, metadata: {} } as EngineRequest;
	};
	return withAgent(setup, execute);
}

function withAgent(setup: GmcNodeSetup, execute: INodeType['execute'], behind?: INode): Workflow {
	const agent = { description: descriptionOf('Agent', { inputs: [Main, AiTool] }), execute };
	return workflowOf({
		nodes: [
			node('Agent', 'test.agent'),
			gmcNode({ ...setup, type: 'n8n-nodes-gmc.gmcTool' }),
			...(behind ? [behind] : []),
		],
		connections: {
			Rows: { main: [to('Agent')] },
			...(behind && { Agent: { main: [to(behind.name)] } }),
			GMC: { ai_tool: [[{ node: 'Agent', type: AiTool, index: 0 }]] },
		},
		rows: setup.rows,
		types: { 'test.agent': agent },
	});
}

async function answerOf(invoke: Invoke, values: IDataObject): Promise<ToolAnswer> {
	try {
		const records = JSON.parse(await invoke(values)) as IDataObject[];
		return { items: records.map((json) => ({ json, pairedItem: { item: 0 } })) };
	} catch (error) {
		return { items: [], error: (error as Error).message };
	}
}

/** Runs an agent that has the GMC node as its tool, in n8n's own engine. */
export async function runAgent(
	credential: StoredCredential,
	setup: GmcNodeSetup,
	use: (call: CallTool) => Promise<void | IDataObject[]>,
	behind?: INode,
): Promise<IRun> {
	const act = async (take: () => Promise<Invoke>) => {
		const invoke = await take();
		return await use(async (values) => await answerOf(invoke, values));
	};
	const workflow = agentWorkflow(setup, act, behind);
	const run = await startWorkflow(workflow, credential, setup);
	const { error, runData } = run.data.resultData;
	// The error of the node behind it is its result.
	if (error && !(behind && runData[behind.name])) throw error;
	return run;
}

/** How the rows of the error output come back to the node. */
export interface Loop {
	/** How often the node runs at most. */
	passes: number;
	/** Called before each pass but the first, with its number. */
	before?: (pass: number) => Promise<void>;
	/** What goes into that pass; without it, the failed rows as they came in. */
	rowsOf?: (failed: INodeExecutionData[], pass: number) => INodeExecutionData[];
}

/** n8n has put the error beside the row's own columns. */
function asRow({ json }: INodeExecutionData): INodeExecutionData {
	const columns = Object.entries(json).filter(([name]) => name !== 'error' && name !== 'details');
	return { json: Object.fromEntries(columns) };
}

/** Stands in for the nodes through which failed rows go back. */
export function backNode({ passes, before, rowsOf }: Loop): INodeType {
	let pass = 0;
	return {
		description: descriptionOf('Back'),
		async execute() {
			pass++;
			if (pass >= passes) return [[]];
			await before?.(pass);
			const failed = this.getInputData();
			return [rowsOf?.(failed, pass) ?? failed.map(asRow)];
		},
	};
}

/** GMC nodes of which each gets the rows that the one before has put on its error output, with a pause in between. */
export function fallbackWorkflow(
	nodes: INode[],
	{ rows, between }: { rows: IDataObject[]; between?: () => Promise<unknown> },
): Workflow {
	const pause: INodeType = {
		description: descriptionOf('Pause'),
		async execute() {
			await between?.();
			return [this.getInputData().map(asRow)];
		},
	};
	const pauses = nodes.slice(1).map((_, at) => node(`Pause ${at + 1}`, 'test.pause'));
	const failing = nodes.map((one, at) =>
		at === nodes.length - 1 ? one : { ...one, onError: 'continueErrorOutput' as const },
	);
	const connections = pauses.flatMap(({ name }, at) => [
		[nodes[at].name, { main: [[], to(name)] }],
		[name, { main: [to(nodes[at + 1].name)] }],
	]);
	return workflowOf({
		nodes: [...failing, ...pauses],
		connections: { Rows: { main: [to(nodes[0].name)] }, ...Object.fromEntries(connections) },
		rows,
		types: { 'test.pause': pause },
	});
}

/** Runs the GMC node in a loop over its error output, in n8n's own engine. @returns a result for each pass, in order */
export async function runLoop(
	credential: StoredCredential,
	setup: GmcNodeSetup,
	loop: Loop,
): Promise<GmcRun[]> {
	const workflow = workflowOf({
		nodes: [gmcNode({ ...setup, onError: 'continueErrorOutput' }), node('Back', 'test.back')],
		connections: {
			Rows: { main: [to('GMC')] },
			GMC: { main: [[], to('Back')] },
			Back: { main: [to('GMC')] },
		},
		rows: setup.rows,
		types: { 'test.back': backNode(loop) },
	});
	const run = await startWorkflow(workflow, credential, setup);
	const { length } = run.data.resultData.runData.GMC;
	return Array.from({ length }, (_, pass) => toGmcRun(run, pass));
}
