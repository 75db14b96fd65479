import type { Execution, WorkflowJson } from '../n8n/types';
import type { Guest } from '../n8n/test-bed';
import type { WithSandbox } from '../sandbox/books';
import { LIST_ADDITIONS } from '../sandbox/routes';
import { until } from '../system/until';
import { type Step, chainFrom, polledEvery } from './build';

export const TRIGGER = 'Addition completed';

/** n8n's scheduler in its database, which stores a poll's cursor and its execution in one transaction. */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// Its defaults suit polls a minute apart: five seconds late, and after a start all the missed ones at once.
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MISFIRE_GRACE: '1',
};

/** Emits completed additions. `polledEvery` sets the interval. */
export function triggerNode(options: Record<string, unknown> = {}): Step {
	const parameters = { event: 'additionCompleted', pollTimes: {}, simplify: false, options };
	return { name: TRIGGER, type: 'n8n-nodes-gmc.gmcTrigger', parameters };
}

/** A workflow that starts when an addition completes, and does nothing. @param every seconds between two polls */
export function triggerWorkflow(every = 1): WorkflowJson {
	const nothing = { name: 'Nothing', type: 'n8n-nodes-base.noOp', parameters: {} };
	return polledEvery(every, chainFrom('Told', triggerNode(), nothing));
}

/** Waits for this many successful polls that start from now on. */
export async function looks({ sandbox }: WithSandbox, count: number): Promise<void> {
	const { admin } = sandbox;
	const since = (await admin.journal()).at(-1)?.seq;
	const filter = { route: LIST_ADDITIONS, status: 200, since };
	await until(`${count} polls of the trigger`, async () => (await admin.count(filter)) >= count);
}

/** Waits for two successful polls. When the second one ends, the workflow has processed what the first one found. */
export async function twoLooks(surroundings: WithSandbox): Promise<void> {
	await looks(surroundings, 2);
}

/**
 * The additions that an execution was started with. One that a crash has cut short may not have recorded its
 * trigger's output: there they are what waits for the trigger to begin.
 */
export function startedWith({ data }: Execution): unknown[] {
	const { nodeExecutionStack = [] } = data.executionData ?? {};
	const waiting = nodeExecutionStack.filter(({ node }) => node.name === TRIGGER);
	const runs = [...waiting, ...(data.resultData.runData[TRIGGER] ?? [])];
	const items = runs.flatMap((run) => run.data?.main?.flatMap((output) => output ?? []) ?? []);
	return [...new Set(items.map(({ json }) => json._id).filter((id) => id !== undefined))];
}

/** A published workflow with the trigger, and the additions that it has to emit. */
export class Watcher {
	/** Additions that have completed since it was published. */
	readonly expected: string[] = [];

	private constructor(
		private readonly e2e: Guest,
		readonly id: string,
	) {}

	/** Publishes one. Before that, it creates pending additions for `complete`. */
	static async publish(e2e: Guest, pending: number, every?: number): Promise<Watcher> {
		const { client, credentialId, sandbox } = e2e;
		for (let left = pending; left > 0; left--) {
			await sandbox.admin.createAddition({ status: 'PENDING' });
		}
		return new Watcher(e2e, await client.publish(triggerWorkflow(every), credentialId));
	}

	/** A pending addition completes, and another one is created completed. */
	async complete(): Promise<void> {
		const { admin } = this.e2e.sandbox;
		const pending = (await admin.additions()).find(({ status }) => status === 'PENDING')!;
		await admin.settle(pending._id, 'COMPLETED');
		const { _id } = await admin.createAddition({ status: 'COMPLETED' });
		this.expected.push(pending._id, _id);
	}

	/** What all executions were started with, once everything is emitted. */
	async emitted(): Promise<unknown[]> {
		const { length } = this.expected;
		await until(
			`${length} additions emitted`,
			async () => (await this.startedSoFar()).length >= length,
		);
		await twoLooks(this.e2e);
		return await this.startedSoFar();
	}

	private async startedSoFar(): Promise<unknown[]> {
		return (await this.e2e.client.allFinished(this.id)).flatMap(startedWith);
	}
}

const sorted = (ids: unknown[]) => [...ids].sort();

/** Jest's expectation that the trigger has emitted each addition exactly once. */
export async function expectEachOnce(watcher: Watcher): Promise<void> {
	expect(sorted(await watcher.emitted())).toEqual(sorted(watcher.expected));
}
