type Memory = Pick<Map<unknown, unknown>, 'clear'>;

const memories: Memory[] = [];

/**
 * Registers what stays in memory from one execution to the next: sessions, lists, cursors. Runs at work are not
 * registered, because each removes itself.
 */
export function keptInProcess<T extends Memory>(memory: T): T {
	memories.push(memory);
	return memory;
}

/** Forgets everything, as a new process does. For tests that simulate several processes in one. */
export function forgetProcess(): void {
	for (const memory of memories) memory.clear();
}

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
