/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { createHash } from 'node:crypto';
import axios from 'axios';
import { headersOf } from '../../harness/sandbox/useSandbox';
import type { SandboxCredential } from '../../sandbox/http/admin-control';
import { DEMO_USER } from '../../sandbox/seeds';
import { type Poll, leastOf } from './measure';

/**
 * What a user would build instead: Schedule Trigger, HTTP Request of the whole list, Split Out, Remove Duplicates.
 * Only what these nodes cannot do without is done here (no expression per item, no execution data, no database), so
 * the true cost is higher.
 */
class WholeListWorkflow {
	/** As Remove Duplicates 2 keeps it in n8n's database. */
	private readonly processed: { mode: 'entries'; data: string[] } = { mode: 'entries', data: [] };

	constructor(
		private readonly url: string,
		private readonly headers: Record<string, string>,
	) {}

	get stateBytes(): number {
		return Buffer.byteLength(JSON.stringify(this.processed));
	}

	async run(): Promise<void> {
		const { data } = await axios.get<ArrayBuffer>(this.url, {
			headers: this.headers,
			proxy: false,
			responseType: 'arraybuffer',
		});
		// A text has its limit, which n8n's node meets, too.
		const { balanceTransaction } = JSON.parse(Buffer.from(data).toString()) as {
			balanceTransaction: Array<{ _id: string }>;
		};
		const known = new Set(this.processed.data);
		const hashes = balanceTransaction.map(({ _id }) =>
			createHash('md5').update(_id).digest('base64'),
		);
		this.processed.data = this.processed.data.concat(hashes.filter((hash) => !known.has(hash)));
	}
}

/** Measures the runs that find nothing new; that the list cannot be had at all is told. */
export async function pollWholeList(
	{ baseUrl, email, senha }: SandboxCredential,
	runs: number,
): Promise<Poll[]> {
	const poll = 'HTTP Request';
	const login = await axios.post<{ accessToken: string }>(
		`${baseUrl}/auth/login`,
		{ email, senha },
		{ proxy: false },
	);
	const headers = headersOf(DEMO_USER, login.data.accessToken);
	const workflow = new WholeListWorkflow(`${baseUrl}/transactions/add-balance/all`, headers);
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
		async (one) => await one.run(),
	);
	return [{ poll, cost, stateBytes: workflow.stateBytes }];
}
