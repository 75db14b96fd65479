import type { ICredentialTestRequest, INodeType, INode, INodeTypes } from 'n8n-workflow';
import { createEmptyRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import { GmcApi } from '../../credentials/GmcApi.credentials';
import { additionalDataWith, node } from './parts';
import type { StoredCredential } from './storedCredential';

const TESTER = 'test.tester';

/** A node of one field that sends the request, as n8n's `CredentialsTester` makes one. */
const testerFor = ({ request }: ICredentialTestRequest): INodeType => ({
	description: {
		displayName: 'Tester',
		name: 'tester',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Tester' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'gmcApi', required: true }],
		properties: [
			{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
		],
	},
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
	const tester = testerFor(new GmcApi().test);
	const nodeTypes = {
		getByName: () => tester,
		getByNameAndVersion: () => tester,
		getKnownTypes: () => ({}),
	} as INodeTypes;
	const testerNode = {
		...node('Tester', TESTER),
		credentials: { gmcApi: { id: '1', name: 'GMC' } },
	};
	const workflow = new Workflow({ nodes: [testerNode], connections: {}, active: false, nodeTypes });
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
