/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a server for tests, not a part of the package */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import type { Service } from '../../../harness/engine';

/** What comes before the service: `pass` hands the request on and gives the answer, which need not be told. */
export type Meet = (
	incoming: IncomingMessage,
	response: ServerResponse,
	pass: () => Promise<{ status: number; body: string }>,
) => Promise<void>;

/** A proxy or firewall in front of the sandbox, for one test. */
export class Front {
	/** `METHOD /path` of everything that has come. */
	readonly asked: string[] = [];

	private constructor(readonly server: Server) {}

	/** @param target the sandbox's origin; the paths stay as they are */
	static async open(target: string, meet: Meet): Promise<Front> {
		const server = createServer();
		const front = new Front(server);
		server.on('request', (incoming, response) => {
			front.asked.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
			const body = buffer(incoming);
			void meet(incoming, response, async () => await handOn(target, incoming, await body));
		});
		await new Promise<void>((resolve) => server.listen(0, resolve));
		return front;
	}

	/** @param host also `localhost`, which has two addresses */
	url(host = '127.0.0.1'): string {
		return `http://${host}:${(this.server.address() as AddressInfo).port}`;
	}

	/** How often a `METHOD /path` has come whose end is this. */
	count(end: string): number {
		return this.asked.filter((one) => one.endsWith(end)).length;
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}

async function handOn(target: string, { method, headers, url }: IncomingMessage, data: Buffer) {
	const { status, data: body } = await axios.request<string>({
		method,
		headers,
		url: `${target}${url}`,
		data,
		proxy: false,
		transformResponse: (text: string) => text,
		validateStatus: () => true,
	});
	return { status, body };
}

/** Hands everything on, and tells what the service answers. */
export const passOn: Meet = async (_incoming, response, pass) => {
	const { status, body } = await pass();
	response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
};

/** Has the service behind a front. @param host of the front @param more of the credential, such as a login past it */
export async function putBefore(
	service: Service,
	meet: Meet,
	{ host, ...more }: IDataObject & { host?: string } = {},
): Promise<Front> {
	const { url, baseUrl } = service.sandbox;
	const { origin } = new URL(url);
	const front = await Front.open(origin, meet);
	await service.useCredential({ baseUrl: baseUrl.replace(origin, front.url(host)), ...more });
	return front;
}
