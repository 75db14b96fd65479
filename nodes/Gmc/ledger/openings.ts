import { keptInProcess } from '../core/util/processMemory';
import { waitAtMost } from '../shared/eventLoop';

// Runs of one process that come at once need not all find out what one of them finds out for the others.

/** The runs that are opening a table. */
const openings = keptInProcess(new Map<string, Promise<unknown>>());

/** How long the others wait, in milliseconds. Then they find it out themselves. */
const MAX_OPENING_MS = 10_000;

interface Opening {
	/** Whether nothing is to be found out, or no more. */
	isReady: () => boolean;
	/** Whether the run was cancelled. */
	isOver: () => boolean;
}

/**
 * Calls, and meanwhile lets other runs wait that would find out the same. If it fails, the next one calls.
 *
 * @param key names what is found out
 * @throws what `call` throws
 */
export async function findOutOnce<T>(
	key: string,
	{ isReady, isOver }: Opening,
	call: () => Promise<T>,
): Promise<T> {
	const until = Date.now() + MAX_OPENING_MS;
	for (;;) {
		const opening = isReady() ? undefined : openings.get(key);
		if (opening === undefined || Date.now() >= until || isOver()) break;
		await waitAtMost(until - Date.now(), opening, isOver);
	}
	const called = call();
	if (isReady() || openings.has(key)) return await called;
	openings.set(key, called);
	return await called.finally(() => openings.delete(key));
}
