import type { Sliced } from '../util/slices';
import { someRow } from '../util/slices';
import { identityOf } from './cell';
import type { Role } from './headings';
import type { Cells, Proofs } from './roleCell';
import { cellIn, cellOfRole } from './roleCell';
import type { Unclear } from './unclear';
import { customersAsKeys, severalColumns } from './unclear';

// What the values of columns say against their headings.

/** Two columns of one role have to agree wherever both have a value. */
export function* differing(
	of: ReadonlyMap<Role, string[]>,
	rows: readonly Cells[],
	proofs: Proofs,
): Sliced<Unclear[]> {
	const causes: Unclear[] = [];
	for (const [role, headings] of of) {
		if (headings.length < 2) continue;
		let two: string[] = [];
		const isDiffering = (row: Cells): boolean => {
			const [first, ...others] = headings.flatMap((heading) => {
				const cell = cellOfRole(role, cellIn(row, heading));
				return cell.is === 'value' ? [{ heading, value: cell.value }] : [];
			});
			const other = others.find(({ value }) => !proofs.isSame(role, first.value, value));
			if (other !== undefined) two = [first.heading, other.heading];
			return other !== undefined;
		};
		if (yield* someRow(rows, isDiffering)) causes.push(severalColumns(role, two));
	}
	return causes;
}

export function* keysOfCustomers(
	keys: string[],
	rows: readonly Cells[],
	proofs: Proofs,
): Sliced<Unclear[]> {
	const causes: Unclear[] = [];
	for (const heading of keys) {
		const isCustomers = (row: Cells): boolean => {
			const cell = identityOf(cellIn(row, heading));
			return cell.is === 'value' && proofs.isCustomers(cell.value);
		};
		if (yield* someRow(rows, isCustomers)) causes.push(customersAsKeys(heading));
	}
	return causes;
}
