/* eslint-disable @n8n/community-nodes/no-restricted-imports --
   the sandbox is a program of its own: it is not part of the package and never runs inside n8n */
import { setTimeout } from 'node:timers/promises';

/** Resolves after `ms` of real time, or rejects as soon as `stop` is aborted. */
export async function wait(ms: number, stop: AbortSignal): Promise<void> {
	await setTimeout(ms, undefined, { signal: stop });
}
