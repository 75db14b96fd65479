/**
 * Runs tasks with at most `limit()` at once, in order of start.
 *
 * @param limit of at least 1; asked again whenever a task has ended
 * @param run must not throw
 * @param stopped asked before each start; once true, the remaining tasks are not started
 */
export async function runPool<T>(
	tasks: Iterable<T>,
	limit: () => number,
	run: (task: T) => Promise<void>,
	stopped: () => boolean = () => false,
): Promise<void> {
	const running = new Set<Promise<void>>();
	for (const value of tasks) {
		while (running.size >= limit()) await Promise.race(running);
		if (stopped()) break;
		const task = run(value).finally(() => running.delete(task));
		running.add(task);
	}
	await Promise.all(running);
}
