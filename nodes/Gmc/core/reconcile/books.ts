import type { ListedAddition } from '../additions/addition';
import type { AdditionItem } from '../additions/item';
import type { Entry } from '../ledger/entry';
import type { CustomerNames } from './customers';
import type { Place, Span } from './period';

/** What GMC shows, and how it is read. */
export interface Books<A extends ListedAddition> {
	/** What it lists of the period and of the days around, and what it was asked for by id, each once. */
	additions: A[];
	/** Whether the list is whole. */
	isWhole: boolean;
	/** When the list was asked for, in epoch milliseconds of n8n's clock. */
	at: number;
	span: Span;
	placeOf: (addition: A) => Place;
	customers: CustomerNames;
}

/** What the ledger says about a sheet and a list. */
export interface Known {
	/** Entries of the keys and the batches of the sheet. */
	ofNames: Entry[];
	/** Everything of the account whose fate is open. */
	open: Entry[];
	/** Everything of the account that was asked for in the period and has paid, under any protection. */
	paid: Entry[];
	/** Who names the additions of the list, by their ids. */
	owners: ReadonlyMap<string, Entry>;
}

/** What was found of a row. */
export interface Finding<A extends ListedAddition> {
	found: 'listed' | 'paidBefore' | 'uncertain' | 'notListed';
	/** What is the row's; of an `uncertain` one what may be. It is no other row's. */
	item?: AdditionItem<A>;
	/** What its name has paid; of a row without one what the ledger has that may be the row. */
	entry?: Entry;
	/**
	 * Why people have to look: its name has paid something else; an equal entry is open; it has no name, and another one
	 * has paid what equals it.
	 */
	why?: 'contradicted' | 'open' | 'otherName';
}

export interface Reconciled<A extends ListedAddition> {
	/** One for each row. */
	findings: Array<Finding<A>>;
	/** The items of the period that are in no row, also those that have failed. */
	left: Array<AdditionItem<A>>;
}
