import { createServer } from 'node:net';
import getPort from 'get-port';

/** The address everything in this project listens on. */
export const LOOPBACK = '127.0.0.1';

/** A port nobody listens on right now, and that no other call in this process has been given lately. */
export async function freePort(): Promise<number> {
	return await getPort({ host: LOOPBACK });
}

/** Whether `port` can be listened on right now. Not by get-port, which would keep it from the next who asks. */
async function isPortFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
	});
}

export async function requireFreePort(port: number, what: string, option: string): Promise<void> {
	if (await isPortFree(port)) return;
	throw new Error(
		`Port ${port}, wanted for ${what}, is in use. End the program that holds it, or choose another port: ${option}`,
	);
}
