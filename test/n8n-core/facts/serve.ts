/* eslint-disable @n8n/community-nodes/no-restricted-imports -- servers for tests, not a part of the package */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { CountedCredential } from './countedCredential';
import { runProbe } from './probe';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];

/** A service on this machine. @returns its address, and the requests it got */
export async function serve(answer: Answer) {
	const got: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		got.push(request);
		answer(request, response);
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got, server };
}

/** To be called after each test. */
export function closeServers(): void {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
}

export type Failed = Error & {
	httpCode?: string;
	cause?: { code?: string; response?: { status?: number } };
};

/** Sends requests, all at the same time, as a node does. */
export async function request(
	options: IHttpRequestOptions,
	{ credential = new CountedCredential(), count = 1 } = {},
): Promise<Array<{ response?: IN8nHttpFullResponse; error?: Failed }>> {
	const results: Array<{ response?: IN8nHttpFullResponse; error?: Failed }> = [];
	const send = async (context: IExecuteFunctions) => {
		const all = { returnFullResponse: true, json: true, ...options };
		const { httpRequestWithAuthentication } = context.helpers;
		await httpRequestWithAuthentication.call(context, 'gmcApi', all).then(
			(response: IN8nHttpFullResponse) => results.push({ response }),
			(error: Failed) => results.push({ error }),
		);
	};
	await runProbe({
		credential,
		async execute() {
			await Promise.all(Array.from({ length: count }, async () => await send(this)));
			return [[]];
		},
	});
	return results;
}
