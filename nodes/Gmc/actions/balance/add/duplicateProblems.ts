import type { Charge } from '../../../core/additions/charge';
import type { Moment } from '../../../core/texts/words/wordsIn';
import { InputError } from '../../../core/util/inputError';

/** Under `details.code` (reference.md "Duplicate Protection"). */
const SUSPECTED = 'DUPLICATE_SUSPECTED';

/** @param found the addition that the row equals, and when it was made, where that can be read */
export function suspectedDuplicate(
	found: { additionId: string; at?: Moment },
	{ amount, currency }: Charge,
	customerName?: string,
): InputError {
	return new InputError(
		({ duplicates }) => {
			const name = customerName ?? duplicates.thisCustomer;
			return duplicates.suspected({ ...found, name, amount, currency });
		},
		({ duplicates }) => duplicates.twoWays,
		SUSPECTED,
	);
}

interface LedgerSettings {
	/** Name of the Data Table. */
	ledgerTable: string;
}

/** @param at when the equal row was sent whose fate is open */
export function equalInDoubt(
	at: Moment,
	{ amount, currency }: Charge,
	{ ledgerTable: table }: LedgerSettings,
): InputError {
	return new InputError(
		({ duplicates }) => duplicates.equalInDoubt({ amount, currency, at }),
		({ duplicates }) => duplicates.settleEqual({ table }),
		SUSPECTED,
	);
}
