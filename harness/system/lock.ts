/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lock } from 'proper-lockfile';

/** The owner touches its lock this often. */
const TOUCH_MS = 5_000;
/** A lock that nobody has touched for so long was left by a process that was killed. */
const LEFT_BEHIND_MS = 30_000;
const POLL_MS = 250;

/** Lets go of the lock; undefined while somebody else holds it. */
async function tryAcquire(
	directory: string,
	onLost: (error: Error) => void,
): Promise<(() => Promise<void>) | undefined> {
	return await lock(directory, {
		lockfilePath: directory,
		// What is locked is a piece of work, not a file that is there.
		realpath: false,
		update: TOUCH_MS,
		stale: LEFT_BEHIND_MS,
		onCompromised: onLost,
	}).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ELOCKED') return undefined;
		throw error;
	});
}

/** Runs `work` while holding the lock `directory`; another process (or call) waits for its turn. */
export async function withLock<T>(
	directory: string,
	work: () => Promise<T>,
	onWait?: () => void,
): Promise<T> {
	await mkdir(path.dirname(directory), { recursive: true });
	const lost: Error[] = [];
	const acquire = async () => await tryAcquire(directory, (error) => lost.push(error));
	let release = await acquire();
	if (release === undefined) onWait?.();
	while (release === undefined) {
		await delay(POLL_MS);
		release = await acquire();
	}
	try {
		return await work();
	} finally {
		// Somebody else's by now: it took this process for dead, after a stop of many seconds.
		if (lost.length === 0) await release();
	}
}
