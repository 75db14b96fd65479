import type { AdminAddition } from '../../../sandbox/http/views';
import type { Verdict } from './execute';
import { type Run, chargeName, isNamed } from './history';
import { type Shop, type Wanted, chargeOf } from './shop';

/** Clock tolerance, in addition to the hold. */
const CLOCK_SECONDS = 600;

const isEqual = (one: Wanted, other: Wanted) => chargeName(one.charge) === chargeName(other.charge);
const isOver = ({ is }: Wanted) => is === 'done' || is === 'abandoned';

/** The orders that the user runs now. Without a key, only as money-safety.md allows. */
export function rowsToRun(shop: Shop, { kind, only, table, way }: Run): Wanted[] {
	const own = shop.orders.filter((order) => order.kind === kind && order.is !== 'abandoned');
	if (kind === 'batch') return own.every(isOver) ? [] : own;
	const some = only === undefined ? own : own.slice(only, only + 1);
	if (kind === 'key') return some;
	const isKnown = ({ is }: Wanted) => is === 'doubt' && kind === 'recent' && !table;
	const rows = some.filter(
		(one) => (one.is === 'open' || isKnown(one)) && !mayBeMistaken(shop, one),
	);
	// Under Recent, a second equal call of an agent counts as a repeat.
	const isRepeated = (row: Wanted, at: number) =>
		way === 'agent' && kind === 'recent' && rows.findIndex((one) => isEqual(one, row)) < at;
	return rows.filter((row, at) => !isRepeated(row, at));
}

/** "Somebody else makes an identical top-up": another order that may be confused with this one. */
function mayBeMistaken({ orders, holdSeconds }: Shop, order: Wanted): boolean {
	const since = Date.now() - (holdSeconds + CLOCK_SECONDS) * 1000;
	const isOpen = ({ is }: Wanted) => is !== 'open' && is !== 'done';
	// An open row with a name may be an equal row until somebody checks.
	const isRecent = ({ is, kind, askedAt = 0 }: Wanted) =>
		(is === 'doubt' && isNamed(kind)) || askedAt > since;
	return orders.some((one) => one !== order && isEqual(one, order) && isOpen(one) && isRecent(one));
}

export async function hear(shop: Shop, run: Run, rows: Wanted[], verdicts: Verdict[]) {
	for (const [index, order] of rows.entries()) {
		if (verdicts[index].outcome !== 'unknown' || order.is === 'done') continue;
		order.askedAt = Date.now();
		// A result that could not be written is lost.
		order.is = !isNamed(run.kind) && run.table ? 'lost' : 'doubt';
	}
	if (run.kind !== 'recent') return;
	// "Nothing, if it is the same top-up: it is paid": the row may have been refused because of an unclear one.
	const books = await shop.books();
	for (const [index, row] of rows.entries()) {
		if (verdicts[index].code !== 'DUPLICATE_SUSPECTED') continue;
		const equal = shop.orders.filter((order) => isEqual(row, order));
		const doubted = equal.find(({ kind, is }) => kind === 'recent' && is === 'doubt');
		const isClear = equal.every(({ is }) => is === 'open' || is === 'done');
		const name = chargeName(row.charge);
		const since = (doubted?.askedAt ?? 0) - CLOCK_SECONDS * 1000;
		const isIts = ({ createdAt }: AdminAddition) => Date.parse(createdAt) >= since;
		const paid = books.find(
			(one) => !shop.told.has(one._id) && chargeOf(one) === name && isIts(one),
		);
		shop.finish(paid?._id, doubted ?? (isClear ? row : undefined));
	}
}

export function hearNothing(rows: Wanted[]): void {
	for (const order of rows) {
		order.askedAt = Date.now();
		if (order.is !== 'done') order.is = isNamed(order.kind) ? 'doubt' : 'lost';
	}
}
