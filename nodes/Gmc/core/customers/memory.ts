import { accountMemory, isAccountMemoryLost } from '../memory/accountMemory';
import type { RunRecord, RunRecords } from '../memory/outbox';
import type { Change } from './changes';
import type { Creation } from './creations';

/** What an execution has done to the customers of one account, by run index. */
export interface CustomerRuns {
	creations: RunRecords<RunRecord<Creation>>;
	changes: RunRecords<RunRecord<Change>>;
}

const NAME = 'gmcCustomers';

/** See `isAccountMemoryLost`. */
export const isCustomerMemoryLost = (
	memory: Record<string, unknown>,
	wasCutOff: () => boolean,
): boolean => isAccountMemoryLost(memory, NAME, wasCutOff);

/**
 * @param memory the node's context object, which is changed in place
 * @param account names the account that is asked; see `accountOf`
 */
export function customerRuns(memory: Record<string, unknown>, account: string): CustomerRuns {
	const { accounts } = accountMemory<CustomerRuns>(memory, NAME);
	return (accounts[account] ??= { creations: {}, changes: {} });
}
