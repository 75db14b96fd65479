/**
 * @param ms milliseconds; Infinity waits for ever
 * @returns what the promise gives, or `late` when it has not settled by then
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | 'late'> {
	if (ms === Infinity) return await promise;
	const signal = AbortSignal.timeout(Math.max(0, ms));
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
