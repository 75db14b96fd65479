import type { Execution, WorkflowJson } from '../n8n/types';
import type { Guest } from '../n8n/test-bed';
import type { WithSandbox } from '../sandbox/books';
import { LIST_ADDITIONS } from '../sandbox/routes';
import { until } from '../system/until';
import { type Step, chainFrom, polledEvery } from './build';

/** The node that polls. */
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

/** Tells of completed additions; `polledEvery` says how often it looks. */
export function triggerNode(options: Record<string, unknown> = {}): Step {
	const parameters = { event: 'additionCompleted', pollTimes: {}, simplify: false, options };
	return { name: TRIGGER, type: 'n8n-nodes-gmc.gmcTrigger', parameters };
}

/** A workflow that starts when an addition completes, and does nothing else. @param every seconds between two looks */
export function triggerWorkflow(every = 1): WorkflowJson {
	const nothing = { name: 'Nothing', type: 'n8n-nodes-base.noOp', parameters: {} };
	return polledEvery(every, chainFrom('Told', triggerNode(), nothing));
}

/** Waits for so many good polls that begin from now on. */
export async function looks({ sandbox }: WithSandbox, count: number): Promise<void> {
	const { admin } = sandbox;
	const since = (await admin.journal()).at(-1)?.seq;
	const filter = { route: LIST_ADDITIONS, status: 200, since };
	await until(`${count} looks of the trigger`, async () => (await admin.count(filter)) >= count);
}

/** Waits for two good polls that begin from now on; by the second one, what the first one found is done. */
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

/** A published workflow with the trigger, and the additions it has to tell of. */
export class Watcher {
	/** Additions that have completed since it was published. */
	readonly expected: string[] = [];

	private constructor(
		private readonly e2e: Guest,
		readonly id: string,
	) {}

	/** Publishes one; `pending` additions are on their way by then, for `complete` to take. */
	static async publish(e2e: Guest, pending: number, every?: number): Promise<Watcher> {
		const { client, credentialId, sandbox } = e2e;
		for (let left = pending; left > 0; left--) {
			await sandbox.admin.createAddition({ status: 'PENDING' });
		}
		return new Watcher(e2e, await client.publish(triggerWorkflow(every), credentialId));
	}

	/** An addition that was on its way completes, and another one is complete when it shows up. */
	async complete(): Promise<void> {
		const { admin } = this.e2e.sandbox;
		const pending = (await admin.additions()).find(({ status }) => status === 'PENDING')!;
		await admin.settle(pending._id, 'COMPLETED');
		const { _id } = await admin.createAddition({ status: 'COMPLETED' });
		this.expected.push(pending._id, _id);
	}

	/** What all executions together were started with, once everything is emitted and nothing more comes. */
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

/** The same ids in one order. */
const sorted = (ids: unknown[]) => [...ids].sort();

/** Jest's expectation that the trigger has emitted each addition exactly once. */
export async function expectEachOnce(watcher: Watcher): Promise<void> {
	expect(sorted(await watcher.emitted())).toEqual(sorted(watcher.expected));
}
