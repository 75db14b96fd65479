import { keysOfItem } from '../additions/chargeIndex';
import { isUsersName } from '../ledger/refs';
import { firstLeft, groupByEach } from '../util/groupBy';
import type { Payment } from './payments';
import type { SheetRow } from './sheetRow';
import { setsOf } from './sheetRow';

/**
 * Payments by charge, and by whose they are. Each is looked at a few times, however many rows ask: the sheet of a month may
 * have thousands of equal rows.
 */
export class Stock {
	private readonly places: ReadonlyMap<Payment, number>;

	/** The first of a name that belongs to no row yet. */
	private readonly next: (name: string) => Payment | undefined;

	/** @param isTaken whether a payment belongs to a row. Once it does, it always does */
	constructor(payments: Payment[], isTaken: (payment: Payment) => boolean) {
		this.places = new Map(payments.map((payment, place) => [payment, place]));
		const named = groupByEach(payments, (payment) =>
			keysOfItem(payment).flatMap((key) => namesOf(payment).map((whose) => nameOf(key, whose))),
		);
		this.next = firstLeft(named, (payment) => !isTaken(payment));
	}

	/**
	 * The first payment that belongs to no row yet.
	 *
	 * @param names keys of its charge, for one name of its customer after the other
	 * @param whose see `mayBeOf`
	 */
	first(names: string[][], whose: string[]): Payment | undefined {
		const placeOf = (payment: Payment) => this.places.get(payment)!;
		for (const keys of names) {
			const all = keys.flatMap((key) => whose.map((one) => nameOf(key, one)));
			const [first, ...others] = all.flatMap((name) => this.next(name) ?? []);
			if (first === undefined) continue;
			return others.reduce((one, other) => (placeOf(other) < placeOf(one) ? other : one), first);
		}
		return undefined;
	}
}

const nameOf = (key: string, whose: string): string => `${whose}\n${key}`;

/** Of no name, or in doubt: it may be any row's. */
export const ANYBODYS = 'anybody';

/** Whose a payment is: of a key or a batch, and of which one. */
function namesOf({ doubt, entry }: Payment): string[] {
	if (doubt === 'open' || !entry || !isUsersName(entry.ref)) return [ANYBODYS];
	return [entry.n === undefined ? 'key' : 'batch', `set ${entry.set}`];
}

/** What another key has paid is not a row's that has a key; nor what another batch has paid, if it has a batch. */
export const mayBeOf = (row: SheetRow): string[] => [
	ANYBODYS,
	...(row.key === undefined ? ['key'] : []),
	...(row.batch === undefined ? ['batch'] : []),
	...setsOf(row).map((set) => `set ${set}`),
];
