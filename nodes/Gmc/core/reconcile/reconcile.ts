import type { Addition } from '../service/record';
import { chargeKeys } from '../additions/charge';
import { keysOfMaybe } from '../additions/chargeIndex';
import type { AdditionItem } from '../additions/item';
import { isOther, isReadable, readItems } from '../additions/item';
import { isFailed } from '../additions/status';
import type { CustomerDirectory } from '../customers/directory';
import type { Entry } from '../ledger/entry';
import { hasPaid, isOpen, isUnreadable, nameOf, stands } from '../ledger/entry';
import { isUsersName } from '../ledger/refs';
import { groupBy, groupsOf } from '../util/groupBy';
import type { Sliced } from '../util/slices';
import { eachRow } from '../util/slices';
import type { Payment } from './payment';
import { REASONS } from './payment';
import type { NameState, Place, SheetRow, Span } from './sheet';
import { customerIdOf, isWithin, setsOf, statesOf } from './sheet';
import { ANYBODYS, mayBeOf, Stock } from './stock';

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

/** What was found for a row, or about a top-up that is in no row. */
export interface Finding {
	found: 'listed' | 'paidBefore' | 'uncertain' | 'notListed' | 'onlyListed';
	/** The row's addition, or what may be. It counts for no other row. `identifier` is the customer's `_id`. */
	item?: AdditionItem;
	/** What its key or batch has paid. For a row without one: the entry that may be the row's. */
	entry?: Entry;
	why?: keyof typeof REASONS;
}

/**
 * Compares the rows of a sheet with the additions of a period. What the key or batch of a row has paid, by the ledger, is
 * the row's. The other rows and additions are counted by customer, amount and currency. A row is `notListed` only if
 * nothing is left that may be it. Failed additions belong to no row.
 *
 * @param entries of the names and the period, those that own a listed addition, and all open ones
 * @returns one finding for each row, then `onlyListed` for each item of the period that belongs to no row
 */
export function* reconcile(rows: SheetRow[], list: GmcList, entries: Entry[]): Sliced<Finding[]> {
	const items = yield* itemsIn(list, entries);
	yield;
	const books = new Books(list, items, entries);
	yield;
	const findings = new Map<SheetRow, Finding>();
	yield* eachRow([...statesOf(rows, books.entries)], ([row, state]) => {
		findings.set(row, books.findByName(row, state));
	});
	const others = rows.filter((row) => !findings.has(row));
	// Rows with a name come first, because fewer additions can be theirs.
	const isNamed = (row: SheetRow) => setsOf(row).length > 0;
	const inOrder = [...others.filter(isNamed), ...others.filter((row) => !isNamed(row))];
	const nameOfGroup = (row: SheetRow) => [chargeKeys(row.charge)[0], ...setsOf(row)].join(' ');
	yield* eachRow(groupsOf(inOrder, nameOfGroup), (equal) => {
		const found = books.findByContent(equal);
		for (const [at, row] of equal.entries()) findings.set(row, found[at]);
	});
	return [...rows.map((row) => findings.get(row)!), ...books.left()];
}

/** Payments without doubt are taken first. */
const ORDER: Array<Finding['why']> = [undefined, 'unreadable', 'otherName', 'open'];

/** The items that GMC lists, each with the entry that owns it. */
function* itemsIn({ additions, placeOf, directory }: GmcList, entries: Entry[]): Sliced<Payment[]> {
	const owners = groupBy(entries, ({ additionId = '' }) => additionId);
	const items: Payment[] = [];
	yield* eachRow(additions, (addition) => {
		const all = owners(addition._id);
		const entry = all.find(hasPaid) ?? all.at(0);
		const place = placeOf(addition);
		const isNamed = entry !== undefined && hasPaid(entry) && isUsersName(entry.ref);
		const doubtOfEntry = entry && isOpen(entry) ? 'open' : isNamed ? 'otherName' : undefined;
		const doubt = doubtOfEntry ?? (place === 'within' ? undefined : 'unreadable');
		for (const item of readItems(addition)) {
			const hasFailed = item.isFailed || isFailed(addition);
			const identifier = customerIdOf(item.identifier, directory, entry);
			items.push({ ...item, identifier, isFailed: hasFailed, place, entry, doubt });
		}
	});
	return items;
}

/** GMC's list and the ledger. Each payment is taken by one row at most. */
class Books {
	/** Entries that count: not rejected, nor with a failed addition, nor left over. */
	readonly entries: Entry[];

	private readonly ofPeriod: Payment[];

	private readonly itemsOf: (additionId: string) => Payment[];

	/** What GMC lists, and what only the ledger knows. */
	private readonly listed: Stock;

	private readonly unlisted: Stock;

	/** Those of both that cannot be read in full, and those that are open. */
	private readonly unreadable: Stock;

	private readonly open: Stock;

	/** Claims of the payments that belong to a row. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly list: GmcList,
		items: Payment[],
		entries: Entry[],
	) {
		this.itemsOf = groupBy(items, ({ addition }) => addition._id);
		const hasFailed = (all: Payment[]) => all.length > 0 && all.every((one) => one.isFailed);
		const standing = entries.filter(
			(entry) =>
				stands(entry) && !(hasPaid(entry) && hasFailed(this.itemsOf(entry.additionId ?? ''))),
		);
		// A crash may leave an open entry behind, whose name has paid since.
		const paid = new Set(standing.filter(hasPaid).map(nameOf));
		this.entries = standing.filter((entry) => hasPaid(entry) || !paid.has(nameOf(entry)));
		this.ofPeriod = items.filter(({ place }) => place !== 'outside');
		const listed = this.ofPeriod.filter((item) => !item.isFailed);
		listed.sort((one, other) => ORDER.indexOf(one.doubt) - ORDER.indexOf(other.doubt));
		const ofLedger = this.entries.flatMap((entry) => this.ofLedger(entry));
		const isTaken = ({ itemId }: Payment) => this.taken.has(itemId);
		this.listed = new Stock(listed, isTaken);
		this.unlisted = new Stock(ofLedger, isTaken);
		const all = [...listed, ...ofLedger];
		this.unreadable = new Stock(
			all.filter((one) => !isReadable(one)),
			isTaken,
		);
		this.open = new Stock(
			all.filter(({ doubt }) => doubt === 'open'),
			isTaken,
		);
	}

	/**
	 * What only the ledger tells: entries that are open, or were paid in the period, and that GMC does not list. And payments to
	 * customers who have lost their tax ID, as those of who has it now: both may be one, who was made again. Balance: Add
	 * refuses such a row, too.
	 */
	private ofLedger(entry: Entry): Payment[] {
		const { directory } = this.list;
		const { identifiers, amount: sourceAmount, currency: sourceCurrency } = entry.charge;
		const [item] = readItems({ _id: nameOf(entry), sourceAmount, sourceCurrency });
		const identifier = customerIdOf(identifiers[0], directory, entry);
		const own: Payment = { ...item, identifier, entry, doubt: this.doubtOf(entry) };
		const holders = identifiers.flatMap((one) => directory.withTaxId(one)).map(({ _id }) => _id);
		// Another account has its own customers.
		const isMoved = !entry.isForeign && !holders.some((holder) => identifiers.includes(holder));
		const moved = isMoved ? holders : [];
		return [
			...(own.doubt ? [own] : []),
			...moved.map((holder): Payment => ({ ...own, identifier: holder, doubt: 'moved' })),
		];
	}

	/** @param entry one that counts: paid or open */
	private doubtOf(entry: Entry): Finding['why'] {
		const { additionId, askedAt, heldUntil = Infinity } = entry;
		const isUsers = isUsersName(entry.ref);
		// What another account has paid is no row's here. What it has left open may be, if it is the same GMC.
		if (entry.isForeign) return hasPaid(entry) ? undefined : 'otherAccount';
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
		if (state.isForeign) return { found: 'uncertain', why: 'otherAccount', entry: state };
		// If a person set it to issued, it stays among the payments: an equal addition may be its own.
		if (state.additionId) this.taken.add(nameOf(state));
		const items = this.itemsOf(state.additionId ?? '');
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
		const open = this.open.first([...equal, ...maybe], [ANYBODYS]);
		const other = this.unlisted.first(equal, whose) ?? this.unreadable.first(maybe, whose);
		return rows.map((): Finding => {
			const item = this.listed.first(equal, whose);
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
