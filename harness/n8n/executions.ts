import { parse } from 'flatted';
import { until } from '../system/until';
import type { N8nHttp } from './http';
import type { Execution, ExecutionSummary } from './types';

/** An answer has the data of all nodes. */
const LAST_POLL_MS = 400;

const RUNNING = new Set(['new', 'running', 'waiting']);

/** Whether an execution has not ended yet. */
export const isRunning = ({ status }: Pick<ExecutionSummary, 'status'>): boolean =>
	RUNNING.has(status);

interface ExecutionFilter {
	workflowId: string;
	status?: string[];
}

interface ExecutionPage {
	results: ExecutionSummary[];
	/** Null on the last page. */
	nextCursor: string | null;
}

/** Running workflows, and what n8n keeps of it. */
export class ExecutionsClient {
	constructor(protected readonly http: N8nHttp) {}

	/** Runs a workflow as the editor's button does and waits for its end, whatever that is. */
	async runWorkflow(
		id: string,
		options: { triggerName: string; timeoutMs?: number },
	): Promise<Execution> {
		const executionId = await this.startWorkflow(id, options.triggerName);
		return await this.finished(executionId, options.timeoutMs);
	}

	/** Starts a workflow as the editor's button does; answers with the execution's id. */
	async startWorkflow(id: string, triggerName: string): Promise<string> {
		const started = await this.http.request<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ triggerToStartFrom: { name: triggerName } },
		);
		return started.executionId;
	}

	/** Waits for an execution's end. */
	async finished(executionId: string, timeoutMs?: number): Promise<Execution> {
		let execution: Execution | undefined;
		const hasEnded = async () => {
			execution = await this.execution(executionId);
			return !isRunning(execution);
		};
		await until(`the end of execution ${executionId}`, hasEnded, timeoutMs, LAST_POLL_MS);
		return execution!;
	}

	/** An execution with the data of its nodes. */
	async execution(id: string): Promise<Execution> {
		const found = await this.http.request<Execution & { data: string }>('GET', `/executions/${id}`);
		return { ...found, data: parse(found.data) };
	}

	/** The executions of a workflow, newest first; the last hundred at most. */
	async executions(filter: ExecutionFilter): Promise<ExecutionSummary[]> {
		return (await this.page(filter)).results;
	}

	/** Every execution of a workflow, oldest first. */
	async allExecutions(filter: ExecutionFilter): Promise<ExecutionSummary[]> {
		// By id: one that ends meanwhile is listed among the running ones and among the others. One that ends between n8n's
		// two questions is in neither, so it is asked twice.
		const all = new Map<number, ExecutionSummary>();
		for (let look = 0; look < 2; look++) {
			for (const execution of await this.allPages(filter)) all.set(Number(execution.id), execution);
		}
		return [...all].sort(([one], [other]) => one - other).map(([, execution]) => execution);
	}

	private async allPages(filter: ExecutionFilter): Promise<ExecutionSummary[]> {
		const found: ExecutionSummary[] = [];
		for (let cursor: string | undefined; ; ) {
			const { results, nextCursor } = await this.page(filter, cursor);
			found.push(...results);
			if (!nextCursor) return found;
			cursor = nextCursor;
		}
	}

	private async page(filter: ExecutionFilter, cursor?: string): Promise<ExecutionPage> {
		const params = { filter: JSON.stringify(filter), limit: 100, cursor };
		return await this.http.request('GET', '/executions', undefined, params);
	}

	/** Stops a running execution. */
	async stopExecution(id: string): Promise<void> {
		await this.http.request('POST', `/executions/${id}/stop`, {});
	}

	/** The editor's "Retry" of a failed execution; answers with the new execution, finished. */
	async retryExecution(
		id: string,
		options: { withCurrentWorkflow?: boolean; timeoutMs?: number } = {},
	): Promise<Execution> {
		const { withCurrentWorkflow = false, timeoutMs } = options;
		const retried = await this.http.request<{ id: string }>('POST', `/executions/${id}/retry`, {
			loadWorkflow: withCurrentWorkflow,
		});
		return await this.finished(retried.id, timeoutMs);
	}
}
