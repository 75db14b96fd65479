/**
 * Runs tasks with at most `limit()` at once, in order of start.
 *
 * @param limit at least 1. Called again after each task
 * @param run must not throw
 * @param stopped called before each start. Once true, the remaining tasks are not started
 */
export async function runPool<T>(
	tasks: Iterable<T>,
	limit: () => number,
	run: (task: T) => Promise<void>,
	stopped: () => boolean = () => false,
): Promise<void> {
	const running = new Set<Promise<void>>();
	for (const task of tasks) {
		while (running.size >= limit()) await Promise.race(running);
		if (stopped()) break;
		const one = run(task).finally(() => running.delete(one));
		running.add(one);
	}
	await Promise.all(running);
}
