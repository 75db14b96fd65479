import type { ListedAddition } from '../additions/addition';
import { chargeKeys } from '../additions/charge';
import { type AdditionItem, isOther, readItems } from '../additions/item';
import { ChargeIndex } from '../additions/matching';
import { isFailed } from '../additions/status';
import type { CustomerDirectory, Identified } from '../customers/directory';
import type { Entry } from '../ledger/entry';
import { hasPaid, isOpen, isUnreadable, nameOf } from '../ledger/entry';
import { isUsersName } from '../ledger/key';
import { groupBy, groupsOf } from '../util/groupBy';
import type { NameState, SheetRow } from './names';
import { customerIdOf, isOfOtherName, setOf, statesOf } from './names';
import type { Place, Span } from './period';
import { isWithin } from './period';

/** What GMC shows. */
export interface GmcList {
	/** Listed for the period and the days around it, or looked up by id. Each is here once. */
	additions: ListedAddition[];
	isWhole: boolean;
	/** When the list was requested, in epoch milliseconds of n8n's clock. */
	at: number;
	span: Span;
	placeOf: (addition: ListedAddition) => Place;
	directory: CustomerDirectory<Identified>;
}

/** What was found for a row, or about a top-up that is in no row. */
export interface Finding {
	found: 'listed' | 'paidBefore' | 'uncertain' | 'notListed' | 'onlyListed';
	/** The row's addition, or what may be. It counts for no other row. `identifier` is the customer's `_id`. */
	item?: AdditionItem;
	/** What its key or batch has paid. For a row without one: the entry that may be the row's. */
	entry?: Entry;
	why?: Doubt;
}

/** Why a person must check. `moved`: it was paid under a tax ID that another customer has now. */
export type Doubt =
	| 'contradicted'
	| 'open'
	| 'otherName'
	| 'moved'
	| 'notShown'
	| 'unreadable'
	| 'incomplete'
	| 'failed';

/**
 * Compares the rows of a sheet with the additions of a period. What the key or batch of a row has paid, by the ledger, is
 * the row's. The other rows and additions are counted by customer, amount and currency. A row is `notListed` only if
 * nothing is left that may be it. Failed additions belong to no row.
 *
 * @param entries of the names and the period, those that own a listed addition, and all open ones
 * @returns one finding for each row, then `onlyListed` for each item of the period that belongs to no row
 */
export function reconcile(rows: SheetRow[], list: GmcList, entries: Entry[]): Finding[] {
	const books = new Books(list, entries);
	const findings = new Map<SheetRow, Finding>();
	for (const [row, state] of statesOf(rows, books.entries)) {
		findings.set(row, books.findByName(row, state));
	}
	const others = rows.filter((row) => !findings.has(row));
	// Rows with a name come first, because fewer additions can be theirs.
	for (const isNamed of [true, false]) {
		const rest = others.filter((row) => (setOf(row) !== undefined) === isNamed);
		const kindOf = (row: SheetRow) => `${chargeKeys(row.charge)[0]} ${setOf(row)}`;
		for (const equal of groupsOf(rest, kindOf)) {
			const found = books.findByContent(equal, isNamed);
			for (const [at, row] of equal.entries()) findings.set(row, found[at]);
		}
	}
	return [...rows.map((row) => findings.get(row)!), ...books.left()];
}

/** What may be a row: an item of an addition, or an entry that GMC does not list. */
interface Payment extends AdditionItem {
	/** Missing for an entry that GMC does not list. */
	place?: Place;
	entry?: Entry;
	/** Why it does not prove an equal row. */
	doubt?: Doubt;
}

/** Payments without doubt are taken first. */
const ORDER: Array<Doubt | undefined> = [undefined, 'unreadable', 'otherName', 'open'];

/** GMC's list and the ledger. Each payment is taken by one row at most. */
class Books {
	/** Entries that count: neither rejected nor with a failed addition. */
	readonly entries: Entry[];

	private readonly ofPeriod: Payment[];

	private readonly itemsOf: (additionId: string) => Payment[];

	private readonly payments: ChargeIndex<Payment>;

	/** Claims of the payments that belong to a row. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly list: GmcList,
		entries: Entry[],
	) {
		const { directory } = list;
		const owners = groupBy(entries, ({ additionId = '' }) => additionId);
		const items = list.additions.flatMap((addition): Payment[] => {
			const all = owners(addition._id);
			const entry = all.find(hasPaid) ?? all.at(0);
			const place = list.placeOf(addition);
			const isNamed = entry !== undefined && hasPaid(entry) && isUsersName(entry.ref);
			const doubtOfEntry = entry && isOpen(entry) ? 'open' : isNamed ? 'otherName' : undefined;
			const doubt = doubtOfEntry ?? (place === 'within' ? undefined : 'unreadable');
			return readItems(addition).map((item) => {
				const hasFailed = item.isFailed || isFailed(addition);
				const identifier = customerIdOf(item.identifier, directory, entry);
				return { ...item, identifier, isFailed: hasFailed, place, entry, doubt };
			});
		});
		this.itemsOf = groupBy(items, ({ addition }) => addition._id);
		const hasFailed = (all: Payment[]) => all.length > 0 && all.every((one) => one.isFailed);
		this.entries = entries.filter(
			(entry) =>
				entry.outcome !== 'rejected' &&
				!(hasPaid(entry) && hasFailed(this.itemsOf(entry.additionId ?? ''))),
		);
		this.ofPeriod = items.filter(({ place }) => place !== 'outside');
		const standing = this.ofPeriod.filter((item) => !item.isFailed);
		standing.sort((one, other) => ORDER.indexOf(one.doubt) - ORDER.indexOf(other.doubt));
		this.payments = new ChargeIndex([...standing, ...this.onlyInLedger(), ...this.moved()]);
	}

	/** Entries that are open, or were paid in the period, and that GMC does not list. */
	private onlyInLedger(): Payment[] {
		const paid = new Set(this.entries.filter(hasPaid).map(nameOf));
		return this.entries.flatMap((entry) => {
			// A crash may leave an open entry behind, whose name has paid since.
			const isOver = !hasPaid(entry) && paid.has(nameOf(entry));
			const doubt = isOver ? undefined : this.doubtOf(entry);
			if (doubt === undefined) return [];
			const { identifiers, amount: sourceAmount, currency: sourceCurrency } = entry.charge;
			const identifier = customerIdOf(identifiers[0], this.list.directory, entry);
			const [item] = readItems({ _id: nameOf(entry), sourceAmount, sourceCurrency });
			return { ...item, identifier, entry, doubt };
		});
	}

	/**
	 * Payments to customers who have lost their tax ID, as those of who has it now: both may be one, who was made again.
	 * Balance: Add refuses such a row, too.
	 */
	private moved(): Payment[] {
		const { directory } = this.list;
		return this.entries.flatMap((entry) => {
			const { identifiers, amount: sourceAmount, currency: sourceCurrency } = entry.charge;
			const holders = identifiers.flatMap((one) => directory.withTaxId(one)).map(({ _id }) => _id);
			if (holders.some((holder) => identifiers.includes(holder))) return [];
			const _id = entry.additionId ?? nameOf(entry);
			const [item] = readItems({ _id, sourceAmount, sourceCurrency });
			return holders.map((identifier) => ({ ...item, identifier, entry, doubt: 'moved' as const }));
		});
	}

	/** @param entry one that counts: paid or open */
	private doubtOf(entry: Entry): Doubt | undefined {
		const { additionId, askedAt, heldUntil = Infinity } = entry;
		const isUsers = isUsersName(entry.ref);
		if (hasPaid(entry)) {
			const shown = this.itemsOf(additionId ?? '');
			const isShown = shown.some((item) => !isOther(entry.charge, item));
			if (isShown || !isWithin(this.list.span, askedAt)) return undefined;
			if (!isUsers) return 'notShown';
			// If a person set it to issued, any equal addition may be its own.
			return additionId ? 'otherName' : 'open';
		}
		// CONTRIBUTING M4: after the hold, the list is believed, unless GMC's answer has named an addition. A key or a row of
		// a batch waits for its next run.
		const isHeld = isUnreadable(entry) || isUsers || heldUntil > this.list.at;
		return additionId || isHeld ? 'open' : undefined;
	}

	/** Finds what the key or batch of a row has paid. */
	findByName(row: SheetRow, state: NameState): Finding {
		if (state === 'contradicted') return { found: 'uncertain', why: state };
		// If a person set it to issued, it stays among the payments: an equal addition may be its own.
		if (state.additionId) this.taken.add(nameOf(state));
		const items = this.itemsOf(state.additionId ?? '');
		if (items.length === 0) {
			const isDoubtful = isWithin(this.list.span, state.askedAt) || state.isForeign;
			return { found: isDoubtful ? 'uncertain' : 'paidBefore', entry: state, why: 'notShown' };
		}
		const isOwn = (one: Payment) =>
			!one.isFailed && !this.taken.has(one.itemId) && !isOther(row.charge, one);
		const item = items.find(isOwn);
		if (item === undefined) return { found: 'uncertain', why: 'contradicted', entry: state };
		this.taken.add(item.itemId);
		return { found: item.place === 'outside' ? 'paidBefore' : 'listed', item, entry: state };
	}

	/** @param rows equal ones @param isNamed whether they have a key or batch. What another one has paid is not theirs */
	findByContent(rows: SheetRow[], isNamed: boolean): Finding[] {
		const { charge } = rows[0];
		const isOtherName = ({ doubt, entry }: Payment) =>
			doubt === 'otherName' || (doubt === 'moved' && isOfOtherName(rows[0], entry!));
		const mayBe = (one: Payment) => !this.taken.has(one.itemId) && !(isNamed && isOtherName(one));
		const isOpenOne = (one: Payment) => one.doubt === 'open' && mayBe(one);
		const equal = this.payments.of(charge).filter(mayBe);
		const items = equal.filter(({ place }) => place !== undefined);
		const unreadable = this.payments.mayEqual(charge);
		const open = [...equal, ...unreadable].find(isOpenOne);
		const ofLedger = equal.find(({ place }) => place === undefined);
		const other = open ?? ofLedger ?? unreadable.find(mayBe);
		const incomplete = this.list.isWhole ? undefined : 'incomplete';
		const whyNot = other ? (other.doubt ?? 'unreadable') : incomplete;
		return rows.map((_, at): Finding => {
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
	left(): Finding[] {
		return this.ofPeriod
			.filter(({ itemId }) => !this.taken.has(itemId))
			.map((item) => ({
				found: 'onlyListed',
				item,
				entry: item.entry,
				why: item.isFailed ? 'failed' : undefined,
			}));
	}
}
