import type { ListedAddition } from '../additions/addition';
import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { hasFailed, isOther, readItems } from '../additions/item';
import { ChargeIndex } from '../additions/matching';
import type { Entry } from '../ledger/entry';
import { nameOf } from '../ledger/entry';
import { isUsersName } from '../ledger/key';
import { hasPaid } from '../ledger/entry';
import { groupBy } from '../util/groupBy';
import type { Books, Finding, Known, Reconciled } from './books';
import type { SheetRow, Word } from './names';
import { wordsOf } from './names';
import { isWithin } from './period';
import { Unlisted } from './unlisted';

/**
 * Compares the rows of a sheet with the additions of a period. What the ledger says that a row's name has paid is that
 * row's. Then rows and items are counted by customer, amount and currency: each item is one row's at most, and what
 * another name has paid is no row's that has a name itself. What cannot be told is `uncertain`; a row is `notListed` only
 * where nothing is left that may be it. What failed is nobody's.
 */
export function reconcile<A extends ListedAddition>(
	rows: SheetRow[],
	books: Books<A>,
	known: Known,
): Reconciled<A> {
	return new Comparison(rows, books, known).result();
}

const isStanding = ({ addition, claim }: AdditionItem) => !hasFailed(addition, claim);

/** By the `_id` alone, under which all that is compared is put. */
const chargeOf = ({ charge, customerId }: SheetRow): Charge => ({
	...charge,
	identifiers: [customerId],
});

class Comparison<A extends ListedAddition> {
	private readonly words: Map<SheetRow, Word>;

	private readonly findings = new Map<SheetRow, Finding<A>>();

	/** By the ids of the additions. */
	private readonly itemsOf: ReadonlyMap<string, Array<AdditionItem<A>>>;

	/** All of the period, or that may be of it. */
	private readonly ofPeriod: Array<AdditionItem<A>>;

	/** Those that are a proof where they equal a row: of the period for certain, and paid under no name. */
	private readonly proofs: ReadonlySet<AdditionItem<A>>;

	/** All that have not failed, the proofs first, then what may be of another day, then what has a name. */
	private readonly index: ChargeIndex<A>;

	private readonly equal = new Map<string, Array<AdditionItem<A>>>();

	private readonly taken = new Set<AdditionItem<A>>();

	private readonly unlisted: Unlisted;

	constructor(
		private readonly rows: SheetRow[],
		private readonly books: Books<A>,
		private readonly known: Known,
	) {
		this.itemsOf = new Map(books.additions.map((one) => [one._id, this.read(one)]));
		this.ofPeriod = [...this.itemsOf.values()].flat().filter((item) => this.isOfPeriod(item));
		const doubtOf = (item: AdditionItem<A>) =>
			this.ownerOf(item) ? 'named' : books.placeOf(item.addition);
		const of = groupBy(this.ofPeriod.filter(isStanding), doubtOf);
		this.proofs = new Set(of('within'));
		this.index = new ChargeIndex([...of('within'), ...of('unclear'), ...of('named')]);
		const hasFailedSince = ({ additionId = '' }: Entry) =>
			this.itemsOf.get(additionId)?.every((item) => !isStanding(item)) ?? false;
		const counts = (entry: Entry) => entry.outcome !== 'rejected' && !hasFailedSince(entry);
		this.words = wordsOf(rows, known.ofNames.filter(counts));
		const own = [...this.words.values()].flatMap((word) => ('entry' in word ? word.entry : []));
		const isShown = (additionId: string) => this.itemsOf.has(additionId);
		this.unlisted = new Unlisted(known, new Set(own.map(nameOf)), books, isShown);
	}

	result(): Reconciled<A> {
		for (const row of this.rows) this.give(row, this.byName(row));
		const rest = this.rows.filter((row) => !this.findings.has(row));
		// What has a name may take less, so it comes first, in whichever order the sheet is.
		for (const is of ['paid', 'open', 'free', 'nameless']) {
			const next = rest.filter((row) => this.wordOf(row).is === is);
			for (const row of next) this.give(row, this.byContent(row));
		}
		return {
			findings: this.rows.map((row) => this.findings.get(row)!),
			left: this.ofPeriod.filter((item) => !this.taken.has(item)),
		};
	}

	private give(row: SheetRow, finding: Finding<A> | undefined): void {
		if (finding !== undefined) this.findings.set(row, finding);
		if (finding?.item !== undefined) this.taken.add(finding.item);
	}

	/** @returns undefined where the name does not tell, or has paid an addition that people have not named */
	private byName(row: SheetRow): Finding<A> | undefined {
		const word = this.wordOf(row);
		if (word.is === 'contradicted') return { found: 'uncertain', why: 'contradicted' };
		if (word.is !== 'paid') return undefined;
		const { entry } = word;
		const isOfPeriod = isWithin(this.books.span, entry.askedAt);
		if (!entry.additionId && isOfPeriod) return undefined;
		const items = this.itemsOf.get(entry.additionId ?? '');
		if (items === undefined) return { found: isOfPeriod ? 'uncertain' : 'paidBefore', entry };
		const item = items.find(
			(one) => isStanding(one) && !this.taken.has(one) && !isOther(chargeOf(row), one),
		);
		if (item === undefined) return { found: 'uncertain', why: 'contradicted', entry };
		return { found: this.isOfPeriod(item) ? 'listed' : 'paidBefore', item, entry };
	}

	private byContent(row: SheetRow): Finding<A> {
		const charge = chargeOf(row);
		const { is } = this.wordOf(row);
		const isNamed = is !== 'nameless';
		const { isWhole, isLedgerRead } = this.books;
		const isOpenTo = (one: AdditionItem<A>) => this.isOpenTo(one, isNamed);
		const open = this.unlisted.openName(charge);
		const item = this.equalTo(charge).find(isOpenTo);
		const isProof = item && this.proofs.has(item) && !open;
		if (isProof && isLedgerRead) return { found: 'listed', item };
		const owner = item && this.ownerOf(item);
		const other = owner ?? open ?? this.unlisted.mayHavePaid(charge, isNamed);
		const isTold = isWhole && isLedgerRead && !item && !other && !['paid', 'open'].includes(is);
		if (isTold && !this.index.doubtful(charge, isOpenTo)) return { found: 'notListed' };
		if (open) return { found: 'uncertain', item, entry: isNamed ? undefined : open, why: 'open' };
		if (isNamed || !other) return { found: 'uncertain', item };
		const why = isUsersName(other.ref) ? 'otherName' : undefined;
		return { found: 'uncertain', item, entry: other, why };
	}

	/** Looked up once: a sheet may have a thousand equal rows. */
	private equalTo(charge: Charge): Array<AdditionItem<A>> {
		const [key] = chargeKeys(charge);
		const equal = this.equal.get(key) ?? this.index.of(charge);
		this.equal.set(key, equal);
		return equal;
	}

	/** Nobody's yet; what another name has paid is no row's that has a name itself. */
	private isOpenTo(item: AdditionItem<A>, isNamed: boolean): boolean {
		return !this.taken.has(item) && !(isNamed && this.ownerOf(item));
	}

	private isOfPeriod({ addition }: AdditionItem<A>): boolean {
		return this.books.placeOf(addition) !== 'outside';
	}

	/** The user's name that has paid an item. */
	private ownerOf({ addition }: AdditionItem<A>): Entry | undefined {
		const owner = this.known.owners.get(addition._id);
		return owner !== undefined && hasPaid(owner) && isUsersName(owner.ref) ? owner : undefined;
	}

	private wordOf(row: SheetRow): Word {
		return this.words.get(row)!;
	}

	/** Its items, each under the `_id` of its customer. */
	private read(addition: A): Array<AdditionItem<A>> {
		const owner = this.known.owners.get(addition._id);
		const idOf = (identifier?: string) => this.books.customers.idOf(identifier, owner);
		return readItems(addition).map((item) => ({ ...item, identifier: idOf(item.identifier) }));
	}
}
