import { randomBytes } from 'crypto';
import { sleep } from 'n8n-workflow';
import { keptInProcess } from '../core/util/processMemory';
import type { Sliced } from '../core/util/slices';

/** Longest time that this package keeps n8n's event loop to itself, in milliseconds. */
const SLICE_MS = 30;

/** Turns of the event loop, for all loops of the process: short ones add up, and one turn is for one of them. */
const turns = keptInProcess({
	/** When the last one was, in epoch milliseconds. */
	at: 0,
	last: Promise.resolve(),
	clear: () => {
		turns.at = 0;
	},
});

/**
 * Waits until Node.js has read its sockets. A timer is no such turn: where two loops wait for timers, one is over whenever
 * the other has worked, so Node.js never leaves the timers, and an answer that has arrived counts as lost.
 */
const nextTurn = async () =>
	await new Promise<void>((done) => {
		randomBytes(1, () => done());
	});

/** Lets others use n8n's event loop, unless a loop has just done so. */
export async function giveWay(): Promise<void> {
	const held = Date.now() - turns.at;
	// Negative if the clock was set back.
	if (held >= 0 && held < SLICE_MS) return;
	turns.last = turns.last.then(nextTurn);
	await turns.last;
	turns.at = Date.now();
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
