import type { ICredentialTestRequest, INodeType, INode, Workflow } from 'n8n-workflow';
import { createEmptyRunExecutionData } from 'n8n-workflow';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import { GmcApi } from '../../../credentials/GmcApi.credentials';
import { additionalDataWith, descriptionOf, node, workflowOf } from '../../../harness/engine';
import type { StoredCredential } from '../../../harness/engine/storedCredential';

const TESTER = 'test.tester';

/** A node of one field that sends the request, as n8n's `CredentialsTester` makes one. */
const testerFor = ({ request }: ICredentialTestRequest): INodeType => ({
	description: descriptionOf('Tester', {
		credentials: [{ name: 'gmcApi', required: true }],
		properties: [
			{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
		],
	}),
});

function contextOf(
	workflow: Workflow,
	tester: INode,
	credential: StoredCredential,
): ExecuteContext {
	const run = createEmptyRunExecutionData();
	const input = { main: [[{ json: {} }]] };
	return new ExecuteContext(
		workflow,
		tester,
		additionalDataWith(credential),
		'internal',
		run,
		0,
		[],
		input,
		{ node: tester, data: {}, source: null },
		[],
	);
}

/**
 * The test in the dialog of the credential, sent by n8n's own engine. `CredentialsTester`, which is around it and puts
 * texts of rules in place of statuses, lives in the `n8n` package.
 *
 * @returns the message of what failed; undefined where the test passes
 */
export async function testCredential(credential: StoredCredential): Promise<string | undefined> {
	const testerNode = {
		...node('Tester', TESTER),
		credentials: { gmcApi: { id: '1', name: 'GMC' } },
	};
	const tester = testerFor(new GmcApi().test);
	const types = { [TESTER]: tester };
	const workflow = workflowOf({ nodes: [testerNode], connections: {}, types });
	const context = contextOf(workflow, testerNode, credential);
	const decrypted = {
		id: '1',
		name: 'GMC',
		type: 'gmcApi',
		data: await credential.getDecrypted(),
	};
	try {
		await new RoutingNode(context, tester, decrypted).runNode();
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}
