import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	IRun,
	Workflow,
} from 'n8n-workflow';
import {
	descriptionOf,
	node,
	retryWorkflow,
	startWorkflow,
	to,
	workflowOf,
} from '../../../harness/engine/parts';
import type { StoredCredential } from '../../../harness/engine/storedCredential';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A node that does what a test says, to see what n8n does around it. */
export interface Probe {
	execute: Execute;
	rows?: IDataObject[];
	properties?: INodeProperties[];
	parameters?: INodeParameters;
	settings?: Partial<INode>;
	credential?: StoredCredential;
}

const PROBE = 'Probe';

function workflowWith(probe: Probe): Workflow {
	const { execute, properties = [], rows } = probe;
	const credentials = [{ name: 'gmcApi', required: true }];
	const description = descriptionOf(PROBE, { credentials, properties });
	return workflowOf({
		nodes: [probeNode(probe)],
		connections: { Rows: { main: [to(PROBE)] } },
		rows,
		types: { 'test.probe': { description, execute } },
	});
}

const probeNode = ({ parameters = {}, settings = {} }: Probe): INode => ({
	...node(PROBE, 'test.probe'),
	id: PROBE,
	parameters,
	credentials: { gmcApi: { id: '1', name: 'GMC' } },
	...settings,
});

/** Runs the probe in n8n's own engine behind a node that gives out the rows. */
export async function runProbe(probe: Probe): Promise<IRun> {
	return await startWorkflow(workflowWith(probe), probe.credential as StoredCredential);
}

/** "Retry execution" of a failed run, with the probe as it is now. */
export async function retryProbe(probe: Probe, failed: IRun): Promise<IRun> {
	const credential = probe.credential as StoredCredential;
	return await retryWorkflow(workflowWith(probe), credential, failed.data, { failed: PROBE });
}

/** What came out of the probe: its regular (or success) output, and its error output. */
export function outputsOf(run: IRun): INodeExecutionData[][] {
	const [main = [], errors = []] = run.data.resultData.runData[PROBE]?.at(-1)?.data?.main ?? [];
	return [main ?? [], errors ?? []];
}
