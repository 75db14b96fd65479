/**
 * Runs tasks with at most `concurrency` at once, in order of start. The first one runs alone: a wrong
 * credential or a missing permission then costs one request, and one login serves all (n8n.md C6).
 *
 * @param run must not throw
 * @param stopped asked before each start; once true, the remaining tasks are not started
 */
export async function runPool<T>(
	tasks: T[],
	concurrency: number,
	run: (task: T) => Promise<void>,
	stopped: () => boolean = () => false,
): Promise<void> {
	const queue = tasks.values();
	const takeOne = async (): Promise<boolean> => {
		if (stopped()) return false;
		const { value, done } = queue.next();
		if (done) return false;
		await run(value);
		return true;
	};
	const worker = async () => {
		while (await takeOne());
	};
	if (await takeOne()) await Promise.all(Array.from({ length: concurrency }, worker));
}
