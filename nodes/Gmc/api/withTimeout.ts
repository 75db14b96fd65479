/** Milliseconds as a timer of Node.js accepts them: whole, and at most 25 days. */
export function asClockMs(ms: number): number {
	return Math.min(2 ** 31 - 1, Math.max(0, Math.ceil(ms)));
}

/** Aborts after this time. Does not keep the process alive. */
export function clockOf(ms: number): AbortSignal {
	return AbortSignal.timeout(asClockMs(ms));
}

/**
 * @param ms milliseconds; Infinity waits forever
 * @returns the value of the promise, or `late` if it has not settled by then
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
		// The signal lives until the time is over, and would keep the value in memory.
		signal.removeEventListener('abort', onAbort);
	}
}
