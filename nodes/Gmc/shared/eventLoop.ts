import { sleep } from 'n8n-workflow';

/** Longest time that a loop keeps n8n's event loop to itself, in milliseconds. */
const SLICE_MS = 50;

/** Gives n8n's event loop to others where whoever calls again and again has had it for long. */
export function slices(): () => Promise<void> {
	let sliceEnd = Date.now() + SLICE_MS;
	return async () => {
		if (Date.now() < sliceEnd) return;
		await sleep(0);
		sliceEnd = Date.now() + SLICE_MS;
	};
}

/**
 * Calls `map` with each index from 0, in order, and lets others have n8n's event loop now and then. Reading
 * the fields of an item costs n8n about a millisecond for its expressions; in one piece, 10,000 items would
 * stop everything else in the process for ten seconds.
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
