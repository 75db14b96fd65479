import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteWorkflowInfo,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

/** One node of n8n: a Data Table node, unless it has a type. */
export interface Step {
	name: string;
	parameters: INodeParameters;
	/** With its version, and an id that n8n keeps what the node remembers under. */
	other?: { type: string; typeVersion: number; id: string };
	/** Runs once, however many items the step before returns. */
	executeOnce?: boolean;
	/** Returns an empty item rather than none, so that the next step runs. */
	alwaysOutputData?: boolean;
	/** Of a step that nothing waits for. */
	onError?: 'continueRegularOutput';
}

/** The version of the Data Table node that every n8n with Data Tables has. */
const NODE_VERSION = 1;

/**
 * Runs the steps one after the other. n8n opens its tables only to its own Data Table node, so each call runs an inline
 * sub-workflow with that node (n8n.md K1).
 *
 * @returns the items of the last step
 * @throws what n8n throws
 */
export async function runSteps(
	context: IExecuteFunctions,
	steps: Step[],
	items: IDataObject[] = [{}],
): Promise<INodeExecutionData[]> {
	const { data } = await context.executeWorkflow(infoOf(steps), inputOf(items));
	return data?.[0] ?? [];
}

/** Runs the steps without waiting for them: n8n does not end those with the execution's Timeout (n8n.md K18). */
export async function startSteps(
	context: IExecuteFunctions,
	steps: Step[],
	items: IDataObject[],
): Promise<void> {
	const how = { doNotWaitToFinish: true };
	await context.executeWorkflow(infoOf(steps), inputOf(items), undefined, how);
}

const infoOf = (steps: Step[]) => ({ code: workflowOf(steps) }) as unknown as IExecuteWorkflowInfo;

const inputOf = (items: IDataObject[]) => items.map((json) => ({ json }));

const START = {
	id: 'start',
	name: 'Start',
	position: [0, 0],
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

/** n8n keeps no execution of it, and no policy refuses it, since the workflow calls itself. */
const SETTINGS = {
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveExecutionProgress: false,
	executionOrder: 'v1',
	// None of its own: what is waited for has that of the workflow that calls it.
	executionTimeout: -1,
	callerPolicy: 'workflowsFromSameOwner',
};

function workflowOf(steps: Step[]) {
	const nodes = steps.map(({ other, ...step }, index) => ({
		...step,
		id: `step${index}`,
		position: [200 * (index + 1), 0],
		type: 'n8n-nodes-base.dataTable',
		typeVersion: NODE_VERSION,
		...other,
	}));
	const all = [START, ...nodes];
	const connections = Object.fromEntries(
		nodes.map(({ name }, index) => [
			all[index].name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]),
	);
	return { name: 'GMC ledger', nodes: all, connections, settings: SETTINGS, active: false };
}
