import type { Moment } from '../../../core/texts/words';
import { time } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import { KEPT_DAYS_OF_EXECUTIONS } from '../../../ledger/oldRows';

// Why a retry of an execution is refused: it might pay again what an earlier try has sent.

export const protectionChanged = () =>
	new InputError({
		message:
			'An earlier try of this execution sent rows with another Duplicate Protection, Batch Name or Ledger Table. With this one they would be paid again',
		advice:
			'Set it back, then use Executions → Retry to send the rest. To change it, start a new execution with only the rows that are not paid yet.',
		code: 'PROTECTION_CHANGED',
	});

export const cutOff = () =>
	new InputError({
		message: 'This execution was interrupted, and n8n lost the record of what it had sent',
		advice:
			'Wait twice as long as Hold, or as Timeout if that is longer. Run the sheet through Balance: Reconcile, with Start Date before the first try. Then send the rows that are notListed as a batch: a batch survives a crash.',
		code: 'EXECUTION_CUT_OFF',
	});

export const tooOld = () =>
	new InputError({
		message: `This execution is more than ${KEPT_DAYS_OF_EXECUTIONS} days old, and the ledger no longer knows what it sent`,
		advice:
			'Run the sheet through Balance: Reconcile, with Start Date before the first try. Then start a new execution with the rows that are notListed.',
		code: 'EXECUTION_CUT_OFF',
	});

/** @param at when this workflow sent an equal row */
export const maybeSent = (at: Moment) =>
	new InputError({
		message: `this workflow sent the same top-up at ${time(at)}, and it may have been this execution: n8n has no record of that`,
		advice:
			'Look for it with Balance: Get Many. If this execution has not paid the row, send the row in a new execution.',
		code: 'EXECUTION_CUT_OFF',
	});
