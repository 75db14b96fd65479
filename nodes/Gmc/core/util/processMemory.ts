interface Memory {
	clear(): void;
}

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
