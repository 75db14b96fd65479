interface Memory {
	clear(): void;
}

const memories: Memory[] = [];

/**
 * Registers what is kept from one execution to the next until n8n ends: sessions, lists, cursors. What belongs to runs
 * that are at work (turns, claims, reservations) is not kept: each of them takes its own away.
 */
export function keptInProcess<T extends Memory>(memory: T): T {
	memories.push(memory);
	return memory;
}

/** Forgets all of it, as a new process does. For tests, which play several processes and services in one. */
export function forgetProcess(): void {
	for (const memory of memories) memory.clear();
}
