/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds; rejects with `what` when it takes too long. */
export async function until(
	what: string,
	condition: () => Promise<boolean>,
	timeoutMs = 60_000,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`);
		await delay(20);
	}
}
