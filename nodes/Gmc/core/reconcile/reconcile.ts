import { chargeKeys } from '../additions/charge';
import type { Entry } from '../ledger/entry';
import { groupsOf } from '../util/groupBy';
import type { Sliced } from '../util/slices';
import { eachRow } from '../util/slices';
import type { Finding } from './books';
import { openBooks } from './books';
import type { GmcList } from './payments';
import { paymentsIn } from './payments';
import type { SheetRow } from './sheetRow';
import { setsOf, statesOf } from './sheetRow';

/**
 * Compares the rows of a sheet with the additions of a period. What the key or batch of a row has paid, by the ledger, is
 * the row's. The other rows and additions are counted by customer, amount and currency. A row is `notListed` only if
 * nothing is left that may be it. Failed additions belong to no row.
 *
 * @param entries of the names and the period, those that own a listed addition, and all open ones
 * @returns one finding for each row, then `onlyListed` for each item of the period that belongs to no row
 */
export function* reconcile(rows: SheetRow[], list: GmcList, entries: Entry[]): Sliced<Finding[]> {
	const payments = yield* paymentsIn(list, entries);
	const books = yield* openBooks(list, payments);
	const findings = new Map<SheetRow, Finding>();
	const states = yield* statesOf(rows, payments.entries);
	yield* eachRow([...states], ([row, state]) => {
		findings.set(row, books.findByName(row, state));
	});
	const others = rows.filter((row) => !findings.has(row));
	// Rows with a name come first, because fewer additions can be theirs.
	const isNamed = (row: SheetRow) => setsOf(row).length > 0;
	const inOrder = [...others.filter(isNamed), ...others.filter((row) => !isNamed(row))];
	const nameOfGroup = (row: SheetRow) => [chargeKeys(row.charge)[0], ...setsOf(row)].join(' ');
	const groups = groupsOf(inOrder, nameOfGroup);
	yield;
	yield* eachRow(groups, (equal) => {
		const found = books.findByContent(equal);
		for (const [at, row] of equal.entries()) findings.set(row, found[at]);
	});
	return [...rows.map((row) => findings.get(row)!), ...books.left()];
}
