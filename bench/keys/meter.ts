/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { LOOPBACK } from '../../harness/system/ports';

/** Stands between n8n and a service and counts what passes, headers and all. */
export interface Meter {
	/** Of the service, through the meter. */
	baseUrl: string;
	/** Both ways, so far. */
	bytes(): number;
	stop(): void;
}

/** @param serviceUrl its Base URL, with `/api` */
export async function startMeter(serviceUrl: string): Promise<Meter> {
	const { hostname, port, pathname } = new URL(serviceUrl);
	const open = new Set<Socket>();
	let bytes = 0;
	const server = createServer((inner) => {
		const outer = connect(Number(port), hostname);
		for (const socket of [inner, outer]) {
			socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
		}
		open.add(inner);
		pipeline(inner, outer, inner, () => open.delete(inner));
	});
	server.listen(0, LOOPBACK);
	await once(server, 'listening');
	const own = (server.address() as AddressInfo).port;
	const stop = () => {
		for (const socket of open) socket.destroy();
		server.close();
	};
	return { baseUrl: `http://${LOOPBACK}:${own}${pathname}`, bytes: () => bytes, stop };
}
