import { chargeKeys } from '../additions/charge';
import { keysOfMaybe } from '../additions/chargeIndex';
import type { AdditionItem } from '../additions/item';
import { isOther, isReadable } from '../additions/item';
import type { Entry } from '../ledger/entry';
import { nameOf } from '../ledger/entry';
import type { Sliced } from '../util/slices';
import type { GmcList, Payment, Payments, REASONS } from './payments';
import { isWithin } from './period';
import type { NameState, SheetRow } from './sheetRow';
import { setsOf } from './sheetRow';
import { ANYBODYS, mayBeOf, Stock } from './stock';

/** What was found for a row, or about a top-up that is in no row. */
export interface Finding {
	found: 'listed' | 'paidBefore' | 'uncertain' | 'notListed' | 'onlyListed';
	/** The row's addition, or what may be. It counts for no other row. `identifier` is the customer's `_id`. */
	item?: AdditionItem;
	/** What its key or batch has paid. For a row without one: the entry that may be the row's. */
	entry?: Entry;
	why?: keyof typeof REASONS;
}

/** Payments that belong to no row yet. */
interface Stocks {
	/** What GMC lists, and what only the ledger knows. */
	listed: Stock;
	unlisted: Stock;
	/** Those of both that cannot be read in full, and those that are open. */
	unreadable: Stock;
	open: Stock;
}

/** Payments without doubt are taken first. */
const ORDER: Array<Payment['doubt']> = [undefined, 'unreadable', 'otherName', 'open'];

export function* openBooks(list: GmcList, payments: Payments): Sliced<Books> {
	const taken = new Set<string>();
	function* stockOf(some: Payment[]): Sliced<Stock> {
		yield;
		return new Stock(some, ({ itemId }) => taken.has(itemId));
	}
	const { unlisted } = payments;
	const listed = payments.ofPeriod.filter((item) => !item.isFailed);
	listed.sort((one, other) => ORDER.indexOf(one.doubt) - ORDER.indexOf(other.doubt));
	const all = [...listed, ...unlisted];
	const stocks = {
		listed: yield* stockOf(listed),
		unlisted: yield* stockOf(unlisted),
		unreadable: yield* stockOf(all.filter((one) => !isReadable(one))),
		open: yield* stockOf(all.filter(({ doubt }) => doubt === 'open')),
	};
	yield;
	return new Books(list, payments, stocks, taken);
}

/** GMC's list and the ledger. Each payment is taken by one row at most. */
class Books {
	/** @param taken claims of the payments that belong to a row */
	constructor(
		private readonly list: GmcList,
		private readonly payments: Payments,
		private readonly stocks: Stocks,
		private readonly taken: Set<string>,
	) {}

	/** Finds what the key or batch of a row has paid. */
	findByName(row: SheetRow, state: NameState): Finding {
		if (state === 'contradicted') return { found: 'uncertain', why: state };
		if (state.isForeign) return { found: 'uncertain', why: 'otherAccount', entry: state };
		// If a person set it to issued, it stays among the payments: an equal addition may be its own.
		if (state.additionId) this.taken.add(nameOf(state));
		const items = this.payments.itemsOf(state.additionId ?? '');
		if (items.length === 0) {
			const isDoubtful = isWithin(this.list.span, state.askedAt);
			return { found: isDoubtful ? 'uncertain' : 'paidBefore', entry: state, why: 'notShown' };
		}
		const isOwn = (one: Payment) =>
			!one.isFailed && !this.taken.has(one.itemId) && !isOther(row.charge, one);
		const item = items.find(isOwn);
		if (item === undefined) return { found: 'uncertain', why: 'contradicted', entry: state };
		this.taken.add(item.itemId);
		return { found: item.place === 'outside' ? 'paidBefore' : 'listed', item, entry: state };
	}

	/** @param rows equal ones, of the same names or without one */
	findByContent(rows: SheetRow[]): Finding[] {
		const [row] = rows;
		const equal = chargeKeys(row.charge).map((key) => [key]);
		const maybe = keysOfMaybe(row.charge);
		const whose = mayBeOf(row);
		const open = this.stocks.open.first([...equal, ...maybe], [ANYBODYS]);
		const other =
			this.stocks.unlisted.first(equal, whose) ?? this.stocks.unreadable.first(maybe, whose);
		return rows.map((): Finding => {
			const item = this.stocks.listed.first(equal, whose);
			if (item !== undefined) this.taken.add(item.itemId);
			if (item && !item.doubt && !open) return { found: 'listed', item };
			const cause = open ?? item ?? other;
			const incomplete = this.list.isWhole ? undefined : 'incomplete';
			const why = cause ? (cause.doubt ?? 'unreadable') : incomplete;
			if (why === undefined) return { found: 'notListed' };
			const entry = setsOf(row).length > 0 ? undefined : cause?.entry;
			return { found: 'uncertain', item, entry, why };
		});
	}

	/** The items of the period that belong to no row. */
	left(): Finding[] {
		return this.payments.ofPeriod
			.filter(({ itemId }) => !this.taken.has(itemId))
			.map((item) => ({
				found: 'onlyListed',
				item,
				entry: item.entry,
				why: item.isFailed ? 'failed' : undefined,
			}));
	}
}
