import type { ListedAddition } from '../additions/addition';
import type { AdditionItem } from '../additions/item';
import type { Entry } from '../ledger/entry';
import type { Books, Finding, Reconciled } from './books';
import { Hand } from './hand';
import type { Known } from './known';
import { mayHaveMade, OtherEntries } from './otherEntries';
import type { SheetRow, Standing, StandingRow } from './standing';
import { standingsOf } from './standing';

/**
 * Compares the rows of a sheet with the additions of a period. What the ledger says that a row's name has paid is that
 * row's; then equal content is shared out, one to one. What is nobody's for certain proves a row. What another name has
 * paid, or may have, and what clocks may have put outside of the period, may be the row: `uncertain`. A row is
 * `notListed` only where neither is left over. What failed is nobody's.
 */
export function reconcile<A extends ListedAddition>(
	rows: SheetRow[],
	books: Books<A>,
	known: Known,
): Reconciled<A> {
	return new Sharing(rows, books, known).result();
}

/** In the order of the likelihood, and so that what may take less comes first, in whichever order the sheet is. */
const RANKS: Array<Standing['is']> = ['paid', 'open', 'free', 'contradicted', 'nameless'];

/** An item that equals a row, and why it may be another's. */
interface Candidate<A extends ListedAddition> {
	item: AdditionItem<A>;
	owner?: Entry;
	rival?: Entry;
	/** The more, the less it proves. */
	doubt: number;
}

class Sharing<A extends ListedAddition> {
	private readonly rows: StandingRow[];

	private readonly given = new Map<StandingRow, Finding<A>>();

	private readonly hand: Hand<A>;

	private readonly others: OtherEntries;

	constructor(
		rows: SheetRow[],
		private readonly books: Books<A>,
		known: Known,
	) {
		this.hand = new Hand(books, known);
		this.rows = standingsOf(rows, known, (entry) => this.hand.hasFailed(entry));
		const names = new Set(this.rows.flatMap(({ name }) => name ?? []));
		this.others = new OtherEntries(known, names, { ...books, inHand: this.hand.byId });
	}

	result(): Reconciled<A> {
		this.shareOut((one) => this.byName(one));
		this.shareOut((one) => this.byContent(one));
		this.shareOut((one) => this.without(one));
		return { findings: this.rows.map((one) => this.given.get(one)!), left: this.hand.left() };
	}

	private shareOut(find: (one: StandingRow) => Finding<A> | undefined): void {
		for (const rank of RANKS) {
			for (const one of this.rows) {
				if (one.standing.is !== rank || this.given.has(one)) continue;
				const finding = find(one);
				if (finding === undefined) continue;
				this.given.set(one, finding);
				if (finding.item !== undefined) this.hand.take(finding.item);
			}
		}
	}

	private byName({ standing, row }: StandingRow): Finding<A> | undefined {
		if (standing.is !== 'paid') return undefined;
		const { entry } = standing;
		const item = this.hand.ownItem(entry, row.charge);
		return item && { found: this.hand.isOfPeriod(item) ? 'listed' : 'paidBefore', item, entry };
	}

	private byContent(one: StandingRow): Finding<A> | undefined {
		if (!this.mayTake(one.standing)) return undefined;
		const candidates = this.candidatesFor(one);
		const least = Math.min(...candidates.map(({ doubt }) => doubt));
		const best = candidates.find(({ doubt }) => doubt === least);
		if (best === undefined) return undefined;
		const { item, owner, rival } = best;
		if (rival !== undefined) this.others.spend(rival);
		const isSure = best.doubt === 0 && this.books.isLedgerRead;
		return { found: isSure ? 'listed' : 'uncertain', item, ...otherOf(one, owner ?? rival) };
	}

	private candidatesFor({ row: { charge }, standing }: StandingRow): Array<Candidate<A>> {
		const { madeAt, clockOffset } = this.books;
		const equal = this.hand
			.equalTo(charge, standing.is !== 'nameless')
			.filter(
				({ addition }) =>
					standing.is !== 'open' ||
					standing.entries.some((entry) => mayHaveMade(entry, madeAt(addition), clockOffset)),
			);
		return equal.map((item) => {
			const owner = this.hand.ownerOf(item);
			const rival = owner ? undefined : this.others.rivalOf(charge, madeAt(item.addition));
			// What a name has paid is more likely another workflow's, and what is not of the period another day's.
			const doubt = !this.hand.isOfPeriod(item) ? 3 : owner ? 2 : rival ? 1 : 0;
			return { item, owner, rival, doubt };
		});
	}

	/** What is said of a row that no addition in hand is. */
	private without(one: StandingRow): Finding<A> {
		const { row, standing } = one;
		if (standing.is === 'paid') {
			const { entry } = standing;
			if (this.hand.isShownAsOther(entry, row.charge)) {
				return { found: 'uncertain', entry, isContradicted: true };
			}
			return { found: this.isPaidElsewhere(entry) ? 'paidBefore' : 'uncertain', entry };
		}
		if (standing.is === 'contradicted') return { found: 'uncertain', isContradicted: true };
		if (standing.is === 'open') return { found: 'uncertain' };
		const { charge } = row;
		const isNamed = standing.is !== 'nameless';
		const other = this.others.openFor(charge) ?? this.others.takeUnlisted(charge, isNamed);
		const { isWhole, isLedgerRead } = this.books;
		const isTold = other === undefined && isWhole && isLedgerRead;
		if (!isTold || this.hand.mayShow(charge, isNamed)) {
			return { found: 'uncertain', ...otherOf(one, other) };
		}
		return {
			found: 'notListed',
			...(this.hand.isEqualOutside(charge) && { isEqualOutside: true }),
		};
	}

	/** What the list of the period does not show may come to it yet, if it was asked for then. */
	private isPaidElsewhere({ additionId = '', askedAt }: Entry): boolean {
		return this.hand.isListedOutside(additionId) || !this.books.isOfPeriod(askedAt);
	}

	/** What has paid with an addition that is known has no other one, and of what is contradicted people tell. */
	private mayTake(standing: Standing): boolean {
		if (standing.is !== 'paid') return standing.is !== 'contradicted';
		const { additionId, askedAt } = standing.entry;
		return additionId === undefined && this.books.isOfPeriod(askedAt);
	}
}

/** A row that has a name tells that itself. */
const otherOf = ({ standing }: StandingRow, other: Entry | undefined) =>
	standing.is === 'nameless' && other !== undefined ? { other } : {};
