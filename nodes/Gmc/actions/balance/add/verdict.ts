import type { Entry, Verdict } from '../../../core/ledger/entry';
import type { Suspect } from '../../../core/ledger/listed';
import type { Unnamed } from '../../../core/ledger/name';
import type { Currency } from '../../../core/money/amount';
import type { Value } from '../../../core/money/limits';
import type { Row } from './row';

/** What was found out about a row. `fate.ts` says what becomes of it. */
export type RowVerdict =
	/** What the ledger says of its name, or why it has none. */
	| Verdict
	| Exclude<Unnamed, { is: 'changed' }>
	/** @see batchRowChanged */
	| { is: 'changed'; entries: Entry[]; hasBadRows: boolean }
	/** The set has sent a top-up to a former owner of its tax ID, or may have. */
	| { is: 'moved'; isPaid: boolean }
	/** This workflow has sent an equal row, and it may have been this execution, of which n8n has lost the record. */
	| { is: 'maybeOwn'; entry: Entry }
	/** Another node of this execution has lost the answer to an equal row. */
	| { is: 'lostBeside'; entry: Entry }
	/** This execution has an open row, and sends nothing new until that is resolved (CONTRIBUTING M6). */
	| { is: 'stopped' }
	/** The ledger cannot be read, and an earlier try may have sent the row. */
	| { is: 'untold'; error: unknown }
	/** A step of the whole run has failed. */
	| { is: 'failed'; error: unknown }
	/** Recent: GMC's list has an equal top-up, or one that may be. */
	| { is: 'listed'; suspect: Suspect }
	/** GMC's list of customers does not have its customer. */
	| { is: 'unknownCustomer' }
	/** It has the customer under another name than expected. */
	| { is: 'misnamed' }
	| { is: 'aboveAmount'; max: number }
	| { is: 'aboveTotal'; max: number; above: Currency[] }
	| { is: 'aboveDay'; max: number; asked: Value[]; counted: Value[] }
	/** It has the key of this row, and ends as that one does. */
	| { is: 'repeats'; first: Row };
