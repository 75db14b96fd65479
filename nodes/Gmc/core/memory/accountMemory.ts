/**
 * What an execution remembers of what it has done, in n8n's context of the node: it survives Retry On Fail and
 * "Retry" of the execution (n8n.md E3).
 */
export interface AccountMemory<Account> {
	/** By account: what was done with one says nothing about another. */
	accounts: Record<string, Account>;
	/** Set once n8n has been seen to retry an execution without its memory; it counts for every further retry. */
	isLost?: true;
}

/**
 * @param memory the node's context object, which is changed in place
 * @param name under which it is kept there
 */
export function accountMemory<Account>(
	memory: Record<string, unknown>,
	name: string,
): AccountMemory<Account> {
	return (memory[name] ??= { accounts: {} }) as AccountMemory<Account>;
}

/**
 * Whether what an earlier try of this execution did is no longer known. To be asked first of all: once
 * anything is remembered anew, it no longer shows.
 *
 * @param wasCutOff whether n8n knows of a run that the memory should tell of; asked where there is no memory
 */
export function isAccountMemoryLost(
	memory: Record<string, unknown>,
	name: string,
	wasCutOff: () => boolean,
): boolean {
	const isMissing = memory[name] === undefined && wasCutOff();
	const stored = accountMemory(memory, name);
	if (isMissing) stored.isLost = true;
	return stored.isLost === true;
}
