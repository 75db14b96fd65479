import type { ListedAddition } from '../additions/addition';
import type { Charge } from '../additions/charge';
import { ChargeIndex } from '../additions/matching';
import type { Entry } from '../ledger/entry';
import { isInDoubt, isUnreadable, nameOf } from '../ledger/entry';
import { isUsersName } from '../ledger/key';
import { hasPaid } from '../ledger/entry';
import { readCurrency } from '../money/currency';
import type { Books, Known } from './books';
import { isWithin } from './period';

/** Entries that have paid, or may have, and no addition shows it. */
export class Unlisted {
	private readonly index: ChargeIndex<ListedAddition & { entry: Entry }>;

	/**
	 * @param own names of the rows of the sheet: what they have paid is theirs alone
	 * @param isShown whether GMC has shown an addition
	 */
	constructor(
		{ ofNames, open, paid }: Known,
		own: ReadonlySet<string>,
		private readonly books: Pick<Books<never>, 'customers' | 'span' | 'at'>,
		isShown: (additionId: string) => boolean,
	) {
		const settled = new Set([...ofNames, ...paid].filter(hasPaid).map(nameOf));
		// What a crash has left behind under a name that has paid since waits for nothing.
		const inDoubt = open.filter((entry) => !settled.has(nameOf(entry)));
		const others = paid.filter((entry) => !own.has(nameOf(entry)));
		const unlisted = others.filter(({ additionId = '' }) => !isShown(additionId));
		this.index = new ChargeIndex([...inDoubt, ...unlisted].map((entry) => this.asItem(entry)));
	}

	/** A user's name, of a row or of none, that may have made any equal addition. */
	openName(charge: Charge): Entry | undefined {
		return this.find(
			charge,
			(entry) => isUsersName(entry.ref) && (isInDoubt(entry) || !entry.additionId),
		);
	}

	/** What may have paid a row that no addition shows. @param isNamed whether the row has a name itself */
	mayHavePaid(charge: Charge, isNamed: boolean): Entry | undefined {
		return this.find(
			charge,
			(entry) => !this.isOver(entry) && !(isNamed && isUsersName(entry.ref)),
		);
	}

	/** CONTRIBUTING M4: after its hold the list is believed, as far as it reaches. */
	private isOver(entry: Entry): boolean {
		const { heldUntil = Infinity, askedAt } = entry;
		const isHeld = isUnreadable(entry) || heldUntil > this.books.at;
		return isInDoubt(entry) && !isHeld && isWithin(this.books.span, askedAt);
	}

	private find(charge: Charge, counts: (entry: Entry) => boolean): Entry | undefined {
		const isWanted = ({ addition }: { addition: { entry: Entry } }) => counts(addition.entry);
		const found = this.index.of(charge).find(isWanted) ?? this.index.doubtful(charge, isWanted);
		return found?.addition.entry;
	}

	/** What cannot be read of it may be anything. */
	private asItem(entry: Entry) {
		const { amount, currency } = entry.charge;
		const claim = String(entry.id);
		return {
			addition: { _id: claim, entry },
			claim,
			identifier: this.books.customers.idIn(entry),
			amount: Number.isNaN(amount) ? undefined : amount,
			currency: readCurrency(currency),
			isFailed: false,
		};
	}
}
