import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import { groupByEach } from '../util/groupBy';
import type { Entry } from './entry';
import { isChargedBy } from './entry';
import { chargeRefOf } from './refs';

/** Finds the entries for a charge without a look at all others. */
export class EntriesByCharge {
	private readonly under: (key: string) => Entry[];

	private readonly isEmpty: boolean;

	constructor(entries: Entry[]) {
		this.isEmpty = entries.length === 0;
		this.under = groupByEach(entries, ({ charge, chargeRef }) => [
			...chargeKeys(charge),
			chargeRef,
		]);
	}

	/** See `isChargedBy`. @returns in the order in which they were given */
	*of(charge: Charge): Generator<Entry> {
		if (this.isEmpty) return;
		const { customerId } = charge;
		const refs = customerId === undefined ? [] : [chargeRefOf(customerId, charge)];
		const seen = new Set<Entry>();
		for (const key of [...chargeKeys(charge), ...refs]) {
			for (const entry of this.under(key)) {
				if (!seen.has(entry) && isChargedBy(entry, charge)) yield entry;
				seen.add(entry);
			}
		}
	}
}
