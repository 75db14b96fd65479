import type { ListedAddition } from '../additions/addition';
import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { isOther, readItems } from '../additions/item';
import { ChargeIndex } from '../additions/matching';
import { isFailed } from '../additions/status';
import type { Entry } from '../ledger/entry';
import { hasPaid, isOpen, isUnreadable, nameOf } from '../ledger/entry';
import { isUsersName } from '../ledger/key';
import { readCurrency } from '../money/currency';
import { groupBy } from '../util/groupBy';
import type { SheetRow, Word } from './names';
import { customerIds, groupsOf, wordsOf } from './names';
import type { GmcList, Place } from './period';
import { isWithin } from './period';

/** What was found of a row. */
export interface Finding<A extends ListedAddition> {
	found: 'listed' | 'paidBefore' | 'uncertain' | 'notListed';
	/** What is the row's; of an `uncertain` one what may be. It is no other row's. */
	item?: AdditionItem<A>;
	/** What its name has paid; of a row without one what the ledger has that may be the row. */
	entry?: Entry;
	why?: Doubt;
}

/** Why people have to look. */
export type Doubt =
	/** The row's name has paid something else. */
	| 'contradicted'
	/** An equal entry is open. */
	| 'open'
	/** The row has no name, and another one has paid what equals it. */
	| 'otherName'
	/** The ledger says that it is paid, and GMC does not show it. */
	| 'notShown'
	/** An equal addition may be of the period, or one of the period may be equal. */
	| 'unreadable'
	/** GMC's list is. */
	| 'incomplete';

export interface Reconciled<A extends ListedAddition> {
	/** One for each row. */
	findings: Array<Finding<A>>;
	/** The items of the period that are in no row, also those that have failed. */
	left: Array<Payment<A>>;
}

/**
 * Compares the rows of a sheet with the additions of a period. What the ledger says that a row's name has paid is that
 * row's. Then rows and additions are counted by customer, amount and currency: each addition is one row's at most, and
 * what another name has paid is no row's that has a name itself. What cannot be told is `uncertain`: a row is `notListed`
 * only where nothing is left that may be it. What failed is nobody's.
 *
 * @param entries what the ledger has of the names, the period and the list, and everything that is open
 */
export function reconcile<A extends ListedAddition>(
	rows: SheetRow[],
	list: GmcList<A>,
	entries: Entry[],
): Reconciled<A> {
	const books = new Books(list, entries);
	const words = wordsOf(rows, books.entries);
	const findings = new Map<SheetRow, Finding<A>>();
	for (const row of rows) {
		const finding = books.byName(row, words.get(row)!);
		if (finding !== undefined) findings.set(row, finding);
	}
	const wordOf = (row: SheetRow) => {
		const word = words.get(row)!;
		return typeof word === 'string' ? word : 'paid';
	};
	const rest = groupBy(
		rows.filter((row) => !findings.has(row)),
		wordOf,
	);
	// What has a name may take less, so it comes first, in whichever order the sheet is.
	for (const word of ['paid', 'free', 'nameless']) {
		for (const equal of groupsOf(rest(word), (row) => chargeKeys(chargeOf(row))[0])) {
			const found = books.byContent(equal, word);
			for (const [at, row] of equal.entries()) findings.set(row, found[at]);
		}
	}
	return { findings: rows.map((row) => findings.get(row)!), left: books.left() };
}

/** By the `_id` alone, under which all that is compared is put. */
const chargeOf = ({ charge, customerId }: SheetRow): Charge => ({
	...charge,
	identifiers: [customerId],
});

/** What may be a row: an item of an addition, or what only the ledger has. Under the `_id` of its customer. */
interface Payment<A extends ListedAddition = ListedAddition> extends AdditionItem<A> {
	/** Only of an item. */
	place?: Place;
	/** What the ledger has of it. */
	entry?: Entry;
	/** Why it does not prove an equal row. */
	doubt?: Doubt;
}

/** Proofs first. */
const ORDER: Array<Doubt | undefined> = [undefined, 'unreadable', 'otherName'];

const isUsers = ({ ref }: Entry): boolean => isUsersName(ref);

/** GMC's list and the ledger, of which each row takes what is its own. */
class Books<A extends ListedAddition> {
	/** Entries that count: neither rejected nor seen to have failed. */
	readonly entries: Entry[];

	private readonly ofPeriod: Array<Payment<A>>;

	private readonly itemsOf: (additionId: string) => Array<Payment<A>>;

	private readonly payments: ChargeIndex<Payment<A> | Payment>;

	/** The claims of what is a row's: it is no other row's. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly list: GmcList<A>,
		entries: Entry[],
	) {
		const idOf = customerIds(list.directory, entries);
		const owners = groupBy(entries, ({ additionId = '' }) => additionId);
		const items = list.additions.flatMap((addition): Array<Payment<A>> => {
			const all = owners(addition._id);
			const entry = all.find(hasPaid) ?? all.at(0);
			const place = list.placeOf(addition);
			const isNamed = entry !== undefined && hasPaid(entry) && isUsers(entry);
			const doubt = isNamed ? 'otherName' : place === 'within' ? undefined : 'unreadable';
			return readItems(addition).map((item) => {
				const hasFailed = item.isFailed || isFailed(addition);
				const identifier = idOf(item.identifier);
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
		this.payments = new ChargeIndex([...standing, ...this.onlyInLedger(idOf)]);
	}

	/** What is open, or paid in the period, and GMC does not show. What cannot be read of an entry may be anything. */
	private onlyInLedger(idOf: (identifier?: string) => string | undefined): Payment[] {
		const names = new Set(this.entries.filter(hasPaid).map(nameOf));
		return this.entries.flatMap((entry) => {
			// What a crash has left behind under a name that has paid since waits for nothing.
			const isOver = !hasPaid(entry) && names.has(nameOf(entry));
			const doubt = isOver ? undefined : this.doubtOf(entry);
			if (doubt === undefined) return [];
			const { identifiers, amount, currency } = entry.charge;
			return {
				addition: { _id: '' },
				claim: nameOf(entry),
				identifier: identifiers.map(idOf).find(Boolean),
				amount: Number.isNaN(amount) ? undefined : amount,
				currency: readCurrency(currency),
				isFailed: false,
				entry,
				doubt,
			};
		});
	}

	private doubtOf(entry: Entry): Doubt | undefined {
		const { additionId, askedAt, heldUntil = Infinity, isForeign } = entry;
		const { span, at } = this.list;
		if (hasPaid(entry)) {
			const isShown = this.itemsOf(additionId ?? '').length > 0;
			if (isShown || !isWithin(span, askedAt)) return undefined;
			if (!isUsers(entry)) return 'notShown';
			// People have set it to issued: any equal addition may be its own.
			return additionId ? 'otherName' : 'open';
		}
		if (!isOpen(entry) || isForeign) return undefined;
		// CONTRIBUTING M4: once its hold is over, the list is believed; a user's name waits for its next run.
		const counts = isUnreadable(entry) || isUsers(entry) || heldUntil > at;
		return counts ? 'open' : undefined;
	}

	/** @returns undefined where the name does not tell, or has paid an addition that people have not named */
	byName(row: SheetRow, word: Word): Finding<A> | undefined {
		if (word === 'contradicted') return { found: 'uncertain', why: word };
		if (typeof word === 'string') return undefined;
		this.taken.add(nameOf(word));
		const isOfPeriod = isWithin(this.list.span, word.askedAt);
		if (!word.additionId && isOfPeriod) return undefined;
		const items = this.itemsOf(word.additionId ?? '');
		if (items.length === 0) {
			const isDoubtful = isOfPeriod || word.isForeign;
			return { found: isDoubtful ? 'uncertain' : 'paidBefore', entry: word, why: 'notShown' };
		}
		const isOwn = (one: Payment<A>) =>
			!one.isFailed && !this.taken.has(one.claim) && !isOther(chargeOf(row), one);
		const item = items.find(isOwn);
		if (item === undefined) return { found: 'uncertain', why: 'contradicted', entry: word };
		this.taken.add(item.claim);
		return { found: item.place === 'outside' ? 'paidBefore' : 'listed', item, entry: word };
	}

	/** @param rows equal ones @param word what is known of their names */
	byContent(rows: SheetRow[], word: string): Array<Finding<A>> {
		const charge = chargeOf(rows[0]);
		const mayBe = ({ claim, doubt }: Payment) =>
			!this.taken.has(claim) && (word === 'nameless' || doubt !== 'otherName');
		const isInDoubt = (one: Payment) => one.doubt === 'open' && mayBe(one);
		const equal = this.payments.of(charge).filter(mayBe);
		const items = equal.filter((one): one is Payment<A> => one.place !== undefined);
		const open = equal.find(isInDoubt) ?? this.payments.doubtful(charge, isInDoubt);
		const ofLedger = equal.find(({ place }) => place === undefined);
		const other = open ?? ofLedger ?? this.payments.doubtful(charge, mayBe);
		const without = word === 'paid' ? 'notShown' : this.list.isWhole ? undefined : 'incomplete';
		const whyNot = other ? (other.doubt ?? 'unreadable') : without;
		return rows.map((_, at): Finding<A> => {
			const item = items.at(at);
			if (item !== undefined) this.taken.add(item.claim);
			if (item && !item.doubt && !open) return { found: 'listed', item };
			const why = open ? 'open' : item ? item.doubt : whyNot;
			if (why === undefined) return { found: 'notListed' };
			const { entry } = (item?.doubt === 'otherName' ? item : other) ?? {};
			return { found: 'uncertain', item, entry: word === 'nameless' ? entry : undefined, why };
		});
	}

	/** The items of the period that no row has taken. */
	left(): Array<Payment<A>> {
		return this.ofPeriod.filter(({ claim }) => !this.taken.has(claim));
	}
}
