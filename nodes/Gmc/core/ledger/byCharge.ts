import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import type { Entry } from './entry';
import { isChargedBy } from './entry';
import { chargeRefOf } from './key';

/** Finds the entries for a charge without a look at all others. */
export class EntriesByCharge {
	private readonly byKey = new Map<string, Entry[]>();

	constructor(entries: Entry[]) {
		for (const entry of entries) {
			for (const key of [...chargeKeys(entry.charge), entry.chargeRef]) {
				const known = this.byKey.get(key);
				if (known === undefined) this.byKey.set(key, [entry]);
				else known.push(entry);
			}
		}
	}

	/** See `isChargedBy`. @returns in the order in which they were given */
	*of(charge: Charge): Generator<Entry> {
		const { customerId } = charge;
		const refs = customerId === undefined ? [] : [chargeRefOf(customerId, charge)];
		const seen = new Set<Entry>();
		for (const key of [...chargeKeys(charge), ...refs]) {
			for (const entry of this.byKey.get(key) ?? []) {
				if (!seen.has(entry) && isChargedBy(entry, charge)) yield entry;
				seen.add(entry);
			}
		}
	}
}
