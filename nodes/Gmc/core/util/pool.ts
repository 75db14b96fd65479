/**
 * Runs tasks with at most `concurrency` at once, in order of start. The first one runs alone: a wrong
 * credential or a missing permission then costs one request, and one login serves all (n8n.md C6).
 *
 * @param tasks may come one after the other; what is not taken from them when the pool stops is given back
 *   through their `return`
 * @param run must not throw
 * @param stopped asked before each start; once true, the remaining tasks are not started
 */
export async function runPool<T>(
	tasks: Iterable<T> | AsyncIterable<T>,
	concurrency: number,
	run: (task: T) => Promise<void>,
	stopped: () => boolean = () => false,
): Promise<void> {
	const queue = iteratorOf(tasks);
	const takeOne = async (): Promise<boolean> => {
		if (stopped()) return false;
		const { value, done } = await queue.next();
		if (done || stopped()) return false;
		await run(value);
		return true;
	};
	const worker = async () => {
		while (await takeOne());
	};
	try {
		if (await takeOne()) await Promise.all(Array.from({ length: concurrency }, worker));
	} finally {
		await queue.return?.();
	}
}

const iteratorOf = <T>(tasks: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> =>
	Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
