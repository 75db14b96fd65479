/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets -- a tool beside the package, not a part of it */
import type { INodeCredentialTestResult } from 'n8n-workflow';
import { until } from '../system/until';
import { ExecutionsClient } from './executions';
import { N8nApiError } from './http';
import type { SavedWorkflow, WorkflowJson, WorkflowNode } from './types';

/** A login for instances nobody but a test sees. */
const TEST_OWNER = { email: 'owner@gmc.example', password: 'Throwaway-1-login' };

type NamedType = { name: string } & Record<string, unknown>;

/** Does over n8n's REST API what a user does in the editor. */
export class N8nClient extends ExecutionsClient {
	/** Creates the instance's owner and logs in. */
	async setupOwner(owner = TEST_OWNER): Promise<void> {
		const names = { firstName: 'Ana', lastName: 'Owner' };
		await this.rest('POST', '/owner/setup', { ...names, ...owner });
	}

	/** Invites users, who are to see nothing of each other; answers with what lets each one in. */
	async invite(emails: string[]): Promise<string[]> {
		const invitations = emails.map((email) => ({ email, role: 'global:member' }));
		type Invited = Array<{ user: { inviteAcceptUrl: string } }>;
		const invited = await this.rest<Invited>('POST', '/invitations', invitations);
		return invited.map(({ user }) => new URL(user.inviteAcceptUrl).searchParams.get('token')!);
	}

	/** Becomes the user who was invited with this token. */
	async acceptInvitation(token: string): Promise<void> {
		const { password } = TEST_OWNER;
		const user = { token, firstName: 'Bia', lastName: 'Member', password };
		await this.rest('POST', '/invitations/accept', user);
	}

	async createCredential(type: string, name: string, data: object): Promise<string> {
		return (await this.rest<{ id: string }>('POST', '/credentials', { type, name, data })).id;
	}

	/** Saves a GMC credential, and tests it as the editor's dialog does; answers with what that says. */
	async testCredential(data: object): Promise<INodeCredentialTestResult> {
		const [type, name] = ['gmcApi', 'Tested'];
		const id = await this.createCredential(type, name, data);
		return await this.rest('POST', '/credentials/test', { credentials: { id, type, name, data } });
	}

	async importWorkflow(
		workflow: WorkflowJson,
		{ credentialId }: { credentialId?: string } = {},
	): Promise<SavedWorkflow> {
		const ready = credentialId === undefined ? workflow : withCredential(workflow, credentialId);
		const { name, nodes, connections, settings = {}, pinData = {} } = ready;
		return await this.rest('POST', '/workflows', {
			name,
			nodes,
			connections,
			settings: { executionOrder: 'v1', ...settings },
			pinData,
			active: false,
		});
	}

	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.rest('GET', `/workflows/${id}`);
	}

	/** Publishes a workflow and waits until its triggers are in place. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.workflow(id);
		await this.rest('POST', `/workflows/${id}/activate`, { versionId });
		await this.waitForPublication(id, 'published');
	}

	/** Puts other nodes into a workflow, as the editor does when it saves. */
	async replaceNodes(id: string, other: WorkflowJson, credentialId: string): Promise<void> {
		const { nodes, connections } = withCredential(other, credentialId);
		const { versionId } = await this.workflow(id);
		await this.rest('PATCH', `/workflows/${id}`, { nodes, connections, versionId });
	}

	/** Gives a node another name, as the editor does. */
	async renameNode(id: string, from: string, to: string): Promise<void> {
		const { nodes, connections, versionId } = await this.workflow(id);
		const renamed = JSON.stringify({ nodes, connections }).replaceAll(`"${from}"`, `"${to}"`);
		await this.rest('PATCH', `/workflows/${id}`, { ...JSON.parse(renamed), versionId });
	}

	/** Saves a workflow and publishes it; answers with its id. */
	async publish(workflow: WorkflowJson, credentialId?: string): Promise<string> {
		const { id } = await this.importWorkflow(workflow, { credentialId });
		await this.activate(id);
		return id;
	}

	async deactivate(id: string): Promise<void> {
		await this.rest('POST', `/workflows/${id}/deactivate`, {});
		await this.waitForPublication(id, 'not_published');
	}

	/**
	 * Waits for a publication; after a start of n8n the triggers come back one by one, too. The oldest n8n that is
	 * supported has no status: it has published when it answers.
	 */
	private async waitForPublication(id: string, wanted: string): Promise<void> {
		const asAnswered = (error: unknown) => {
			if (error instanceof N8nApiError && error.status === 404) {
				return { status: wanted, triggers: [] };
			}
			throw error;
		};
		await until(`workflow ${id} to be ${wanted}`, async () => {
			const { status, ...rest } = await this.publicationStatus(id).catch(asAnswered);
			if (status !== 'failed') return status === wanted;
			throw new Error(`Workflow ${id} is not ${wanted}: ${JSON.stringify(rest)}`);
		});
	}

	/** How far n8n is with publishing a workflow, and what it says of its triggers. */
	async publicationStatus(id: string) {
		type Status = { status: string; triggers: Array<{ errorMessage: string | null }> };
		return await this.rest<Status>('GET', `/workflows/${id}/publication-status`);
	}

	/** The types of nodes, or of credentials, that n8n has loaded. */
	async types(of: 'nodes' | 'credentials'): Promise<NamedType[]> {
		return await this.file(`/types/${of}.json`);
	}

	/** What the editor shows of an output before the first run: JSON Schema. `where` ends with the operation. */
	async outputSchema(node: string, ...where: string[]): Promise<Record<string, unknown>> {
		return await this.file(`/schemas/${[node, ...where].join('/')}.json`);
	}
}

/** The workflow with every `gmcApi` credential replaced by the given one. */
function withCredential(workflow: WorkflowJson, credentialId: string): WorkflowJson {
	const replace = (node: WorkflowNode): WorkflowNode =>
		node.credentials?.gmcApi || node.type.startsWith('n8n-nodes-gmc.')
			? { ...node, credentials: { ...node.credentials, gmcApi: { id: credentialId, name: 'GMC' } } }
			: node;
	return { ...workflow, nodes: workflow.nodes.map(replace) };
}
