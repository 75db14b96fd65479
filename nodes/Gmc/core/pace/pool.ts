/**
 * Runs tasks with at most `limit()` at once, in order of start.
 *
 * @param tasks the next one is taken when it can start
 * @param limit at least 1. Called again after each task
 * @param run must not throw
 * @param stopped called before each start. Once true, the remaining tasks are not started
 */
export async function runPool<T>(
	tasks: Iterable<T> | AsyncIterable<T>,
	limit: () => number,
	run: (task: T) => Promise<void>,
	stopped: () => boolean = () => false,
): Promise<void> {
	const running = new Set<Promise<void>>();
	const isFull = () => running.size >= limit();
	const iterator =
		Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
	try {
		for (;;) {
			while (isFull()) await Promise.race(running);
			const pulled = iterator.next();
			const { done, value } = 'then' in pulled ? await pulled : pulled;
			if (done === true) break;
			// The limit may have become lower in the meantime.
			while (isFull()) await Promise.race(running);
			if (stopped()) break;
			const task = run(value).finally(() => running.delete(task));
			running.add(task);
		}
	} finally {
		await Promise.all(running);
	}
}
