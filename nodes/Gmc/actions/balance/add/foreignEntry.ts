import type { LedgerEntry } from '../../../core/additions/ledgerMemory';
import { toIso } from '../../../core/util/time';
import type { RowIn } from './row';
import { chargeOf } from './row';

/** The index of no run. */
const FOREIGN = -1;

/** What stands for a request that another run has made; it is in no ledger of this execution. */
export function foreignEntry(row: RowIn<'planned'>, askedAt: number) {
	const charge = chargeOf(row);
	return {
		...charge,
		...{ state: 'intended' as const, askedBy: FOREIGN },
		askedAt: toIso(askedAt),
	};
}

/** Whether `foreignEntry` has made it. */
export const isForeign = ({ askedBy }: LedgerEntry): boolean => askedBy === FOREIGN;
