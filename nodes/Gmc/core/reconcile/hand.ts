import type { ListedAddition } from '../additions/addition';
import type { Charge } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import { hasFailed, isOther, readItems } from '../additions/item';
import { ChargeIndex } from '../additions/matching';
import type { Entry } from '../ledger/entry';
import { groupBy } from '../util/groupBy';
import { isUsersName } from '../ledger/key';
import { hasPaid } from '../ledger/look';
import type { Books } from './books';
import type { Known } from './known';
import { isOtherThanPaid, paidCharge } from './paidCharge';

const isStanding = ({ addition, claim }: AdditionItem) => !hasFailed(addition, claim);

/** The additions in hand: those of the period, and of the days around it. Each item is one row's at most. */
export class Hand<A extends ListedAddition> {
	/** By the ids of their additions. */
	readonly byId: ReadonlyMap<string, A>;

	/** Of the period. */
	private readonly items: Array<AdditionItem<A>>;

	private readonly standingOf: (additionId: string) => Array<AdditionItem<A>>;

	/** What may be a row's, and what equals one and is of the days around for certain. */
	private readonly index: ChargeIndex<A>;

	private readonly outside: ChargeIndex<A>;

	private readonly periodIds: ReadonlySet<string>;

	private readonly taken = new Set<AdditionItem<A>>();

	constructor(
		{ additions, near, around }: Books<A>,
		private readonly known: Known,
	) {
		const standing = (of: A[]) => of.flatMap((one) => readItems(one)).filter(isStanding);
		this.byId = new Map([...around, ...near, ...additions].map((one) => [one._id, one]));
		this.items = additions.flatMap((one) => readItems(one));
		const inReach = [...this.items.filter(isStanding), ...standing(near)];
		this.standingOf = groupBy(inReach, ({ addition }) => addition._id);
		this.index = new ChargeIndex(inReach);
		this.outside = new ChargeIndex(standing(around).filter((item) => !this.ownerOf(item)));
		this.periodIds = new Set(additions.map(({ _id }) => _id));
	}

	isOfPeriod({ addition }: AdditionItem): boolean {
		return this.periodIds.has(addition._id);
	}

	/** Whether an addition is listed, and not as one of the period. */
	isListedOutside(additionId: string): boolean {
		return this.byId.has(additionId) && !this.periodIds.has(additionId);
	}

	hasFailed({ additionId = '' }: Entry): boolean {
		const addition = this.byId.get(additionId);
		return addition !== undefined && hasFailed(addition);
	}

	/** What a name has paid, unless GMC shows it as something else than the row. */
	ownItem(entry: Entry, charge: Charge): AdditionItem<A> | undefined {
		const { additionId = '' } = entry;
		const own = this.standingOf(additionId).filter((item) => !this.taken.has(item));
		return own.find((item) => !isOther(paidCharge(entry, charge), item));
	}

	/** Whether GMC shows what a name has paid, and nothing of it is the row. */
	isShownAsOther(entry: Entry, charge: Charge): boolean {
		const addition = this.byId.get(entry.additionId ?? '');
		return addition !== undefined && isOtherThanPaid(entry, charge, addition);
	}

	/** The name of the ledger that has paid an item. */
	ownerOf({ addition }: AdditionItem): Entry | undefined {
		const owner = this.known.owners.get(addition._id);
		return owner !== undefined && hasPaid(owner) && isUsersName(owner.ref) ? owner : undefined;
	}

	/** What equals a row and is nobody's yet. What another name has paid is no row's that has a name itself. */
	equalTo(charge: Charge, isNamed: boolean): Array<AdditionItem<A>> {
		return this.index.of(charge).filter((item) => this.isOpenTo(item, isNamed));
	}

	/** Whether one of those that cannot be read may be the row's. */
	mayShow(charge: Charge, isNamed: boolean): boolean {
		return this.index.doubtful(charge, (item) => this.isOpenTo(item, isNamed)) !== undefined;
	}

	isEqualOutside(charge: Charge): boolean {
		return this.outside.of(charge).length > 0;
	}

	take(item: AdditionItem<A>): void {
		this.taken.add(item);
	}

	/** What failed is in no row, and neither is what is left over of an addition with several items. */
	left(): Array<AdditionItem<A>> {
		const left = new Map<string, AdditionItem<A>>();
		const isInRow = new Set([...this.taken].map(({ addition }) => addition._id));
		for (const item of this.items) {
			const { _id } = item.addition;
			if (left.has(_id) || this.taken.has(item)) continue;
			if (isStanding(item) || !isInRow.has(_id)) left.set(_id, item);
		}
		return [...left.values()];
	}

	private isOpenTo(item: AdditionItem<A>, isNamed: boolean): boolean {
		return !this.taken.has(item) && !(isNamed && this.ownerOf(item) !== undefined);
	}
}
