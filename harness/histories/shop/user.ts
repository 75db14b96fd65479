import type { IDataObject } from 'n8n-workflow';
import { chargeRefOf, customerRef, keySet } from '../../../nodes/Gmc/core/ledger/key';
import { toTableRow } from '../../../nodes/Gmc/ledger/columns';
import type { AdminAddition } from '../../../sandbox/http/views';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { Verdict } from './execute';
import type { Run } from './generate';
import { type Charge, chargeName, isNamed } from './names';
import { chargeIn, chargeOf, LEDGER, madeAt, type Shop, type Wanted } from './shop';

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

const SENDING_MS = 200;
/** By which two clocks may differ. */
const CLOCK_MS = 60_000;

/** Writes entries and additions from before the history. */
export async function leaveBehind(shop: Shop): Promise<void> {
	for (const order of shop.orders.filter(({ stale }) => stale !== undefined)) {
		const { outcome, minutesAgo, isDone, isAbandoned } = order.stale!;
		const askedAt = Date.now() - minutesAgo * 60_000;
		order.askedAt = askedAt;
		if (isDone) {
			const at = askedAt + shop.history.skewSeconds * 1000 + SENDING_MS;
			const { _id } = await shop.service.admin.createAddition(madeAt(order.charge, at));
			if (isAbandoned) shop.told.set(_id, order);
		}
		const { name: key, charge, kind } = order;
		const { _id, taxId } = DEMO_CUSTOMERS[charge.customer];
		const row = {
			outcome,
			claim: `run of ${key}`,
			askedAt,
			heldUntil: askedAt + shop.holdSeconds * 1000,
			...(kind === 'key' ? { ref: keySet(key), set: keySet(key) } : ownName(key, _id)),
			execution: `execution of ${key}`,
			chargeRef: chargeRefOf(_id, charge),
			charge: { ...charge, identifiers: [_id, taxId] },
			label: kind === 'key' ? { key } : {},
		};
		const rows = shop.ledger(true);
		const place = { account: shop.account, ledger: LEDGER, workflow: 'Shop', timeZone: 'UTC' };
		rows.push({ ...toTableRow(row, place), id: rows.length + 1 });
	}
}

/** In an execution that is long over. */
function ownName(name: string, customerId: string) {
	const set = `own ${name} 0`;
	return { ref: customerRef(set, customerId), set, n: 1 };
}

const isOpen = ({ outcome }: IDataObject) => outcome === 'sending' || outcome === 'unknown';
const isIssued = ({ outcome }: IDataObject) => outcome === 'issued';
const isDoubted = ({ is }: Wanted) => is === 'doubt' || is === 'lost';

/** Whether a row of the ledger has asked for a charge. */
function asksFor(row: IDataObject, { customer, amount, currency }: Charge): boolean {
	const { _id, taxId } = DEMO_CUSTOMERS[customer];
	const isCustomer = [_id, taxId].some((name) => String(row.identifiers).includes(name));
	return isCustomer && row.amount === amount && row.currency === currency;
}

/** "Look for it": another run may have resolved a row without a key, and the addition may have failed since. */
export async function readLedger(shop: Shop): Promise<void> {
	const books = await shop.books();
	for (const row of shop.ledger().filter((one) => !one.key && !one.batch && isIssued(one))) {
		const additionId = String(row.additionId);
		if (shop.told.has(additionId) || !books.some(({ _id }) => _id === additionId)) continue;
		const isMeant = (one: Wanted) => one.kind === 'recent' && isDoubted(one);
		shop.finish(
			additionId,
			shop.orders.find((one) => isMeant(one) && asksFor(row, one.charge)),
		);
	}
}

/** The user waits, compares with GMC, and corrects the ledger. */
export async function lookAtGmc(shop: Shop): Promise<void> {
	await shop.waitItOut();
	const rows = shop.ledger();
	const books = await shop.books();
	const isThere = ({ additionId }: IDataObject) => books.some(({ _id }) => _id === additionId);
	// If an addition has failed since, the user frees its key.
	for (const row of rows.filter(isIssued)) if (!isThere(row)) row.outcome = 'rejected';
	const named = rows
		.filter((row) => (row.key || row.batch) && isIssued(row))
		.map(({ additionId }) => additionId);
	const free = books.filter(({ _id }) => !shop.told.has(_id) && !named.includes(_id));
	for (const row of rows.filter(isOpen)) settle(shop, row, free);
	for (const order of shop.orders.filter((one) => isDoubted(one) && !isNamed(one.kind))) {
		const found = free.findIndex((one) => chargeOf(one) === chargeName(order.charge));
		if (found >= 0) shop.finish(free.splice(found, 1)[0]._id, order);
		else order.is = 'open';
	}
}

/** @param free additions that no order has; the row takes one of them */
function settle(shop: Shop, row: IDataObject, free: AdminAddition[]): void {
	const { orders, finish, holdSeconds } = shop;
	const isMeant = (one: Wanted) => {
		if (row.batch) return one.kind === 'batch' && asksFor(row, one.charge) && one.is !== 'done';
		if (row.key) return one.kind === 'key' && one.name === row.key;
		return !isNamed(one.kind) && isDoubted(one);
	};
	// Of equal ones "compare their times with askedAt".
	const since = Date.parse(String(row.askedAt)) - CLOCK_MS;
	const isItsOwn = (one: AdminAddition) =>
		asksFor(row, chargeIn(one)) &&
		Date.parse(one.createdAt) >= since &&
		Date.parse(one.createdAt) <= since + holdSeconds * 1000 + 2 * CLOCK_MS;
	// A row that was reported as paid is paid, also if the ledger could not be written.
	const paidWith = [...shop.told].find(([, one]) => row.key && isMeant(one) && one.is === 'done');
	const isGiven = shop.ledger().some((one) => isIssued(one) && one.additionId === paidWith?.[0]);
	if (paidWith !== undefined && !isGiven) {
		Object.assign(row, { outcome: 'issued', additionId: paidWith[0] });
		return;
	}
	const asked = free.findIndex(isItsOwn);
	const isPaid = asked >= 0 && !orders.some((one) => isMeant(one) && one.is === 'done');
	const [addition] = isPaid ? free.splice(asked, 1) : [];
	Object.assign(row, {
		outcome: addition ? 'issued' : 'rejected',
		additionId: addition?._id ?? '',
	});
	if (addition === undefined) return;
	const name = chargeOf(addition);
	finish(
		addition._id,
		orders.find((one) => isMeant(one) && chargeName(one.charge) === name),
	);
}
