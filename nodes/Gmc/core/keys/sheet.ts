import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';

/** A row of a sheet that could be read. */
export interface SheetRow {
	key?: string;
	charge: Charge;
}

/** What the keys of the other rows mean for a row. */
export type KeyCheck =
	| 'fine'
	/** Others have a key. */
	| 'missing'
	/** Another row has this key for another customer, amount or currency. */
	| 'contradicted'
	/** The row is the same as an earlier one, by its position. */
	| { sameAs: number };

/** Checks the keys of one sheet against each other; one answer per row. */
export function checkKeys(rows: SheetRow[]): KeyCheck[] {
	const hasKeys = rows.some(({ key }) => key !== undefined);
	const firsts = new Map<string, number>();
	const contradicted = new Set<string>();
	for (const [position, { key, charge }] of rows.entries()) {
		if (key === undefined) continue;
		const first = firsts.get(key);
		if (first === undefined) firsts.set(key, position);
		else if (!sameCharge(rows[first].charge, charge)) contradicted.add(key);
	}
	return rows.map(({ key }, position): KeyCheck => {
		if (key === undefined) return hasKeys ? 'missing' : 'fine';
		if (contradicted.has(key)) return 'contradicted';
		const first = firsts.get(key)!;
		return first === position ? 'fine' : { sameAs: first };
	});
}
