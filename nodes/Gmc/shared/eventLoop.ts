import { sleep } from 'n8n-workflow';

/** Longest time that a loop keeps n8n's event loop to itself, in milliseconds. */
const SLICE_MS = 50;

/**
 * Calls `map` with each index from 0, in order, and lets others have n8n's event loop now and then. Reading
 * the fields of an item costs n8n about a millisecond for its expressions; in one piece, 10,000 items would
 * stop everything else in the process for ten seconds.
 */
export async function mapItems<T>(count: number, map: (itemIndex: number) => T): Promise<T[]> {
	const mapped: T[] = [];
	let pieceEnd = Date.now() + SLICE_MS;
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		mapped.push(map(itemIndex));
		if (Date.now() < pieceEnd) continue;
		await sleep(0);
		pieceEnd = Date.now() + SLICE_MS;
	}
	return mapped;
}
