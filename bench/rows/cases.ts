import { ISSUE } from '../../harness/sandbox/routes';
import { figuresBy, middleOf, spreadOf } from '../statistics';
import { requestsOf } from './requests';
import type { ServiceProcess } from './service-process';
import type { Subject } from './subject';
import type { Case, Contender, Cost, Requests } from './types';
import { MEASURED, loginWorkflow, rowsWorkflow } from './workflows';

/** Every contender has an n8n of its own, so that none runs on memory or compiled code of another. */
export interface Entrant {
	contender: Contender;
	subject: Subject;
}

/** What is to be measured. */
export interface Task {
	rows: number;
	latencyMs: number;
	isCold: boolean;
	runs: number;
}

/** Rows are measured for so many customers, which is what the GMC node lists before the first row. */
export const CUSTOMERS = 1000;

/** Runs the entrants in turn, so that the machine's other work meets all of them. */
export class Measurement {
	private readonly workflowIds = new Map<string, Promise<string>>();

	constructor(
		private readonly service: ServiceProcess,
		private readonly entrants: Entrant[],
		private readonly customerIds: string[],
	) {}

	async measure(task: Task): Promise<Case[]> {
		const found = new Map(this.entrants.map((entrant) => [entrant, [] as RunCost[]]));
		const failures = new Map<Entrant, string>();
		for (let run = 0; run < task.runs; run++) {
			for (const entrant of this.entrants.filter((one) => !failures.has(one))) {
				const cost = await this.runOnce(entrant, task).catch((error: Error) => error);
				if (cost instanceof Error) failures.set(entrant, cost.message);
				else found.get(entrant)!.push(cost);
			}
		}
		return this.entrants.map((entrant) => ({
			...task,
			contender: entrant.contender.name,
			...summaryOf(found.get(entrant)!),
			failure: failures.get(entrant),
		}));
	}

	private async runOnce({ contender, subject }: Entrant, task: Task): Promise<RunCost> {
		const { admin } = this.service;
		const { rows, latencyMs: ms, isCold } = task;
		await this.service.reset();
		// The reset has ended every session; this one logs in.
		if (!isCold) await subject.run(await this.workflowId({ contender, subject }));
		if (ms > 0) await admin.addFault({ route: ISSUE, action: { type: 'latency', ms } });
		const workflowId = await this.workflowId({ contender, subject }, rows);
		await admin.clearJournal();
		const before = await subject.probe.memory();
		const { nodes, wallMs: executionMs, after } = await subject.run(workflowId);
		const { wallMs, cpuMs, longestBlockMs, longestBlockCpuMs, peakRssBytes, items } =
			nodes[MEASURED];
		if (items !== rows) throw new Error(`${items} of ${rows} rows came out`);
		const peakBytes = peakRssBytes - before.rss;
		const keptBytes = after.heapUsed + after.external - before.heapUsed - before.external;
		const times = { wallMs, executionMs, cpuMs, longestBlockMs, longestBlockCpuMs };
		const cost = { ...times, peakBytes, keptBytes };
		return { cost, requests: await requestsOf(admin) };
	}

	/** @param rows undefined: the one that logs in */
	private async workflowId({ contender, subject }: Entrant, rows?: number): Promise<string> {
		const key = `${contender.name} ${rows}`;
		const ids = this.customerIds;
		const how = contender.isHttp ? { baseUrl: this.service.baseUrl } : {};
		const workflow = () =>
			rows === undefined ? loginWorkflow(ids, how) : rowsWorkflow(rows, ids, how);
		const saved = this.workflowIds.get(key) ?? subject.save(workflow());
		this.workflowIds.set(key, saved);
		return await saved;
	}
}

interface RunCost {
	cost: Cost;
	requests: Requests;
}

const METRICS = [
	...(['wallMs', 'executionMs', 'cpuMs', 'longestBlockMs', 'longestBlockCpuMs'] as const),
	...(['peakBytes', 'keptBytes'] as const),
];

function summaryOf(runs: RunCost[]): Pick<Case, 'cost' | 'spread' | 'requests'> {
	const costs = runs.map(({ cost }) => cost);
	return {
		cost: figuresBy(METRICS, middleOf, costs),
		spread: figuresBy(METRICS, spreadOf, costs),
		requests: runs.at(-1)?.requests ?? {},
	};
}
