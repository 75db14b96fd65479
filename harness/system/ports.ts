/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { createServer } from 'node:net';

/** The address everything in this project listens on. */
export const LOOPBACK = '127.0.0.1';

function listenOnce(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, LOOPBACK, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
		});
	});
}

/** A port nobody listens on right now. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
}

/** Whether `port` can be listened on right now. */
export async function isPortFree(port: number): Promise<boolean> {
	return await listenOnce(port).then(
		() => true,
		() => false,
	);
}

/** Fails in plain words when `port` is taken; `option` is how the user picks another one. */
export async function requireFreePort(port: number, what: string, option: string): Promise<void> {
	if (await isPortFree(port)) return;
	throw new Error(
		`Port ${port}, wanted for ${what}, is in use. End the program that holds it, or choose another port: ${option}`,
	);
}
