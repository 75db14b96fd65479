import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';
import { withoutZeros } from './key';

/** A row of a sheet that could be read. */
export interface KeyedRow {
	key: string;
	charge: Charge;
}

/** What the keys of the other rows mean for a row. */
type KeyCheck =
	| 'fine'
	/** Another row has this key for another customer, amount or currency. */
	| 'contradicted'
	/** Another row has a key that differs in leading zeros only: both of them. */
	| { differsInZeros: [string, string] }
	/** The row is the same as an earlier one, by its position. */
	| { sameAs: number };

/** Checks the keys of one sheet against each other; one answer per row. */
export function checkKeys(rows: KeyedRow[]): KeyCheck[] {
	const firsts = new Map<string, number>();
	const refused = new Map<string, KeyCheck>();
	for (const [position, { key, charge }] of rows.entries()) {
		const name = withoutZeros(key);
		const first = firsts.get(name);
		if (first === undefined) {
			firsts.set(name, position);
			continue;
		}
		const { key: firstKey, charge: firstCharge } = rows[first];
		if (firstKey !== key) refused.set(name, { differsInZeros: [firstKey, key] });
		else if (!refused.has(name) && !sameCharge(firstCharge, charge)) {
			refused.set(name, 'contradicted');
		}
	}
	return rows.map(({ key }, position): KeyCheck => {
		const name = withoutZeros(key);
		const first = firsts.get(name)!;
		return refused.get(name) ?? (first === position ? 'fine' : { sameAs: first });
	});
}
