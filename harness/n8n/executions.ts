import { parse } from 'flatted';
import type { INodeExecutionData } from 'n8n-workflow';
import { until } from '../system/until';
import { N8nHttp } from './http';
import type { Execution, ExecutionSummary } from './types';

const RUNNING = new Set(['new', 'running', 'waiting']);

export const isRunning = ({ status }: Pick<ExecutionSummary, 'status'>): boolean =>
	RUNNING.has(status);

/** The output of a node: items per output; index 1 is the error output where there is one. */
export function nodeOutput(execution: Execution, nodeName: string): INodeExecutionData[][] {
	const outputs = execution.data.resultData.runData[nodeName]?.[0]?.data?.main ?? [];
	return outputs.map((items) => items ?? []);
}

interface ExecutionFilter {
	workflowId?: string;
	status?: string[];
}

interface ExecutionPage {
	results: ExecutionSummary[];
	/** Null on the last page. */
	nextCursor: string | null;
}

/** Runs workflows and reads their executions. */
export class ExecutionsClient extends N8nHttp {
	/** Runs a workflow as the editor's button does, and waits until it succeeds or fails. */
	async runWorkflow(id: string, { triggerName }: { triggerName: string }): Promise<Execution> {
		return await this.finished(await this.startWorkflow(id, triggerName), id);
	}

	/** Starts a workflow as the editor's button does; answers with the execution's id. */
	async startWorkflow(id: string, triggerName: string): Promise<string> {
		const body = { triggerToStartFrom: { name: triggerName } };
		const path = `/workflows/${id}/run`;
		return (await this.rest<{ executionId: string }>('POST', path, body)).executionId;
	}

	/** Waits for an execution's end. n8n lists without their data the newest hundred, of a workflow if it is given. */
	async finished(executionId: string, workflowId?: string): Promise<Execution> {
		await until(`the end of execution ${executionId}`, async () => {
			const listed = await this.executions({ workflowId });
			return listed.some((one) => one.id === executionId && !isRunning(one));
		});
		return await this.execution(executionId);
	}

	async execution(id: string): Promise<Execution> {
		const found = await this.rest<Execution & { data: string }>('GET', `/executions/${id}`);
		return { ...found, data: parse(found.data) };
	}

	/** Every execution of a workflow with its data, oldest first, once each has ended. */
	async allFinished(workflowId: string): Promise<Execution[]> {
		const all = await this.allExecutions({ workflowId });
		return await Promise.all(
			all.map(async (one) =>
				isRunning(one) ? await this.finished(one.id, workflowId) : await this.execution(one.id),
			),
		);
	}

	/** Deletes executions from n8n's list, those that run as well. */
	async deleteExecutions(ids: string[]): Promise<void> {
		await this.rest('POST', '/executions/delete', { ids });
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
			let cursor: string | null | undefined;
			do {
				const page: ExecutionPage = await this.page(filter, cursor);
				for (const one of page.results) all.set(Number(one.id), one);
				cursor = page.nextCursor;
			} while (cursor);
		}
		return [...all].sort(([one], [other]) => one - other).map(([, execution]) => execution);
	}

	private async page(filter: ExecutionFilter, cursor?: string | null): Promise<ExecutionPage> {
		const params = { filter: JSON.stringify(filter), limit: 100, cursor };
		return await this.rest('GET', '/executions', undefined, params);
	}

	/** The editor's "Stop". */
	async stopExecution(id: string): Promise<void> {
		await this.rest('POST', `/executions/${id}/stop`, {});
	}

	/** The editor's "Retry" of a failed execution; answers with the new execution, finished. */
	async retryExecution(id: string, { withCurrentWorkflow = false } = {}): Promise<Execution> {
		const body = { loadWorkflow: withCurrentWorkflow };
		const retried = await this.rest<{ id: string }>('POST', `/executions/${id}/retry`, body);
		return await this.finished(retried.id);
	}
}
