/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A lock whose owner has not written its process id by now was left by a crash. */
const OWNER_GRACE_MS = 2_000;

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: it is alive, but another user's.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** `mkdir` without `recursive` is the one call that exactly one of many processes wins. */
async function tryAcquire(directory: string): Promise<boolean> {
	try {
		await mkdir(directory);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	await writeFile(path.join(directory, 'pid'), String(process.pid));
	return true;
}

async function ownerOf(directory: string): Promise<number | undefined> {
	const text = await readFile(path.join(directory, 'pid'), 'utf8').catch(() => '');
	return Number(text) || undefined;
}

async function removeIfStale(directory: string): Promise<void> {
	let owner = await ownerOf(directory);
	if (owner === undefined) {
		await delay(OWNER_GRACE_MS);
		owner = await ownerOf(directory);
	}
	if (owner === undefined || !isAlive(owner)) await rm(directory, { recursive: true, force: true });
}

/** Runs `work` while holding the lock `directory`; another process (or call) waits for its turn. */
export async function withLock<T>(
	directory: string,
	work: () => Promise<T>,
	onWait?: () => void,
): Promise<T> {
	await mkdir(path.dirname(directory), { recursive: true });
	let told = false;
	while (!(await tryAcquire(directory))) {
		if (!told) onWait?.();
		told = true;
		await removeIfStale(directory);
		await delay(250);
	}
	try {
		return await work();
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
