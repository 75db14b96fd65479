/** Milliseconds that a clock of Node.js can wait: whole ones, and not for more than 25 days. */
export function asClockMs(ms: number): number {
	return Math.min(2 ** 31 - 1, Math.max(0, Math.ceil(ms)));
}

/** Aborts when the time is up; does not keep the process from ending. */
export function clockOf(ms: number): AbortSignal {
	return AbortSignal.timeout(asClockMs(ms));
}

/**
 * @param ms milliseconds; Infinity waits for ever
 * @returns what the promise gives, or `late` when it has not settled by then
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | 'late'> {
	if (ms === Infinity) return await promise;
	const signal = clockOf(ms);
	let onAbort = () => {};
	const late = new Promise<'late'>((resolve) => {
		onAbort = () => resolve('late');
		signal.addEventListener('abort', onAbort);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		// The signal lives until the time is over, and would hold on to what the promise gave.
		signal.removeEventListener('abort', onAbort);
	}
}

/** The same for what can be aborted, which it is where it is late. @param start is given the signal */
export async function abortAfter<T>(
	ms: number,
	start: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'late'> {
	const abort = new AbortController();
	try {
		return await withTimeout(start(abort.signal), ms);
	} finally {
		abort.abort();
	}
}
