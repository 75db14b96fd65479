import { once } from 'node:events';

/** Stops what was started so far, in reverse order. */
export type Cleanup = Array<() => Promise<void>>;

/** The usual exit code after Ctrl-C. */
export const INTERRUPTED = 130;

/**
 * Runs a program until Ctrl-C, cleans up, and exits with its code. `stopped` resolves at Ctrl-C.
 */
export async function untilStopped(
	work: (stopped: Promise<undefined>, cleanup: Cleanup) => Promise<number>,
): Promise<void> {
	const cleanup: Cleanup = [];
	const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(
		() => undefined,
	);
	let code = 1;
	try {
		code = await work(stopped, cleanup);
	} catch (error) {
		process.stderr.write(`\n${(error as Error).message}\n`);
	}
	// A second Ctrl-C must not cut this short: n8n would be left half stopped.
	process.on('SIGINT', () => undefined);
	if (cleanup.length > 0) process.stdout.write('\nStopping…\n');
	for (const undo of cleanup.reverse()) await undo().catch(() => undefined);
	process.exit(code);
}
