import type { ListedAddition } from '../additions/addition';
import { type Charge, chargeKeys } from '../additions/charge';
import { type AdditionItem, isOther, readItems } from '../additions/item';
import { ChargeIndex } from '../additions/matching';
import { isFailed } from '../additions/status';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { isTooLongForTaxId } from '../customers/taxId';
import type { Entry } from '../ledger/entry';
import { hasPaid, isOpen, isUnreadable, nameOf } from '../ledger/entry';
import { isUsersName } from '../ledger/key';
import { readCurrency } from '../money/currency';
import { groupBy } from '../util/groupBy';
import type { NameState, SheetRow } from './names';
import { groupsOf, statesOf } from './names';
import type { Place, Span } from './period';
import { isWithin } from './period';

/** What GMC shows. */
export interface GmcList<A extends ListedAddition> {
	/** Listed for the period and the days around it, or looked up by id. Each is here once. */
	additions: A[];
	isWhole: boolean;
	/** When the list was requested, in epoch milliseconds of n8n's clock. */
	at: number;
	span: Span;
	placeOf: (addition: A) => Place;
	directory: CustomerDirectory<Identified>;
}

/** What was found for a row. */
export interface Finding<A extends ListedAddition> {
	found: 'listed' | 'paidBefore' | 'uncertain' | 'notListed';
	/** The row's addition, or what may be. It counts for no other row. */
	item?: AdditionItem<A>;
	/** What its key or batch has paid. For a row without one: the entry that may be the row's. */
	entry?: Entry;
	why?: Doubt;
}

/** Why a person must check. */
export type Doubt =
	/** The row's key or batch has paid something else. */
	| 'contradicted'
	/** An equal entry is open. */
	| 'open'
	/** The row has no name, and another name has paid an equal charge. */
	| 'otherName'
	/** The ledger says that it was paid, and GMC does not list it. */
	| 'notShown'
	/** An addition may be the row, but it cannot be read in full. */
	| 'unreadable'
	/** GMC's list is incomplete. */
	| 'incomplete';

export interface Reconciled<A extends ListedAddition> {
	/** One for each row. */
	findings: Array<Finding<A>>;
	/** The items of the period that belong to no row, including failed ones. */
	left: Array<Payment<A>>;
}

/**
 * Compares the rows of a sheet with the additions of a period. What the key or batch of a row has paid, by the ledger, is
 * the row's. The other rows and additions are counted by customer, amount and currency. A row is `notListed` only if
 * nothing is left that may be it. Failed additions belong to no row.
 *
 * @param entries of the names and the period, those that own a listed addition, and all open ones
 */
export function reconcile<A extends ListedAddition>(
	rows: SheetRow[],
	list: GmcList<A>,
	entries: Entry[],
): Reconciled<A> {
	const books = new Books(list, entries);
	const states = statesOf(rows, books.entries);
	const findings = new Map<SheetRow, Finding<A>>();
	for (const [row, state] of states) findings.set(row, books.findByName(row, state));
	const others = rows.filter((row) => !findings.has(row));
	const hasName = ({ key, batch }: SheetRow) => key !== undefined || batch !== undefined;
	// Rows with a name come first, because fewer additions can be theirs.
	for (const isNamed of [true, false]) {
		const rest = others.filter((row) => hasName(row) === isNamed);
		for (const equal of groupsOf(rest, (row) => chargeKeys(chargeOf(row))[0])) {
			const found = books.findByContent(equal, isNamed);
			for (const [at, row] of equal.entries()) findings.set(row, found[at]);
		}
	}
	return { findings: rows.map((row) => findings.get(row)!), left: books.left() };
}

/** Charges are compared by the customer's `_id`. */
const chargeOf = ({ charge, customerId }: SheetRow): Charge => ({
	...charge,
	identifiers: [customerId],
});

/** What may be a row: an item of an addition, or an entry that GMC does not list. `identifier` is the customer's `_id`. */
interface Payment<A extends ListedAddition = ListedAddition> extends AdditionItem<A> {
	/** Missing for an entry that GMC does not list. */
	place?: Place;
	entry?: Entry;
	/** Why it does not prove an equal row. */
	doubt?: Doubt;
}

/** Payments without doubt are taken first. */
const ORDER: Array<Doubt | undefined> = [undefined, 'unreadable', 'otherName'];

/** GMC's list and the ledger. Each payment is taken by one row at most. */
class Books<A extends ListedAddition> {
	/** Entries that count: neither rejected nor with a failed addition. */
	readonly entries: Entry[];

	private readonly ofPeriod: Array<Payment<A>>;

	private readonly itemsOf: (additionId: string) => Array<Payment<A>>;

	private readonly payments: ChargeIndex<Payment<A> | Payment>;

	/** Claims of the payments that belong to a row. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly list: GmcList<A>,
		entries: Entry[],
	) {
		const owners = groupBy(entries, ({ additionId = '' }) => additionId);
		const items = list.additions.flatMap((addition): Array<Payment<A>> => {
			const all = owners(addition._id);
			const entry = all.find(hasPaid) ?? all.at(0);
			const place = list.placeOf(addition);
			const isNamed = entry !== undefined && hasPaid(entry) && isUsersName(entry.ref);
			const doubt = isNamed ? 'otherName' : place === 'within' ? undefined : 'unreadable';
			return readItems(addition).map((item) => {
				const hasFailed = item.isFailed || isFailed(addition);
				const identifier = this.customerId(item.identifier, entry);
				return { ...item, identifier, isFailed: hasFailed, place, entry, doubt };
			});
		});
		this.itemsOf = groupBy(items, ({ addition }) => addition._id);
		const hasFailed = (all: Payment[]) => all.length > 0 && all.every((one) => one.isFailed);
		this.entries = entries.filter(
			({ outcome, additionId = '' }) =>
				outcome !== 'rejected' && !hasFailed(this.itemsOf(additionId)),
		);
		this.ofPeriod = items.filter(({ place }) => place !== 'outside');
		const standing = this.ofPeriod.filter((item) => !item.isFailed);
		standing.sort((one, other) => ORDER.indexOf(one.doubt) - ORDER.indexOf(other.doubt));
		this.payments = new ChargeIndex([...standing, ...this.onlyInLedger()]);
	}

	/**
	 * The `_id` for an identifier. An earlier tax ID is found by the entry that owns the addition, if that names an `_id`.
	 *
	 * @returns undefined if it may be any customer, such as for a tax ID that was corrected
	 */
	private customerId(identifier = '', owner?: Entry): string | undefined {
		const { directory } = this.list;
		const isId = (one: string) => directory.withId(one) !== undefined || isTooLongForTaxId(one);
		const names = owner?.charge.identifiers ?? [];
		if (names.includes(identifier)) return names.find(isId);
		if (isId(identifier)) return identifier;
		const customers = directory.withTaxId(identifier);
		return customers.length === 1 ? customers[0]._id : undefined;
	}

	/** Entries that are open, or were paid in the period, and that GMC does not list. */
	private onlyInLedger(): Payment[] {
		const paid = new Set(this.entries.filter(hasPaid).map(nameOf));
		return this.entries.flatMap((entry) => {
			// A crash may leave an open entry behind, whose name has paid since.
			const isOver = !hasPaid(entry) && paid.has(nameOf(entry));
			const doubt = isOver ? undefined : this.doubtOf(entry);
			if (doubt === undefined) return [];
			const { identifiers, amount, currency } = entry.charge;
			return {
				addition: { _id: '' },
				itemId: nameOf(entry),
				identifier: this.customerId(identifiers[0], entry),
				amount: Number.isNaN(amount) ? undefined : amount,
				currency: readCurrency(currency),
				isFailed: false,
				entry,
				doubt,
			};
		});
	}

	private doubtOf(entry: Entry): Doubt | undefined {
		const { additionId, askedAt, heldUntil = Infinity } = entry;
		const isUsers = isUsersName(entry.ref);
		if (hasPaid(entry)) {
			const isShown = this.itemsOf(additionId ?? '').length > 0;
			if (isShown || !isWithin(this.list.span, askedAt)) return undefined;
			if (!isUsers) return 'notShown';
			// If a person set it to issued, any equal addition may be its own.
			return additionId ? 'otherName' : 'open';
		}
		if (!isOpen(entry)) return undefined;
		// CONTRIBUTING M4: after the hold, the list is believed. A key or a row of a batch waits for its next run.
		return isUnreadable(entry) || isUsers || heldUntil > this.list.at ? 'open' : undefined;
	}

	/** Finds what the key or batch of a row has paid. */
	findByName(row: SheetRow, state: NameState): Finding<A> {
		if (state === 'contradicted') return { found: 'uncertain', why: state };
		// If a person set it to issued, it stays among the payments: an equal addition may be its own.
		if (state.additionId) this.taken.add(nameOf(state));
		const items = this.itemsOf(state.additionId ?? '');
		if (items.length === 0) {
			const isDoubtful = isWithin(this.list.span, state.askedAt) || state.isForeign;
			return { found: isDoubtful ? 'uncertain' : 'paidBefore', entry: state, why: 'notShown' };
		}
		const isOwn = (one: Payment<A>) =>
			!one.isFailed && !this.taken.has(one.itemId) && !isOther(chargeOf(row), one);
		const item = items.find(isOwn);
		if (item === undefined) return { found: 'uncertain', why: 'contradicted', entry: state };
		this.taken.add(item.itemId);
		return { found: item.place === 'outside' ? 'paidBefore' : 'listed', item, entry: state };
	}

	/** @param rows equal ones @param isNamed whether they have a key or batch. What another one has paid is not theirs */
	findByContent(rows: SheetRow[], isNamed: boolean): Array<Finding<A>> {
		const charge = chargeOf(rows[0]);
		const mayBe = ({ itemId, doubt }: Payment) =>
			!this.taken.has(itemId) && !(isNamed && doubt === 'otherName');
		const isOpenOne = (one: Payment) => one.doubt === 'open' && mayBe(one);
		const equal = this.payments.of(charge).filter(mayBe);
		const items = equal.filter((one): one is Payment<A> => one.place !== undefined);
		const open = equal.find(isOpenOne) ?? this.payments.mayEqual(charge, isOpenOne);
		const ofLedger = equal.find(({ place }) => place === undefined);
		const other = open ?? ofLedger ?? this.payments.mayEqual(charge, mayBe);
		const incomplete = this.list.isWhole ? undefined : 'incomplete';
		const whyNot = other ? (other.doubt ?? 'unreadable') : incomplete;
		return rows.map((_, at): Finding<A> => {
			const item = items.at(at);
			if (item !== undefined) this.taken.add(item.itemId);
			if (item && !item.doubt && !open) return { found: 'listed', item };
			const why = open ? 'open' : item ? item.doubt : whyNot;
			if (why === undefined) return { found: 'notListed' };
			const { entry } = (item?.doubt === 'otherName' ? item : other) ?? {};
			return { found: 'uncertain', item, entry: isNamed ? undefined : entry, why };
		});
	}

	/** The items of the period that belong to no row. */
	left(): Array<Payment<A>> {
		return this.ofPeriod.filter(({ itemId }) => !this.taken.has(itemId));
	}
}
