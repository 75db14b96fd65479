/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Mockttp, generateCACertificate, getLocal } from 'mockttp';

/** A proxy that answers every request of n8n to the internet itself: by the rules of `server`, or with 503. */
export interface Outside {
	server: Mockttp;
	/** With these variables n8n uses the proxy, and trusts it. */
	env: Record<string, string>;
	stop(): Promise<void>;
}

/** Starts the proxy, with its own certificate authority. */
export async function startOutside(): Promise<Outside> {
	const https = await generateCACertificate({ subject: { commonName: 'Stand-ins of a test' } });
	const folder = await mkdtemp(path.join(tmpdir(), 'gmc-outside-'));
	const certificate = path.join(folder, 'ca.pem');
	await writeFile(certificate, https.cert);
	const server = getLocal({ https });
	await server.start();
	const url = `http://127.0.0.1:${server.port}`;
	const names = { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: '127.0.0.1,localhost' };
	// Lower case too: it would win if the surroundings name a proxy of their own.
	const lower = Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]);
	return {
		server,
		env: { ...names, ...Object.fromEntries(lower), NODE_EXTRA_CA_CERTS: certificate },
		stop: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
