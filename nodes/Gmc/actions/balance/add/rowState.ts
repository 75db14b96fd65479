import type { Addition } from '../../../api/schemas';
import type { PlannedRow } from '../../../core/additions/additionRequest';
import type { LedgerEntry } from '../../../core/additions/ledgerMemory';
import type { Message } from '../../../core/texts/message';
import type { RowProblem } from '../../../shared/errors';

/** What a sound row asks for. */
export interface Plan extends PlannedRow {
	/** Everything the customer is known by. */
	identifiers: string[];
	/** Why the list of customers does not tell who it is; missing while that was not asked. */
	customerProblem?: Message;
	/** As the list of customers has it. */
	customerName?: string;
}

/** Who the customer of a row is, or why that cannot be told. */
export type Identification =
	| { identifiers: string[]; customerIdentifier: string; customerName?: string }
	| { problem: Message };

/** How an addition came to be a row's. */
export interface Provenance {
	/** Done by an earlier try of this execution. */
	replayed?: true;
	/** Its answer was lost; the service's list shows that it was issued. */
	reconciled?: true;
	/** Its Idempotency Key has paid before. */
	byKey?: true;
}

export interface Planned {
	is: 'planned';
	plan: Plan;
}

/** Asked for, by this run or another one (see `entryOfOtherRun`), and not known whether done. */
export interface InDoubt {
	is: 'inDoubt';
	plan: Plan;
	entry: LedgerEntry;
	problem: RowProblem;
	/** Ids of additions that might be this row's; missing while the list was never seen whole. */
	candidates?: string[];
}

export interface Done extends Provenance {
	is: 'issued' | 'skipped';
	addition: Addition;
	/** What an issued row has asked for. */
	plan?: Plan;
	/** Missing where the key, or another row of the sheet, stands for the row. */
	entry?: LedgerEntry;
	/** What `waitForCompletion` came to. */
	waited?: 'settled' | 'timedOut';
}

export interface Failed {
	is: 'rejected' | 'notAttempted';
	problem: RowProblem;
}

/** A row in doubt once the run is over. */
export interface Unknown extends Omit<InDoubt, 'is'> {
	is: 'unknown';
}

/** `planned`: yet to be sent. `inDoubt`: its fate is not known yet. The others are the five outcomes. */
export type RowState = Planned | InDoubt | Done | Failed | Unknown;
