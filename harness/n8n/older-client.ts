import { createEmptyRunExecutionData } from 'n8n-workflow';
import { N8nClient } from './client';
import { N8nApiError } from './http';
import type { Execution } from './types';

const isMissing = (error: unknown): boolean => error instanceof N8nApiError && error.status === 404;

/** Speaks to older versions of n8n, too, whose REST API publishes and runs workflows in other ways. */
export class AnyN8nClient extends N8nClient {
	/** Up to 2.0 the editor sends the workflow along; later versions do without and take no notice. */
	override async startWorkflow(id: string, triggerName: string): Promise<string> {
		const workflowData = await this.workflow(id);
		const body = { workflowData, triggerToStartFrom: { name: triggerName } };
		const path = `/workflows/${id}/run`;
		return (await this.http.request<{ executionId: string }>('POST', path, body)).executionId;
	}

	/** While an execution is about to start, 2.20 answers 500, since it has no data yet. */
	override async execution(id: string): Promise<Execution> {
		return await super.execution(id).catch((error: unknown) => {
			if (!(error instanceof N8nApiError) || !/resultData/.test(error.message)) throw error;
			const starting = { id, workflowId: '', status: 'new', mode: 'manual', createdAt: '' };
			return { ...starting, data: createEmptyRunExecutionData() };
		});
	}

	override async activate(id: string): Promise<void> {
		await super.activate(id).catch(async (error: unknown) => {
			if (!isMissing(error)) throw error;
			await this.switchTo(id, true);
		});
	}

	override async deactivate(id: string): Promise<void> {
		await super.deactivate(id).catch(async (error: unknown) => {
			if (!isMissing(error)) throw error;
			await this.switchTo(id, false);
		});
	}

	/** Without a publication of its own, a workflow is active or not, and is so when the answer comes. */
	private async switchTo(id: string, active: boolean): Promise<void> {
		const { active: isActive, versionId } = await this.workflow(id);
		if (isActive !== active) {
			await this.http.request('PATCH', `/workflows/${id}`, { active, versionId });
		}
	}
}
