/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { lock, type LockOptions } from 'proper-lockfile';

/** The owner touches its lock this often. */
const TOUCH_MS = 5_000;
/** A lock that nobody has touched for so long was left by a process that was killed. */
const LEFT_BEHIND_MS = 30_000;
const POLL_MS = 250;

/** Runs `work` while holding the lock `directory`; another process (or call) waits for its turn. */
export async function withLock<T>(
	directory: string,
	work: () => Promise<T>,
	onWait?: () => void,
): Promise<T> {
	await mkdir(path.dirname(directory), { recursive: true });
	let isLost = false;
	const options: LockOptions = {
		lockfilePath: directory,
		// The lock is for a piece of work, not for a file that exists.
		realpath: false,
		update: TOUCH_MS,
		stale: LEFT_BEHIND_MS,
		onCompromised: () => (isLost = true),
	};
	const retries = { forever: true, minTimeout: POLL_MS, maxTimeout: POLL_MS };
	const release = await lock(directory, options).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ELOCKED') throw error;
		onWait?.();
		return await lock(directory, { ...options, retries });
	});
	try {
		return await work();
	} finally {
		// Otherwise another process has taken it, because this one stood still for many seconds.
		if (!isLost) await release();
	}
}
