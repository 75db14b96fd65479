/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';

/** Asking often costs whoever is asked; what takes long is asked for less often. Milliseconds. */
const FIRST_DELAY_MS = 20;
const LAST_DELAY_MS = 150;

/**
 * Waits until a condition holds; rejects with `what` when it takes too long.
 *
 * @param lastDelayMs how long it waits between two looks in the end, in milliseconds
 */
export async function until(
	what: string,
	condition: () => Promise<boolean>,
	timeoutMs = 120_000,
	lastDelayMs = LAST_DELAY_MS,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	for (let wait = FIRST_DELAY_MS; !(await condition()); wait = Math.min(2 * wait, lastDelayMs)) {
		if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`);
		await delay(wait);
	}
}
