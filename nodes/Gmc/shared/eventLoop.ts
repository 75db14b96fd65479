import { sleep } from 'n8n-workflow';
import { keptInProcess } from '../core/util/processMemory';
import type { Sliced } from '../core/util/slices';

/** Longest time that this package keeps n8n's event loop to itself, in milliseconds. */
const SLICE_MS = 30;

/** When others last used the event loop, in epoch milliseconds: for all loops of the process, because short ones add up. */
const others = keptInProcess({
	at: 0,
	clear: () => {
		others.at = 0;
	},
});

/** Lets others use n8n's event loop if they have not used it for long. */
export async function giveWay(): Promise<void> {
	const held = Date.now() - others.at;
	// Negative if the clock was set back.
	if (held >= 0 && held < SLICE_MS) return;
	await sleep(0);
	others.at = Date.now();
}

/**
 * Calls `map` with each index from 0, in order, and lets others use n8n's event loop in between. n8n takes about a
 * millisecond to read the fields of an item, so 10,000 items in one piece would block the process for ten seconds.
 */
export async function mapItems<T>(count: number, map: (itemIndex: number) => T): Promise<T[]> {
	const mapped: T[] = [];
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		mapped.push(map(itemIndex));
		await giveWay();
	}
	return mapped;
}

/** Does work of the core to its end, and lets others use n8n's event loop between its slices. */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
	for (;;) {
		const slice = work.next();
		if (slice.done) return slice.value;
		await giveWay();
	}
}

/** How often to check whether it is over, in milliseconds. */
const MAX_SLEEP_MS = 250;

/** Waits for something, however it ends, but not for longer than this, and ends early if `isOver`. */
export async function waitAtMost(
	milliseconds: number,
	end: Promise<unknown>,
	isOver: () => boolean,
): Promise<void> {
	let hasEnded = false;
	const ended = end.catch(() => {}).finally(() => (hasEnded = true));
	await Promise.race([ended, cancellableSleep(milliseconds, () => hasEnded || isOver())]);
}

/** Waits, but ends early if `isOver`. n8n's `sleep` does not notice that an execution was cancelled. */
export async function cancellableSleep(milliseconds: number, isOver: () => boolean): Promise<void> {
	const until = Date.now() + milliseconds;
	while (!isOver() && Date.now() < until) {
		await sleep(Math.min(MAX_SLEEP_MS, until - Date.now()));
	}
}
