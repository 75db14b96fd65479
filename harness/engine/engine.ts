import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPairedItemData,
	IPollFunctions,
	IRun,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { PollContext } from 'n8n-core';
import { GmcTrigger } from '../../nodes/Gmc/GmcTrigger.node';
import type { StoredCredential } from './storedCredential';
import {
	type GmcNodeSetup,
	additionalDataWith,
	gmcNode,
	nodeTypes,
	retryWorkflow,
	startWorkflow,
	WORKFLOW_TIMEZONE,
	workflowOf,
} from './parts';

export type { GmcNodeSetup } from './parts';

export interface GmcRun {
	/** Items on the regular output, or on the success output when there is an error output. */
	items: INodeExecutionData[];
	errors: INodeExecutionData[];
	error?: Error & {
		description?: string;
		httpCode?: string;
		context: { itemIndex?: number; data?: IDataObject; details?: IDataObject };
	};
	hints: string[];
	run: IRun;
	/** The outcome of each row, in order, also if the run ended with an error. */
	outcomes: unknown[];
	codes: unknown[];
}

/**
 * Runs the GMC node in n8n's own engine, in this process, behind a node that gives out the rows; `cancel()` is what "Stop
 * execution" does.
 */
export function startGmc(credential: StoredCredential, setup: GmcNodeSetup) {
	return startWorkflow(workflowWith(setup), credential, setup);
}

/** "Retry execution" of a failed run, with the node as it is now; see `retryWorkflow`. */
export async function retryGmc(
	credential: StoredCredential,
	setup: GmcNodeSetup,
	{ run }: GmcRun,
): Promise<GmcRun> {
	return toGmcRun(await retryWorkflow(workflowWith(setup), credential, run.data, setup));
}

/** What n8n knows after a crash in the node: that it had started, but not its context (n8n.md E6). */
export function loseMemory({ run: { data } }: GmcRun): void {
	data.executionData!.contextData = {};
	const { GMC: runs } = data.resultData.runData;
	runs.push(runs[0]);
}

const workflowWith = (setup: GmcNodeSetup): Workflow =>
	workflowOf({
		nodes: [gmcNode(setup)],
		rows: setup.rows,
		timezone: setup.timezone,
	});

/** The result of the GMC node. @param pass which of its runs; the last one if left out @param name of the node */
export function toGmcRun(run: IRun, pass = -1, name = 'GMC'): GmcRun {
	const taskData = run.data.resultData.runData[name]?.at(pass);
	const [items = [], errors = []] = (taskData?.data?.main ?? []).map((output) => output ?? []);
	const error = run.data.resultData.error as GmcRun['error'];
	const rows = (error?.context?.data?.rows ?? inOrder([...items, ...errors])) as IDataObject[];
	return {
		items,
		errors,
		error,
		hints: (taskData?.hints ?? []).map(({ message }) => message),
		run,
		outcomes: rows.map(({ outcome }) => outcome),
		codes: rows.map(({ code }) => code),
	};
}

/** The record of each row without Simplify, in the order of the rows. */
function inOrder(items: INodeExecutionData[]): IDataObject[] {
	const rowOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as IPairedItemData)?.item ?? 0;
	const sorted = [...items].sort((one, other) => rowOf(one) - rowOf(other));
	return sorted.map(({ json }) => (json._gmc ?? json.details ?? {}) as IDataObject);
}

export interface PollingOptions {
	workflowId?: string;
	activation?: WorkflowActivateMode;
	budgetMs?: number;
	/** The node's, by default those of the only trigger. */
	node?: Partial<Pick<INode, 'id' | 'name'>>;
	/** n8n keeps durable cursors: by the node's id, and it gives the node a copy. */
	isDurable?: boolean;
}

/** Where `staticData` has the durable cursors, which are in a table of their own in n8n. */
const DURABLE = 'durable';

type Stored = IDataObject & { [DURABLE]?: Record<string, IDataObject> };

/** One activation of a workflow with a GMC Trigger node in it, polled by hand. */
export class PolledTrigger {
	private readonly workflow: Workflow;
	private readonly additionalData: IWorkflowExecuteAdditionalData;
	/** n8n makes one per activation and polls with it until the workflow is deactivated. */
	private readonly context: PollContext;

	/**
	 * @param options `workflowId`: the same for activations of one workflow, default one of its own;
	 *   `activation`: why n8n activates it; `budgetMs`: what n8n gives a poll
	 */
	constructor(
		credential: StoredCredential,
		parameters: INodeParameters,
		staticData?: IDataObject,
		private readonly options: PollingOptions = {},
	) {
		const { workflowId = `polled-${PolledTrigger.count++}` } = options;
		const trigger: INode = {
			...gmcNode({ parameters, type: 'n8n-nodes-gmc.gmcTrigger' }),
			name: 'GMC Trigger',
			...options.node,
		};
		const { [DURABLE]: durable, ...ofWorkflow } = (structuredClone(staticData) ?? {}) as Stored;
		this.durable = durable ?? {};
		this.workflow = new Workflow({
			id: workflowId,
			name: 'polled',
			nodes: [trigger],
			connections: {},
			active: true,
			nodeTypes: nodeTypes([]),
			staticData: ofWorkflow,
			settings: { timezone: WORKFLOW_TIMEZONE } as IWorkflowSettings,
		});
		this.additionalData = additionalDataWith(credential);
		this.context = this.contextOf('trigger');
	}

	private static count = 0;

	/** By the id of the node. */
	private durable: Record<string, IDataObject>;

	private contextOf(mode: 'trigger' | 'manual'): PollContext {
		const { activation = 'activate', budgetMs, isDurable, node } = this.options;
		const trigger = this.workflow.getNode(node?.name ?? 'GMC Trigger')!;
		const context = new PollContext(this.workflow, trigger, this.additionalData, mode, activation);
		const resolveNodeStaticData = () => (this.durable[trigger.id] ??= {});
		return Object.assign(
			context,
			budgetMs && { getPollBudgetMs: () => budgetMs },
			isDurable && { resolveNodeStaticData },
		);
	}

	/** What n8n would save with the workflow. */
	get staticData(): IDataObject {
		const all = { ...this.workflow.staticData, [DURABLE]: this.durable };
		return JSON.parse(JSON.stringify(all)) as IDataObject;
	}

	/** Empties the static data, as when n8n starts without saved data. */
	wipe(): void {
		this.workflow.overrideStaticData({});
		this.durable = {};
	}

	/** @returns the emitted records, empty when nothing was emitted */
	async poll(mode: 'trigger' | 'manual' = 'trigger'): Promise<IDataObject[]> {
		const context = mode === 'trigger' ? this.context : this.contextOf(mode);
		const result = await new GmcTrigger().poll.call(context as IPollFunctions);
		return (result ?? []).flat().map(({ json }) => json);
	}
}
