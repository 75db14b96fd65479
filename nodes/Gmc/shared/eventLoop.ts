import { sleep } from 'n8n-workflow';
import type { Sliced } from '../core/util/slices';

/** Longest time that a loop keeps n8n's event loop to itself, in milliseconds. */
const SLICE_MS = 50;

/** Returns a function for loops: it lets others use n8n's event loop if this loop has had it for long. */
export function slices(): () => Promise<void> {
	let sliceEnd = Date.now() + SLICE_MS;
	return async () => {
		if (Date.now() < sliceEnd) return;
		await sleep(0);
		sliceEnd = Date.now() + SLICE_MS;
	};
}

/**
 * Calls `map` with each index from 0, in order, and lets others use n8n's event loop in between. n8n takes about a
 * millisecond to read the fields of an item, so 10,000 items in one piece would block the process for ten seconds.
 */
export async function mapItems<T>(count: number, map: (itemIndex: number) => T): Promise<T[]> {
	const mapped: T[] = [];
	const giveWay = slices();
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		mapped.push(map(itemIndex));
		await giveWay();
	}
	return mapped;
}

/** Does work of the core to its end, and lets others use n8n's event loop between its slices. */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
	const giveWay = slices();
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
