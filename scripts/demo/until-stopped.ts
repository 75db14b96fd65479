/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { once } from 'node:events';

/** Undoes, last first, whatever has been started so far. */
export type Cleanup = Array<() => Promise<void>>;

/** The exit code of a program that Ctrl-C has ended, by custom. */
export const INTERRUPTED = 130;

/**
 * Runs a program that the user ends with Ctrl-C, cleans up after it and leaves with the code it answers.
 * `stopped` resolves, with undefined, once the user has had enough.
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
