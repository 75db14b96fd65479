import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { type GmcRun, toGmcRun } from './engine';
import type { GmcNodeSetup } from './parts';
import { descriptionOf, gmcNode, node, startWorkflow, to, workflowOf } from './parts';
import type { StoredCredential } from './storedCredential';

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
function backNode({ passes, before, rowsOf }: Loop): INodeType {
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

/**
 * Runs the GMC node in a loop over its error output, in n8n's own engine.
 *
 * @returns a result for each pass, in order
 */
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
