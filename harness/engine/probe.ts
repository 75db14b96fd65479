import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	INodeType,
	INodeTypes,
	IRun,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers, Workflow } from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import { additionalDataWith, node, rowsNode } from './parts';
import type { StoredCredential } from './storedCredential';

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

function probeType({ execute, properties = [] }: Probe): INodeType {
	const description = {
		displayName: PROBE,
		name: 'probe',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: PROBE },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'gmcApi', required: true }],
		properties,
	} as INodeType['description'];
	return { description, execute };
}

function workflowOf(probe: Probe, name: string): Workflow {
	const rows = (probe.rows ?? [{}]).map((json) => ({ json }));
	const known: Record<string, INodeType> = {
		'test.rows': rowsNode(rows),
		'test.probe': probeType(probe),
	};
	const nodeTypes = {
		getByName: (type) => known[type],
		getByNameAndVersion: (type) => NodeHelpers.getVersionedNodeType(known[type]),
		getKnownTypes: () => ({}),
	} as INodeTypes;
	return new Workflow({
		id: 'probe',
		name: 'probe',
		nodes: [node('Rows', 'test.rows'), probeNode(probe, name)],
		connections: { Rows: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes,
	});
}

const probeNode = ({ parameters = {}, settings = {} }: Probe, name: string): INode => ({
	...node(name, 'test.probe'),
	id: PROBE,
	parameters,
	credentials: { gmcApi: { id: '1', name: 'GMC' } },
	...settings,
});

const dataOf = ({ credential }: Probe) => additionalDataWith(credential as StoredCredential);

/** Runs the probe in n8n's own engine behind a node that gives out the rows. */
export async function runProbe(probe: Probe): Promise<IRun> {
	const workflow = workflowOf(probe, PROBE);
	const startNode = workflow.getNode('Rows')!;
	return await new WorkflowExecute(dataOf(probe), 'trigger').run({ workflow, startNode });
}

/** "Retry execution" of a failed run, with the probe as it is now. @param name of the node by now */
export async function retryProbe(probe: Probe, failed: IRun, name = PROBE): Promise<IRun> {
	const data = JSON.parse(JSON.stringify(failed.data)) as IRun['data'];
	delete data.resultData.error;
	delete data.resultData.runData[PROBE];
	for (const entry of data.executionData!.nodeExecutionStack) entry.node = probeNode(probe, name);
	const execute = new WorkflowExecute(dataOf(probe), 'retry', data);
	return await execute.processRunExecutionData(workflowOf(probe, name));
}

/** What came out of the probe: its regular (or success) output, and its error output. */
export function outputsOf(run: IRun): INodeExecutionData[][] {
	const [main = [], errors = []] = run.data.resultData.runData[PROBE]?.at(-1)?.data?.main ?? [];
	return [main ?? [], errors ?? []];
}
