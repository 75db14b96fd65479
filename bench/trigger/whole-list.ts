/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-deprecated-workflow-functions --
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
import { measured, measuredOften } from './measure';
import type { PollerResult, Repeats } from './types';

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

/** Measures the runs that find nothing new; a run that cannot be done at all is told, with its cost. */
export async function pollWholeList(
	baseUrl: string,
	credential: StoredCredential,
	repeats: Repeats,
): Promise<Pick<PollerResult, 'polls' | 'stateBytes' | 'failure'>> {
	const workflow = new WholeListWorkflow(`${baseUrl}/transactions/add-balance/all`, credential);
	let failure: string | undefined;
	const baseline = await measured(async () => {
		await workflow.run().catch((error: Error) => {
			failure = error.message;
		});
	});
	if (failure !== undefined) return { polls: { baseline }, stateBytes: 0, failure };
	const quiet = await measuredOften(
		repeats,
		() => workflow,
		async (one) => void (await one.run()),
	);
	return { polls: { baseline, quiet }, stateBytes: workflow.stateBytes };
}
