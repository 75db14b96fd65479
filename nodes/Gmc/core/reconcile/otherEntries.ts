import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import { CLOCK_RULES } from '../ledger/asked';
import type { Entry } from '../ledger/entry';
import { isUnreadable, mayEqual, nameOf } from '../ledger/entry';
import { isUsersName } from '../ledger/key';
import type { Books } from './books';
import type { Known } from './known';

/**
 * Whether an entry may have made an addition, by when that was made.
 *
 * @param madeAt epoch milliseconds by the service's clock; undefined: cannot be read
 * @param clockOffset that clock less n8n's; undefined: nobody knows
 */
export function mayHaveMade(entry: Entry, madeAt?: number, clockOffset?: number): boolean {
	if (madeAt === undefined || clockOffset === undefined || isUnreadable(entry)) return true;
	const { doubtMs } = CLOCK_RULES;
	const { askedAt, heldUntil = Infinity } = entry;
	const at = madeAt - clockOffset;
	return at >= askedAt - doubtMs && at <= heldUntil + doubtMs;
}

/** What the list tells about entries. */
interface ListFacts extends Pick<Books<never>, 'isOfPeriod' | 'clockOffset' | 'at'> {
	/** By the ids of the additions that were listed. */
	inHand: ReadonlyMap<string, unknown>;
}

/** The entries of no row of the sheet for which no addition is known. Found by charge in one step. */
export class OtherEntries {
	private readonly open: ChargeEntries;

	private readonly unlisted: ChargeEntries;

	/** Each may have made one addition, and be one row. */
	private readonly spent = new Set<Entry>();

	private readonly taken = new Set<Entry>();

	/** @param own names of the rows of the sheet: such an entry is that row's and no other's */
	constructor(
		known: Known,
		own: ReadonlySet<string>,
		private readonly list: ListFacts,
	) {
		const isOthers = (entry: Entry) => !own.has(nameOf(entry));
		this.open = new ChargeEntries(known.open.filter(isOthers));
		const isUnlisted = ({ additionId = '' }: Entry) => !list.inHand.has(additionId);
		this.unlisted = new ChargeEntries(known.paid.filter(isOthers).filter(isUnlisted));
	}

	/** A name that may have made the addition that equals a row. @param madeAt as for `mayHaveMade` */
	rivalOf(charge: Charge, madeAt: number | undefined): Entry | undefined {
		const paid = this.unlisted.equalTo(charge).filter(({ additionId }) => !additionId);
		return [...this.open.equalTo(charge), ...paid].find(
			(entry) =>
				isUsersName(entry.ref) &&
				!this.spent.has(entry) &&
				mayHaveMade(entry, madeAt, this.list.clockOffset),
		);
	}

	/** What has made one addition has made no other. */
	spend(rival: Entry): void {
		this.spent.add(rival);
	}

	/** One whose fate is open, unless the list would show by now what it has made. */
	openFor(charge: Charge): Entry | undefined {
		return this.open.equalTo(charge).find((entry) => !this.isOver(entry));
	}

	/** One that has paid, and the list does not show it: it may be one row. @param isNamed whether the row is */
	takeUnlisted(charge: Charge, isNamed: boolean): Entry | undefined {
		const entry = this.unlisted
			.equalTo(charge)
			.find((one) => !this.taken.has(one) && !(isNamed && isUsersName(one.ref)));
		if (entry !== undefined) this.taken.add(entry);
		return entry;
	}

	/** CONTRIBUTING M4: after its hold the list is believed, as far as it reaches. */
	private isOver(entry: Entry): boolean {
		const { isOfPeriod, at } = this.list;
		const { heldUntil = Infinity, askedAt } = entry;
		return !isUnreadable(entry) && heldUntil <= at && isOfPeriod(askedAt);
	}
}

class ChargeEntries {
	private readonly byKey = new Map<string, Entry[]>();

	private readonly unreadable: Entry[];

	constructor(entries: Entry[]) {
		this.unreadable = entries.filter(isUnreadable);
		for (const entry of entries.filter((one) => !isUnreadable(one))) {
			for (const key of chargeKeys(entry.charge)) {
				const known = this.byKey.get(key);
				if (known === undefined) this.byKey.set(key, [entry]);
				else known.push(entry);
			}
		}
	}

	equalTo(charge: Charge): Entry[] {
		const equal = chargeKeys(charge).flatMap((key) => this.byKey.get(key) ?? []);
		return [...new Set(equal), ...this.unreadable.filter((entry) => mayEqual(entry, charge))];
	}
}
