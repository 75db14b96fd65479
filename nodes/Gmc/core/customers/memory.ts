import type { RunRecord, RunRecords } from '../util/outbox';
import type { Change } from './changes';
import type { Creation } from './creations';

/** What an execution has done to the customers of one account, by run index. */
export interface AccountMemory {
	creations: RunRecords<RunRecord<Creation>>;
	changes: RunRecords<RunRecord<Change>>;
}

/** As it is kept in the node's context: it survives Retry On Fail and "Retry" of the execution (n8n.md E3). */
interface StoredCustomers {
	/** By account: a customer of one is none of another. */
	accounts: Record<string, AccountMemory>;
	/** Set once n8n has been seen to retry an execution without its memory; it counts for every further retry. */
	isLost?: true;
}

/** @param memory the node's context object, which is changed in place */
const storedIn = (memory: Record<string, unknown>) =>
	(memory.gmcCustomers ??= { accounts: {} }) as StoredCustomers;

/**
 * Whether what an earlier try of this execution did is no longer known. To be asked first of all: once
 * anything is remembered anew, it no longer shows.
 *
 * @param memory the node's context object, which is changed in place
 * @param wasCutOff whether n8n knows of a run that the memory should tell of; asked where there is no memory
 */
export function isCustomerMemoryLost(
	memory: Record<string, unknown>,
	wasCutOff: () => boolean,
): boolean {
	const isMissing = memory.gmcCustomers === undefined && wasCutOff();
	const stored = storedIn(memory);
	if (isMissing) stored.isLost = true;
	return stored.isLost === true;
}

/**
 * @param memory the node's context object, which is changed in place
 * @param account names the account that is asked; see `accountOf`
 */
export function accountMemory(memory: Record<string, unknown>, account: string): AccountMemory {
	return (storedIn(memory).accounts[account] ??= { creations: {}, changes: {} });
}
