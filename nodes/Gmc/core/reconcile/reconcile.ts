import type { ListedAddition } from '../additions/addition';
import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { isOther, readItems } from '../additions/item';
import type { Entry } from '../ledger/entry';
import { nameOf } from '../ledger/entry';
import { groupBy } from '../util/groupBy';
import type { Books, Finding, Known, Reconciled } from './books';
import type { Candidate, Candidates } from './candidates';
import { candidatesOf, isStanding, isUsers } from './candidates';
import type { SheetRow, Word } from './names';
import { wordsOf } from './names';
import { isWithin } from './period';

/**
 * Compares the rows of a sheet with the additions of a period. What the ledger says that a row's name has paid is that
 * row's. Then rows and additions are counted by customer, amount and currency: each addition is one row's at most, and
 * what another name has paid is no row's that has a name itself. What cannot be told is `uncertain`: a row is `notListed`
 * only where nothing is left that may be it. What failed is nobody's.
 */
export function reconcile<A extends ListedAddition>(
	rows: SheetRow[],
	books: Books<A>,
	known: Known,
): Reconciled<A> {
	return new Comparison(rows, books, known).result();
}

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

	/** The items of the period, and those that may be of it. */
	private readonly ofPeriod: Array<AdditionItem<A>>;

	private readonly candidates: Candidates<A>;

	private readonly equal = new Map<string, Array<Candidate<A>>>();

	/** The claims of what is a row's. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly rows: SheetRow[],
		private readonly books: Books<A>,
		known: Known,
	) {
		this.itemsOf = new Map(books.additions.map((one) => [one._id, this.read(one)]));
		const inReach = books.additions.filter((one) => books.placeOf(one) !== 'outside');
		this.ofPeriod = inReach.flatMap(({ _id }) => this.itemsOf.get(_id)!);
		const hasFailedSince = ({ additionId = '' }: Entry) =>
			this.itemsOf.get(additionId)?.every((item) => !isStanding(item)) ?? false;
		const counts = (entry: Entry) => entry.outcome !== 'rejected' && !hasFailedSince(entry);
		this.words = wordsOf(rows, known.ofNames.filter(counts));
		const paid = [...this.words.values()].filter((word) => typeof word !== 'string');
		this.candidates = candidatesOf(this.ofPeriod, known, books, {
			own: new Set(paid.map(nameOf)),
			isShown: (additionId) => this.itemsOf.has(additionId),
		});
	}

	result(): Reconciled<A> {
		for (const row of this.rows) this.give(row, this.byName(row));
		// What has a name may take less, so it comes first, in whichever order the sheet is.
		const rest = this.rows.filter((row) => !this.findings.has(row));
		const of = groupBy(rest, (row) => {
			const word = this.wordOf(row);
			return typeof word === 'string' ? word : 'paid';
		});
		for (const row of [...of('paid'), ...of('free'), ...of('nameless')]) {
			this.give(row, this.byContent(row));
		}
		return {
			findings: this.rows.map((row) => this.findings.get(row)!),
			left: this.ofPeriod.filter(({ claim }) => !this.taken.has(claim)),
		};
	}

	private give(row: SheetRow, finding: Finding<A> | undefined): void {
		if (finding !== undefined) this.findings.set(row, finding);
		if (finding?.item !== undefined) this.taken.add(finding.item.claim);
	}

	/** @returns undefined where the name does not tell, or has paid an addition that people have not named */
	private byName(row: SheetRow): Finding<A> | undefined {
		const word = this.wordOf(row);
		if (word === 'contradicted') return { found: 'uncertain', why: 'contradicted' };
		if (typeof word === 'string') return undefined;
		const isOfPeriod = isWithin(this.books.span, word.askedAt);
		if (!word.additionId && isOfPeriod) return undefined;
		const items = this.itemsOf.get(word.additionId ?? '');
		if (items === undefined) return { found: isOfPeriod ? 'uncertain' : 'paidBefore', entry: word };
		const item = items.find(
			(one) => isStanding(one) && !this.taken.has(one.claim) && !isOther(chargeOf(row), one),
		);
		if (item === undefined) return { found: 'uncertain', why: 'contradicted', entry: word };
		const isListed = this.books.placeOf(item.addition) !== 'outside';
		return { found: isListed ? 'listed' : 'paidBefore', item, entry: word };
	}

	private byContent(row: SheetRow): Finding<A> {
		const charge = chargeOf(row);
		const word = this.wordOf(row);
		const isNamed = word !== 'nameless';
		const isFree = ({ claim, entry }: Candidate<A>) =>
			!this.taken.has(claim) && !(isNamed && isUsers(entry));
		const one = this.equalTo(charge).find(isFree);
		const { listed, open: inDoubt } = this.candidates;
		const [open = inDoubt.doubtful(charge)] = inDoubt.of(charge);
		if (one?.isProof && !open) return { found: 'listed', item: one.listed };
		const other = one?.entry ?? open?.entry;
		const mayBe = one ?? open ?? listed.doubtful(charge, isFree);
		const isTold = this.books.isWhole && typeof word === 'string';
		if (isTold && !mayBe) return { found: 'notListed' };
		const entry = isNamed ? undefined : other;
		const why = open ? 'open' : isUsers(entry) ? 'otherName' : undefined;
		return { found: 'uncertain', item: one?.listed, entry, why };
	}

	/** Looked up once, and the first is not a row's yet: a sheet may have thousands of equal rows. */
	private equalTo(charge: Charge): Array<Candidate<A>> {
		const [key] = chargeKeys(charge);
		const equal = this.equal.get(key) ?? this.candidates.listed.of(charge);
		while (equal.length > 0 && this.taken.has(equal[0].claim)) equal.shift();
		this.equal.set(key, equal);
		return equal;
	}

	private wordOf(row: SheetRow): Word {
		return this.words.get(row)!;
	}

	/** Its items, each under the `_id` of its customer. */
	private read(addition: A): Array<AdditionItem<A>> {
		const { customers } = this.books;
		return readItems(addition).map((item) => ({
			...item,
			identifier: customers.idOf(item.identifier),
		}));
	}
}
