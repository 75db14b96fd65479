import type { Charge } from '../additions/charge';
import type { ChargeIndex } from '../additions/chargeIndex';
import type { AdditionItem } from '../additions/item';
import { readItems } from '../additions/item';
import type { Addition } from '../service/record';
import { groupBy } from '../util/groupBy';
import { EntriesByCharge } from './byCharge';
import type { Entry } from './entry';
import { isChargedBy, isUnreadable } from './entry';
import { mayHaveMade } from './links';

/** An addition of GMC's list that keeps a row back. */
export interface Suspect {
	addition: Addition;
	/** The entries that own it, and that may be the row's or have made it. */
	owners: Entry[];
	/** Whether it cannot be read in full. */
	isUncertain: boolean;
}

/** What of a list may keep rows back. */
interface Sorted {
	/** What any row may have made. */
	loose: Addition[];
	/** What other entries have made. It keeps back only the rows of these. */
	owned: ReadonlySet<Addition>;
}

/**
 * Finds what keeps rows back among the additions that GMC lists: not what this execution has made, nor what the ledger knows
 * to be another row's, which it does also where the list cannot be read.
 */
export class Listed {
	private readonly ownersOf: (additionId: string) => Entry[];

	private readonly others: EntriesByCharge;

	private readonly sorted = new Map<AdditionItem[], Sorted>();

	private readonly named: ReadonlyMap<string, Addition>;

	/**
	 * @param owners entries that own these additions, or may
	 * @param isOwn whether an entry is this execution's
	 */
	constructor(
		private readonly items: ChargeIndex<AdditionItem>,
		additions: Addition[],
		owners: Entry[],
		private readonly isOwn: (entry: Entry) => boolean,
	) {
		this.ownersOf = groupBy(owners, ({ additionId = '' }) => additionId);
		this.named = new Map(additions.map((one) => [one._id, one]));
		const owned = additions.filter((one) => this.kindOf(one) === 'owned');
		this.others = new EntriesByCharge(owned.flatMap(({ _id }) => this.ownersOf(_id)));
	}

	/** @returns what keeps a row of this charge back */
	suspectOf(charge: Charge): Suspect | undefined {
		const find = (lists: AdditionItem[][], isUncertain: boolean): Suspect | undefined => {
			for (const addition of this.candidates(lists, charge)) {
				const owners = this.ownersFor(charge, addition);
				const mayBeRows = owners.some((one) => isUnreadable(one) || isChargedBy(one, charge));
				const counts = owners.length === 0 || (mayBeRows && !owners.some(this.isOwn));
				if (counts) return { addition, owners, isUncertain };
			}
			return undefined;
		};
		return find(this.items.equal(charge), false) ?? find(this.items.maybe(charge), true);
	}

	private *candidates(lists: AdditionItem[][], charge: Charge): Generator<Addition> {
		for (const { loose, owned } of lists.map((list) => this.sort(list))) {
			yield* loose;
			if (owned.size === 0) continue;
			for (const { additionId = '' } of this.others.of(charge)) {
				const addition = this.named.get(additionId);
				if (addition !== undefined && owned.has(addition)) yield addition;
			}
		}
	}

	/** Once for all rows that it may be. */
	private sort(list: AdditionItem[]): Sorted {
		const known = this.sorted.get(list);
		if (known !== undefined) return known;
		const all = [...new Set(list.map(({ addition }) => addition))];
		const loose = all.filter((one) => this.kindOf(one) === 'loose');
		const owned = new Set(all.filter((one) => this.kindOf(one) === 'owned'));
		this.sorted.set(list, { loose, owned });
		return { loose, owned };
	}

	private kindOf(addition: Addition): 'own' | 'loose' | 'owned' {
		const items = readItems(addition);
		const makers = this.ownersOf(addition._id).filter((one) =>
			items.some((item) => mayHaveMade(one, item)),
		);
		if (makers.some(this.isOwn)) return 'own';
		return makers.length === 0 || makers.some(isUnreadable) ? 'loose' : 'owned';
	}

	private ownersFor(charge: Charge, addition: Addition): Entry[] {
		const items = readItems(addition);
		return this.ownersOf(addition._id).filter(
			(one) => isChargedBy(one, charge) || items.some((item) => mayHaveMade(one, item)),
		);
	}
}
