/**
 * Runs tasks with at most `limit()` at once, in order of start. The first one runs alone: a wrong credential or a
 * missing permission then costs one request, and one login serves all (n8n.md C6).
 *
 * @param tasks may come one after the other; what is not taken from them when the pool stops is given back
 *   through their `return`
 * @param limit of at least 1; asked again whenever a task has ended
 * @param run must not throw
 * @param stopped asked before each start; once true, the remaining tasks are not started
 */
export async function runPool<T>(
	tasks: Iterable<T> | AsyncIterable<T>,
	limit: () => number,
	run: (task: T) => Promise<void>,
	stopped: () => boolean = () => false,
): Promise<void> {
	const queue = iteratorOf(tasks);
	const running = new Set<Promise<void>>();
	const isFull = () => running.size >= limit();
	try {
		for (let isFirst = true; !stopped(); isFirst = false) {
			const { value, done } = await queue.next();
			if (done) break;
			// While the task came the limit may have fallen.
			while (isFull()) await Promise.race(running);
			if (stopped()) break;
			const task = run(value).finally(() => running.delete(task));
			running.add(task);
			if (isFirst) await task;
			while (isFull()) await Promise.race(running);
		}
		await Promise.all(running);
	} finally {
		await queue.return?.();
	}
}

const iteratorOf = <T>(tasks: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> =>
	Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
