import { setTimeout as delay } from 'node:timers/promises';
import { lastLines } from './run';

/** Milliseconds between two checks: they grow, because each check costs something. */
const FIRST_DELAY_MS = 20;
const LAST_DELAY_MS = 150;

/**
 * Waits until a condition is true; rejects with `what` if that takes too long.
 *
 * @param lastDelayMs the longest time between two checks, in milliseconds
 */
export async function until(
	what: string,
	condition: () => Promise<boolean>,
	timeoutMs = 120_000,
	lastDelayMs = LAST_DELAY_MS,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	for (let wait = FIRST_DELAY_MS; !(await condition()); wait = Math.min(2 * wait, lastDelayMs)) {
		if (Date.now() > deadline) throw new Error(`Waited too long for: ${what}`);
		await delay(wait);
	}
}

/** A program that was just started. */
interface Starting {
	/** How messages call it. */
	name: string;
	isReady: () => Promise<boolean>;
	/** What has ended it, if anything has. */
	ended: () => string | undefined;
	logs: () => string;
}

/** Waits until a program is ready; rejects with the end of its log if it ends early or takes too long. */
export async function untilReady({ name, isReady, ended, logs }: Starting): Promise<void> {
	const isDecided = async () => ended() !== undefined || (await isReady());
	const end = await until(name, isDecided).then(ended, () => 'was not ready in time');
	if (end === undefined) return;
	throw new Error(`${name} ${end}. The end of its log:\n${lastLines(logs(), 20)}`);
}
