/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';

/** Asking often costs whoever is asked; what takes long is asked for less often. Milliseconds. */
const FIRST_DELAY_MS = 20;
const LAST_DELAY_MS = 150;

/** Waits until a condition holds; rejects with `what` when it takes too long. */
export async function until(
	what: string,
	condition: () => Promise<boolean>,
	timeoutMs = 120_000,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	for (let wait = FIRST_DELAY_MS; !(await condition()); wait = Math.min(2 * wait, LAST_DELAY_MS)) {
		if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`);
		await delay(wait);
	}
}
