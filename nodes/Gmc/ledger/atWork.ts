/** Runs at work in this process. Their claims were not left by a crash. */
const runs = new Set<string>();

export const isAtWork = (run: string): boolean => runs.has(run);

/** Marks the run as at work while `work` runs. */
export async function whileAtWork<T>(run: string, work: () => Promise<T>): Promise<T> {
	runs.add(run);
	try {
		return await work();
	} finally {
		runs.delete(run);
	}
}
