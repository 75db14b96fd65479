/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-deprecated-workflow-functions --
   a tool beside the package, not a part of it, that asks in the way n8n's HTTP Request node does */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type {
	IDataObject,
	INodeExecutionData,
	IRequestOptions,
	IRunExecutionData,
} from 'n8n-workflow';
import { jsonParse, Workflow } from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';
import type { StoredCredential } from '../../harness/engine/storedCredential';
import { additionalDataWith, node, nodeTypes } from '../../harness/engine/parts';
import { type Poll, leastOf } from './measure';

/** What n8n's HTTP Request node 4 asks for with a GET and its options as they are. */
const requestTo = (uri: string): IRequestOptions => ({
	uri,
	method: 'GET',
	headers: { accept: 'application/json' },
	timeout: 300_000,
	gzip: true,
	rejectUnauthorized: true,
	followRedirect: true,
	followAllRedirects: true,
	resolveWithFullResponse: true,
	encoding: null,
	json: false,
	useStream: true,
});

/** What the Schedule Trigger gives. */
const TICK: INodeExecutionData[] = [{ json: {} }];

/**
 * What a user would build instead: Schedule Trigger, HTTP Request of the whole list with the GMC credential,
 * Split Out, Remove Duplicates. The request is n8n's own; of the other nodes only the necessary is done (no
 * expression per item, no execution data, no database), so the true cost is higher.
 */
class WholeListWorkflow {
	/** As Remove Duplicates 2 keeps it in n8n's database. */
	private readonly processed: { mode: 'entries'; data: string[] } = { mode: 'entries', data: [] };

	private readonly context: ExecuteContext;

	constructor(
		private readonly uri: string,
		credential: StoredCredential,
	) {
		const request = {
			// Of a type that may use the credential, as the HTTP Request node may; nothing else of it is used.
			...node('HTTP Request', 'n8n-nodes-gmc.gmc'),
			credentials: { gmcApi: { id: '1', name: 'GMC' } },
		};
		const workflow = new Workflow({
			id: 'whole-list',
			name: 'whole list',
			nodes: [request],
			connections: {},
			active: true,
			nodeTypes: nodeTypes([]),
		});
		this.context = new ExecuteContext(
			workflow,
			request,
			additionalDataWith(credential),
			'trigger',
			{ resultData: { runData: {} } } as IRunExecutionData,
			0,
			TICK,
			{ main: [TICK] },
			{ node: request, data: { main: [TICK] }, source: null },
			[],
		);
	}

	get stateBytes(): number {
		return Buffer.byteLength(JSON.stringify(this.processed));
	}

	/** @returns the additions that no earlier run has seen */
	async run(): Promise<INodeExecutionData[]> {
		const known = new Set(this.processed.data);
		const isNew = ({ json }: INodeExecutionData) => {
			const hash = createHash('md5').update(String(json._id)).digest('base64');
			if (known.has(hash)) return false;
			this.processed.data.push(hash);
			return true;
		};
		return (await this.fetch()).filter(isNew);
	}

	private async fetch(): Promise<INodeExecutionData[]> {
		const { helpers } = this.context;
		const { body } = (await helpers.requestWithAuthentication.call(
			this.context,
			'gmcApi',
			requestTo(this.uri),
			undefined,
			0,
		)) as { body: Readable };
		const text = await helpers.binaryToString(await helpers.binaryToBuffer(body));
		const { balanceTransaction } = jsonParse<{ balanceTransaction: IDataObject[] }>(text);
		return balanceTransaction.map((addition) => ({
			json: { ...addition },
			pairedItem: { item: 0 },
		}));
	}
}

/** Measures the runs that find nothing new; that the list cannot be had at all is told. */
export async function pollWholeList(
	baseUrl: string,
	credential: StoredCredential,
	runs: number,
): Promise<Poll[]> {
	const poll = 'HTTP Request';
	const workflow = new WholeListWorkflow(`${baseUrl}/transactions/add-balance/all`, credential);
	const failure = await workflow.run().then(
		() => undefined,
		(error: Error) => error,
	);
	if (failure !== undefined) {
		process.stderr.write(`The whole list cannot be had: ${failure.message}\n`);
		return [{ poll, stateBytes: 0 }];
	}
	const cost = await leastOf(
		runs,
		() => workflow,
		async (one) => void (await one.run()),
	);
	return [{ poll, cost, stateBytes: workflow.stateBytes }];
}
