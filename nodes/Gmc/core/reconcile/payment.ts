import type { AdditionItem } from '../additions/item';
import type { CustomerDirectory } from '../customers/directory';
import type { Entry } from '../ledger/entry';
import type { Addition } from '../service/record';
import type { Place, Span } from './period';

/** Why a person must check, in the words of the output. */
export const REASONS = {
	contradicted:
		"The row's 'Idempotency Key' or batch has paid another customer, amount or currency, or another row has it, too. Compare the ledger with GMC",
	open: 'An equal top-up in the ledger is unclear. Run its row again first',
	otherName:
		"Another 'Idempotency Key' or batch has paid an equal top-up. Map 'Idempotency Key' or 'Batch Name' if this row has one",
	notShown: 'The ledger says that it was paid. GMC does not show it, so it may have failed since',
	unreadable:
		'GMC lists a top-up that may be this row, but its time, customer, amount or currency cannot be read for certain',
	incomplete: "GMC's list of this period is incomplete. Choose a shorter period",
	moved:
		'An equal top-up was sent to another customer, who had this tax ID then. Compare the two in GMC',
	failed: 'It has failed: no money moved',
	otherAccount: 'It was sent with another GMC account, or may have been. Look for the top-up there',
};

/** What may be a row: an item of an addition, or an entry that GMC does not list. */
export interface Payment extends AdditionItem {
	/** Missing for an entry that GMC does not list. */
	place?: Place;
	entry?: Entry;
	/** Why it does not prove an equal row. */
	doubt?: keyof typeof REASONS;
}

/** What GMC shows. */
export interface GmcList {
	/** Listed for the period and the days around it, or looked up by id. Each is here once. */
	additions: Addition[];
	isWhole: boolean;
	/** When the list was requested, in epoch milliseconds of n8n's clock. */
	at: number;
	span: Span;
	placeOf: (addition: Addition) => Place;
	directory: CustomerDirectory;
}
