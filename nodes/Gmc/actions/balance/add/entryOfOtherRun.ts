import type { LedgerEntry } from '../../../core/additions/ledgerMemory';
import { toIso } from '../../../core/util/time';
import type { RowIn } from './row';
import { chargeOf } from './row';

/** The index of no run. */
const OTHER_RUN = -1;

/**
 * What stands for a request that another run has made; it is in no ledger of this execution.
 *
 * @param askedAt epoch milliseconds
 */
export function entryOfOtherRun(row: RowIn<'planned'>, askedAt: number) {
	const charge = chargeOf(row);
	return {
		...charge,
		...{ state: 'intended' as const, askedBy: OTHER_RUN },
		askedAt: toIso(askedAt),
	};
}

/** Whether `entryOfOtherRun` has made it. */
export const isOfOtherRun = ({ askedBy }: LedgerEntry): boolean => askedBy === OTHER_RUN;
