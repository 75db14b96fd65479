import type { IDataObject } from 'n8n-workflow';
import { PART } from '../../../nodes/Gmc/actions/balance/add/send';
import { chargeRefOf, customerRef, keySet } from '../../../nodes/Gmc/core/ledger/refs';
import { accountOf } from '../../../nodes/Gmc/core/service/credential';
import { COLUMNS, toTableRow, toWorkflowRow } from '../../../nodes/Gmc/ledger/columns';
import type { AdminAddition } from '../../../sandbox/http/views';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { DataTables, entriesIn } from '../../engine/dataTables';
import type { Service } from '../../engine/service';
import { endPassedTime, passTime } from '../../system/time';
import { type Charge, type History, type Kind, type Order, type Run } from './generate';
import { chargeName, isNamed } from './generate';

const LEDGER = 'GMC top-ups';
const MINUTE = 60;
const HOUR_MS = 3_600_000;
const RECENT_SECONDS = 15 * MINUTE;
const MARGIN_SECONDS = 120;
const SENDING_MS = 200;
/** A refused login is remembered for a few seconds. A person takes longer. */
const PERSON_SECONDS = 11;

/** An order as its user sees it. */
export interface Wanted extends Order {
	name: string;
	/** Of a named order: whether it was reported as paid. */
	isPaid?: boolean;
}

export const isAbandoned = ({ stale }: Wanted): boolean => stale?.isAbandoned === true;

/** The state of a shop: the service, n8n's tables, the clock, and what its user knows. */
export class Shop {
	readonly tables = new DataTables();
	readonly orders: Wanted[];
	/** The named order that each addition has paid, as reported. */
	readonly paid = new Map<string, Wanted>();
	/** The kind of order that each addition was made for. */
	readonly kinds = new Map<string, Kind>();
	/** Whether n8n's database has failed. */
	hasUnwritten = false;
	private strangers = new Set<string>();

	constructor(
		readonly service: Service,
		readonly history: History,
	) {
		const nameOf = (index: number) => String.fromCharCode(65 + index);
		this.orders = history.orders.map((order, index) => ({ ...order, name: nameOf(index) }));
	}

	/** Whether every order with a name was reported as paid. */
	get isPaid(): boolean {
		const named = this.orders.filter(({ kind }) => isNamed(kind));
		return named.every((order) => order.isPaid || isAbandoned(order));
	}

	/** The sandbox, the clocks, the parts, the strangers and the stale rows as the history begins. */
	async open(): Promise<void> {
		const { service, history } = this;
		const { hour, settings, lateSeconds, skewSeconds, partSize } = history;
		PART.rows = partSize;
		endPassedTime();
		passTime({ seconds: (Date.UTC(2026, 10, 20, hour) - Date.now()) / 1000 });
		const additions = { ...settings.additions, visibleAfterSeconds: lateSeconds };
		await service.restart({ ...settings, additions });
		const { admin } = service;
		await admin.advanceClock({ seconds: skewSeconds });
		for (const index of history.strangers) {
			const order = this.orders.at(index);
			if (order) await admin.createAddition(madeAt(order.charge, Date.now() - 26 * HOUR_MS));
		}
		this.strangers = new Set((await admin.additions()).map(({ _id }) => _id));
		for (const order of this.orders) if (order.stale) await this.leaveBehind(order, order.stale);
	}

	/** Writes an entry, and makes an addition, from before the history. */
	private async leaveBehind(order: Wanted, stale: NonNullable<Order['stale']>): Promise<void> {
		const { name: key, charge, kind } = order;
		const { service, history, tables } = this;
		const askedAt = Date.now() - stale.minutesAgo * 60_000;
		if (stale.isDone) {
			const at = askedAt + history.skewSeconds * 1000 + SENDING_MS;
			const { _id } = await service.admin.createAddition(madeAt(charge, at));
			this.kinds.set(_id, kind);
			if (isAbandoned(order)) this.paid.set(_id, order);
		}
		const { _id, taxId } = DEMO_CUSTOMERS[charge.customer];
		// Without a key, it was in an execution that is long over.
		const own = `own ${key} 0`;
		const row = {
			outcome: stale.outcome,
			claim: `run of ${key}`,
			askedAt,
			heldUntil: askedAt + history.holdMinutes * 60_000,
			...(kind === 'key'
				? { ref: keySet(key), set: keySet(key) }
				: { ref: customerRef(own, _id), set: own, n: 1 }),
			execution: `execution of ${key}`,
			chargeRef: chargeRefOf(_id, charge),
			charge: { ...charge, identifiers: [_id, taxId] },
			label: kind === 'key' ? { key } : {},
		};
		if (tables.tables.length === 0) tables.make(LEDGER, COLUMNS);
		const account = accountOf(service.credential.data as { baseUrl: string; email: string });
		const place = { account, ledger: LEDGER, workflow: 'Shop', timeZone: 'UTC' };
		const { rows } = tables.named(LEDGER);
		rows.push({ ...toTableRow(row, place), id: rows.length + 1 });
	}

	/** The entries. */
	ledger(): DataTables['tables'][number]['rows'] {
		return entriesIn(this.tables.tables.find(({ name }) => name === LEDGER)?.rows ?? []);
	}

	/** The orders that the user runs now. */
	rowsOf({ kind, only, way, without }: Run): Wanted[] {
		const own = this.orders.filter((order) => order.kind === kind && !isAbandoned(order));
		if (kind === 'batch')
			return own.every(({ isPaid }) => isPaid) ? [] : own.filter((_, at) => at !== without);
		const rows = only === undefined ? own : own.slice(only, only + 1);
		if (!['agent', 'behindAgent'].includes(way) || kind !== 'recent') return rows;
		// Under Recent, a second equal call of an agent counts as a repeat.
		const nameOf = ({ charge }: Wanted) => chargeName(charge);
		return rows.filter((row, at) => rows.findIndex((one) => nameOf(one) === nameOf(row)) === at);
	}

	/** Lets time pass for n8n and GMC. */
	elapse(seconds: number): void {
		passTime({ seconds: Math.max(PERSON_SECONDS, seconds) });
	}

	/** Waits until all lost requests are over, the list is complete, and Recent sees nothing. */
	waitItOut(): void {
		const longest = Math.max(this.history.holdMinutes * MINUTE, RECENT_SECONDS);
		this.elapse(longest + this.history.lateSeconds + MARGIN_SECONDS);
	}

	/** The additions of the shop that have not failed, also those that are only made later. */
	async books(): Promise<AdminAddition[]> {
		const all = await this.service.admin.additions();
		return all.filter(({ _id, status }) => !this.strangers.has(_id) && status !== 'FAILED');
	}

	/** The user learns that an addition has paid a named order. */
	finish(additionId: string, order: Wanted): void {
		const before = this.paid.get(additionId);
		this.paid.set(additionId, order);
		order.isPaid = true;
		// Of two equal rows of a batch, one that was deleted for a while may have lost its addition to the other.
		if (before) before.isPaid = [...this.paid.values()].includes(before);
	}

	/** The user waits, compares with GMC, and corrects the ledger. */
	async lookAtGmc(): Promise<void> {
		this.waitItOut();
		this.restoreOwnRow();
		const rows = this.ledger();
		const books = await this.books();
		const isIssued = ({ outcome }: IDataObject) => outcome === 'issued';
		// If an addition has failed since, the user frees its key.
		for (const row of rows.filter(isIssued))
			if (!books.some(({ _id }) => _id === row.additionId)) row.outcome = 'rejected';
		const written = new Set(rows.filter(isIssued).map(({ additionId }) => additionId));
		const free = books.filter(({ _id }) => !this.paid.has(_id) && !written.has(_id));
		const open = rows.filter(({ outcome }) => outcome === 'sending' || outcome === 'unknown');
		const hasName = (row: IDataObject) => Boolean(row.key || row.batch);
		// Names first: what is left is of rows without.
		for (const row of [...open.filter(hasName), ...open.filter((one) => !hasName(one))]) {
			const additionId = this.additionOf(row, free, written);
			if (additionId !== undefined) written.add(additionId);
			Object.assign(row, {
				outcome: additionId ? 'issued' : 'rejected',
				additionId: additionId ?? '',
			});
		}
	}

	/** If the first use of the ledger was cut off, the workflow lacks its row, and the user adds it (the-ledger.md). */
	private restoreOwnRow(): void {
		const table = this.tables.tables.find(({ name }) => name === LEDGER);
		if (table === undefined || table.rows.length > entriesIn(table.rows).length) return;
		const place = { account: '', ledger: LEDGER, workflow: 'Shop', timeZone: 'UTC' };
		const row = toWorkflowRow({ ...place, workflowId: 'test' }, Date.now());
		table.rows.push({ ...row, id: Math.max(0, ...table.rows.map(({ id }) => id)) + 1 });
	}

	/** @param free additions that no order has; the row takes one of them */
	private additionOf(row: IDataObject, free: AdminAddition[], written: Set<unknown>) {
		const asksFor = (charge: string) => chargeName(chargeOfRow(row)) === charge;
		const kind = row.batch ? 'batch' : row.key ? 'key' : undefined;
		const order = this.orders.find((one) =>
			kind === 'key'
				? one.kind === kind && one.name === row.key
				: one.kind === kind && !one.isPaid && asksFor(chargeName(one.charge)),
		);
		// A row that was reported as paid is paid, also if the ledger could not be written.
		const [paidWith] = (kind === 'key' && [...this.paid].find(([, one]) => one === order)) || [];
		if (paidWith !== undefined) return written.has(paidWith) ? undefined : paidWith;
		if (kind && (order === undefined || isAbandoned(order))) return undefined;
		const isOfName = (id: string) => isNamed(this.kinds.get(id)!);
		// A name may have been given the addition of an equal row without, which then gets the other one.
		const isSwapped = [...this.paid].some(
			([id, one]) => isNamed(one.kind) && !isOfName(id) && asksFor(chargeName(one.charge)),
		);
		const isIts = ({ _id }: AdminAddition) =>
			kind ? this.kinds.get(_id) === kind : isSwapped || !isOfName(_id);
		const at = free.findIndex((one) => isIts(one) && asksFor(chargeOf(one)));
		const [addition] = at < 0 ? [] : free.splice(at, 1);
		if (addition && order) this.finish(addition._id, order);
		return addition?._id;
	}
}

/** An addition of an earlier time. @param at epoch milliseconds */
const madeAt = ({ customer, amount, currency }: Charge, at: number) => ({
	customerIdentifier: DEMO_CUSTOMERS[customer]._id,
	amount,
	currency,
	createdAt: new Date(at).toISOString(),
});

const chargeOfRow = ({ identifiers, amount, currency }: IDataObject): Charge => ({
	customer: DEMO_CUSTOMERS.findIndex(({ _id, taxId }) =>
		[_id, taxId].some((name) => String(identifiers).includes(name)),
	),
	amount: Number(amount),
	currency: currency as Charge['currency'],
});

/** The charge of an addition, in words. */
export const chargeOf = ({ customerId, amount, currency }: AdminAddition): string =>
	chargeName(chargeOfRow({ identifiers: customerId, amount, currency }));
