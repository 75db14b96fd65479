/* eslint-disable @n8n/community-nodes/no-restricted-imports --
   the sandbox is a program of its own: it is not part of the package and never runs inside n8n */
import { setTimeout } from 'node:timers/promises';

/** Waits for `ms` of real time; false when `stop` was aborted before. */
export async function waited(ms: number, stop: AbortSignal): Promise<boolean> {
	return await setTimeout(ms, true, { signal: stop }).catch(() => false);
}
