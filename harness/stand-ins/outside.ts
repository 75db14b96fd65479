/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompletedRequest, generateCACertificate, getLocal } from 'mockttp';

/** A request that n8n sent to a service outside. */
export interface Asked {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: CompletedRequest['headers'];
	text: string;
}

/** What a stand-in answers; the body is sent as JSON. */
export interface Answer {
	status?: number;
	json: unknown;
}

export type StandIn = (asked: Asked) => Answer | Promise<Answer>;

/** A proxy that answers every request of n8n to the internet itself. */
export interface Outside {
	env: Record<string, string>;
	/** From now on the stand-in answers for the host, over HTTPS. */
	serve(host: string, standIn: StandIn): void;
	stop(): Promise<void>;
}

/** Lower case too: it would win if the surroundings name a proxy of their own. */
function proxied(url: string, certificate: string): Record<string, string> {
	const NO_PROXY = '127.0.0.1,localhost';
	const names = { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY };
	const lower = Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]);
	return { ...names, ...Object.fromEntries(lower), NODE_EXTRA_CA_CERTS: certificate };
}

const readAsked = async (request: CompletedRequest): Promise<Asked> => {
	const { pathname, searchParams } = new URL(request.url);
	const { method, headers } = request;
	const text = (await request.body.getText()) ?? '';
	return { method, path: decodeURIComponent(pathname), query: searchParams, headers, text };
};

/** Starts the proxy, with its own certificate authority. */
export async function startOutside(): Promise<Outside> {
	const https = await generateCACertificate({ subject: { commonName: 'Stand-ins of a test' } });
	const folder = await mkdtemp(path.join(tmpdir(), 'gmc-outside-'));
	const certificate = path.join(folder, 'ca.pem');
	await writeFile(certificate, https.cert);
	const server = getLocal({ https });
	await server.start();
	const standIns = new Map<string, StandIn>();
	await server.forAnyRequest().thenCallback(async (request) => {
		const standIn = standIns.get(new URL(request.url).hostname);
		if (!standIn) return { statusCode: 502, body: `No stand-in for ${request.url}` };
		const { status: statusCode = 200, json } = await standIn(await readAsked(request));
		return { statusCode, json: json as object };
	});
	return {
		env: proxied(`http://127.0.0.1:${server.port}`, certificate),
		serve: (host, standIn) => void standIns.set(host, standIn),
		stop: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
