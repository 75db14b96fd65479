import type { Charge } from '../../../core/additions/charge';
import type { Moment } from '../../../core/texts/words/wordsIn';
import { InputError } from '../../../core/util/inputError';
import { IN_USE, runAgain } from './keyProblems';

/** Under `details.code` (reference.md "Options"). */
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
	holdMs: number;
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

/** The same under History, where it counts as the very row. */
export function heldInDoubt(
	at: Moment,
	{ ledgerTable: table, holdMs }: LedgerSettings,
): InputError {
	return new InputError(
		({ duplicates }) => duplicates.heldInDoubt({ at }),
		runAgain(holdMs, table),
		IN_USE,
	);
}
