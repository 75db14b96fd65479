import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteWorkflowInfo,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

// n8n gives its tables to its own Data Table node only, so each call runs a sub-workflow with it, which is defined
// on the spot (n8n.md K1).

/** The version of the Data Table node that every n8n with Data Tables has. */
const NODE_VERSION = 1;

/** A row as it comes out of a table: the columns, and `id`, `createdAt`, `updatedAt`. */
export type TableRow = IDataObject;

/** One Data Table node. */
export interface Step {
	name: string;
	parameters: INodeParameters;
	/** Runs once, whatever the step before has given out. */
	executeOnce?: boolean;
	/** Gives out an empty item rather than nothing, so that the next step runs. */
	alwaysOutputData?: boolean;
}

/** Runs the steps one after the other. @returns the items of the last one */
export async function run(
	context: IExecuteFunctions,
	steps: Step[],
	items: IDataObject[] = [{}],
): Promise<TableRow[]> {
	return (await runPaired(context, steps, items)).map(({ json }) => json);
}

/** The same, each with the place of the item that it comes from among those before the last step. */
export async function runPaired(
	context: IExecuteFunctions,
	steps: Step[],
	items: IDataObject[] = [{}],
): Promise<Array<{ json: TableRow; item?: number }>> {
	const info = { code: workflowOf(steps) } as unknown as IExecuteWorkflowInfo;
	const input: INodeExecutionData[] = items.map((json) => ({ json }));
	const { data } = await context.executeWorkflow(info, input);
	return (data?.[0] ?? []).map(({ json, pairedItem }) => ({ json, item: placeIn(pairedItem) }));
}

function placeIn(paired: INodeExecutionData['pairedItem']): number | undefined {
	const [first] = [paired].flat();
	return typeof first === 'object' ? first.item : first;
}

const START = {
	id: 'start',
	name: 'Start',
	position: [0, 0],
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

/** Not kept in the list of executions, nor written down after each node; and refused by nobody, since the caller is the workflow itself. */
const SETTINGS = {
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveExecutionProgress: false,
	executionOrder: 'v1',
	callerPolicy: 'workflowsFromSameOwner',
};

function workflowOf(steps: Step[]) {
	const nodes = steps.map((step, index) => ({
		...step,
		id: `step${index}`,
		position: [200 * (index + 1), 0],
		type: 'n8n-nodes-base.dataTable',
		typeVersion: NODE_VERSION,
	}));
	const all = [START, ...nodes];
	const link = (index: number) => ({
		main: [[{ node: nodes[index].name, type: 'main', index: 0 }]],
	});
	const connections = Object.fromEntries(nodes.map((_, index) => [all[index].name, link(index)]));
	return { name: 'GMC ledger', nodes: all, connections, settings: SETTINGS, active: false };
}
