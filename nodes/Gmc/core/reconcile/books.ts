import type { ListedAddition } from '../additions/addition';
import type { AdditionItem } from '../additions/item';
import type { Entry } from '../ledger/entry';

export type Found = 'listed' | 'paidBefore' | 'uncertain' | 'notListed';

/** What was found of a row. */
export interface Finding<A extends ListedAddition> {
	found: Found;
	/** What is the row's; of an `uncertain` one what may be. It is no other row's. */
	item?: AdditionItem<A>;
	/** What its name has paid. */
	entry?: Entry;
	/** Of a row without a name: what the ledger has under another one, and may be the row. */
	other?: Entry;
	/** Whether its name has paid something else, as far as can be told, or GMC shows what it has paid as something else. */
	isContradicted?: boolean;
	/** Whether nobody's addition of the days around equals it. */
	isEqualOutside?: boolean;
}

export interface Reconciled<A extends ListedAddition> {
	/** One for each row. */
	findings: Array<Finding<A>>;
	/** Of each addition that is in no row the first such item. */
	left: Array<AdditionItem<A>>;
}

/** GMC's list, as far as it was had. */
export interface Books<A extends ListedAddition> {
	/** Additions of the period, each once. */
	additions: A[];
	/** Those that clocks and time zones may have put outside of it. */
	near: A[];
	/** The others of the days around it, and what else is known to have failed, or to be something else than its row. */
	around: A[];
	/** Whether the list is whole. */
	isWhole: boolean;
	/** Whether the ledger, if there is one, was read. */
	isLedgerRead: boolean;
	/** Whether an instant, in epoch milliseconds, is of the period. */
	isOfPeriod: (millis: number) => boolean;
	/** When an addition was made, where that is certain. */
	madeAt: (addition: A) => number | undefined;
	/** The service's clock less that of n8n, in milliseconds; undefined: nobody knows. */
	clockOffset?: number;
	/** When the list was asked for, in epoch milliseconds of n8n's clock. */
	at: number;
}
