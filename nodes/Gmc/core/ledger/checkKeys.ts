import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';
import { groupBy, groupsOf } from '../util/groupBy';
import type { Entry } from './entry';
import { isChargedBy } from './entry';
import { differInZeros, keySet, withoutZeros } from './key';

export interface KeyedRow {
	key: string;
	/** Undefined if it cannot be read: then it may be any other. */
	charge?: Charge;
}

type KeyCheck =
	| 'fine'
	/** Another row has the same key with a different charge. */
	| 'contradicted'
	/** These two keys of the sheet differ only in leading zeros. */
	| { differsInZeros: [string, string] }
	/** The row repeats another one, at this position. */
	| { sameAs: number };

/**
 * Compares the keys of a sheet. Of rows that contradict each other, only the one that was sent before is fine.
 *
 * @param entries of these keys
 * @returns one answer per row
 */
export function checkKeys(rows: KeyedRow[], entries: Entry[]): KeyCheck[] {
	const checks: KeyCheck[] = [];
	const standing = entries.filter(({ outcome }) => outcome !== 'rejected');
	const entriesOf = groupBy(standing, ({ ref }) => ref);
	const isKnown = ({ key, charge }: KeyedRow) =>
		charge !== undefined &&
		entriesOf(keySet(key)).some(
			(entry) => !differInZeros(entry.key ?? '', key) && isChargedBy(entry, charge),
		);
	for (const group of groupsOf([...rows.entries()], ([, { key }]) => withoutZeros(key))) {
		const known = group.find(([, row]) => isKnown(row));
		const [first, { key, charge }] = known ?? group[0];
		const isSame = (row: KeyedRow) =>
			row.key === key && !!charge && !!row.charge && sameCharge(charge, row.charge);
		const others = group.filter(([position, row]) => position !== first && !isSame(row));
		const otherKey = others.find(([, row]) => row.key !== key)?.[1].key;
		const problem: KeyCheck =
			otherKey === undefined ? 'contradicted' : { differsInZeros: [key, otherKey] };
		for (const one of group) {
			const [position] = one;
			const isRefused = known ? others.includes(one) : others.length > 0;
			const sameAsFirst = position === first ? 'fine' : { sameAs: first };
			checks[position] = isRefused ? problem : sameAsFirst;
		}
	}
	return checks;
}
