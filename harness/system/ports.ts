import getPort from 'get-port';

/** The address everything in this project listens on. */
export const LOOPBACK = '127.0.0.1';

/** A port nobody listens on right now, and that no other call in this process has been given lately. */
export async function freePort(): Promise<number> {
	return await getPort({ host: LOOPBACK });
}

export async function requireFreePort(port: number, what: string, option: string): Promise<void> {
	if ((await getPort({ host: LOOPBACK, port })) === port) return;
	throw new Error(
		`Port ${port}, wanted for ${what}, is in use. End the program that holds it, or choose another port: ${option}`,
	);
}
