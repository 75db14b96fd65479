import { MAX_CONDITIONS } from './dataTable';

/** One call after the other, each for as many as one call may be about. */
export async function inParts<T>(all: T[], call: (part: T[]) => Promise<void>): Promise<void> {
	for (let at = 0; at < all.length; at += MAX_CONDITIONS) {
		await call(all.slice(at, at + MAX_CONDITIONS));
	}
}
