/** Work in slices. Whoever runs it lets others go on after each of them (shared/eventLoop.ts). */
export type Sliced<Result> = Generator<undefined, Result>;

/** So many rows are one slice. Wide ones take some milliseconds. */
export const ROWS_IN_SLICE = 100;

/** Whether a row is one for which `isWanted` holds. No later one is looked at. */
export function* someRow<Row>(
	rows: readonly Row[],
	isWanted: (row: Row) => boolean,
): Sliced<boolean> {
	for (let at = 0; at < rows.length; at++) {
		if (isWanted(rows[at])) return true;
		if ((at + 1) % ROWS_IN_SLICE === 0) yield;
	}
	return false;
}

export function* eachRow<Row>(rows: readonly Row[], visit: (row: Row) => void): Sliced<void> {
	yield* someRow(rows, (row) => {
		visit(row);
		return false;
	});
}

export function* filterRows<Row>(
	rows: readonly Row[],
	isWanted: (row: Row) => boolean,
): Sliced<Row[]> {
	const wanted: Row[] = [];
	yield* eachRow(rows, (row) => {
		if (isWanted(row)) wanted.push(row);
	});
	return wanted;
}
