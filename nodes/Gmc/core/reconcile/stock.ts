import { keysOfItem } from '../additions/chargeIndex';
import { isUsersName } from '../ledger/key';
import type { Payment } from './payment';
import type { SheetRow } from './sheet';
import { setsOf } from './sheet';

/** A list of payments, and how many of the first ones belong to a row. */
interface Shelf {
	payments: Payment[];
	taken: number;
}

/**
 * Payments by charge, and by whose they are. Each is looked at a few times, however many rows ask: the sheet of a month may
 * have thousands of equal rows.
 */
export class Stock {
	private readonly shelves = new Map<string, Shelf>();

	private readonly places = new Map<Payment, number>();

	/** @param isTaken whether a payment belongs to a row. Once it does, it always does */
	constructor(
		payments: Payment[],
		private readonly isTaken: (payment: Payment) => boolean,
	) {
		for (const [place, payment] of payments.entries()) {
			this.places.set(payment, place);
			for (const key of keysOfItem(payment)) {
				for (const whose of namesOf(payment)) this.put(nameOf(key, whose), payment);
			}
		}
	}

	private put(name: string, payment: Payment): void {
		const shelf = this.shelves.get(name);
		if (shelf === undefined) this.shelves.set(name, { payments: [payment], taken: 0 });
		else shelf.payments.push(payment);
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
			const shelves = keys.flatMap((key) => whose.map((one) => nameOf(key, one)));
			const [first, ...others] = shelves.flatMap((one) => this.next(one) ?? []);
			if (first === undefined) continue;
			return others.reduce((one, other) => (placeOf(other) < placeOf(one) ? other : one), first);
		}
		return undefined;
	}

	private next(name: string): Payment | undefined {
		const shelf = this.shelves.get(name);
		if (shelf === undefined) return undefined;
		const { payments } = shelf;
		while (shelf.taken < payments.length && this.isTaken(payments[shelf.taken])) shelf.taken++;
		return payments.at(shelf.taken);
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
