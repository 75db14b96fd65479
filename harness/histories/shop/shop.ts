import { PART } from '../../../nodes/Gmc/actions/balance/add/send';
import { accountOf } from '../../../nodes/Gmc/core/service/credential';
import { COLUMNS } from '../../../nodes/Gmc/ledger/columns';
import type { AdminAddition } from '../../../sandbox/http/views';
import type { JournalEntry } from '../../../sandbox/state/journal';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { DataTables } from '../../engine/dataTables';
import type { Service } from '../../engine/service';
import { endPassedTime, passTime } from '../../system/time';
import type { History, Order } from './generate';
import { type Charge, chargeName, orderName } from './names';

export const LEDGER = 'GMC top-ups';
const MINUTE = 60;
const HOUR_MS = 3_600_000;
const RECENT_SECONDS = 15 * MINUTE;
const MARGIN_SECONDS = 120;
/** Longer than a refused login is remembered. */
const REFUSAL_SECONDS = 11;

/**
 * An order as its user sees it. `open`: not paid. `doubt`: reported as unknown. `lost`: in a run without a report.
 * `done`: reported as paid. `abandoned`: not wanted any more.
 */
export interface Wanted extends Order {
	name: string;
	is: 'open' | 'doubt' | 'lost' | 'done' | 'abandoned';
	/** When it may have been sent last, by n8n's clock. */
	askedAt?: number;
}

interface Due {
	at: number;
	addition: Pick<AdminAddition, 'customerIdentifier' | 'amount' | 'currency'>;
}

/** The state of a shop: the service, n8n's tables, the clock, and what its user knows. */
export class Shop {
	readonly tables = new DataTables();
	readonly orders: Wanted[];
	/** The order that each addition has paid, as reported. */
	readonly told = new Map<string, Wanted>();
	private strangers = new Set<string>();
	private due: Due[] = [];

	constructor(
		readonly service: Service,
		readonly history: History,
	) {
		this.orders = history.orders.map((order, index) => ({
			...order,
			name: orderName(index),
			is: order.stale === undefined ? 'open' : order.stale.isAbandoned ? 'abandoned' : 'doubt',
		}));
	}

	get holdSeconds(): number {
		return this.history.holdMinutes * MINUTE;
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
	}

	get account(): string {
		return accountOf(this.service.credential.data as { baseUrl: string; email: string });
	}

	/** The rows of the ledger. @param isMade whether to create a missing ledger */
	ledger(isMade = false): DataTables['tables'][number]['rows'] {
		const { tables } = this.tables;
		if (isMade && tables.length === 0) {
			tables.push({ id: 'ledger', name: LEDGER, columns: COLUMNS, rows: [], nextId: 100 });
		}
		return tables.find(({ name }) => name === LEDGER)?.rows ?? [];
	}

	/** Lets time pass for n8n and GMC. Meanwhile lost requests are carried out. */
	async elapse(seconds: number): Promise<void> {
		const end = Date.now() + seconds * 1000;
		this.due.sort((one, other) => one.at - other.at);
		while (this.due.length > 0 && this.due[0].at <= end) {
			const { at, addition } = this.due.shift()!;
			passTime({ seconds: Math.max(0, at - Date.now()) / 1000 });
			const { lateSeconds: visibleAfterSeconds } = this.history;
			await this.service.admin.createAddition({ ...addition, visibleAfterSeconds });
		}
		// A person takes longer than the few seconds for which a refused login is remembered.
		passTime({ seconds: Math.max(REFUSAL_SECONDS, (end - Date.now()) / 1000) });
	}

	/** A request whose answer was lost will be carried out later. @returns its charge */
	expect(request: JournalEntry, afterSeconds: number): string {
		const addition = request.body as Due['addition'];
		this.due.push({ at: Date.now() + afterSeconds * 1000, addition });
		const { customerIdentifier, amount, currency } = addition;
		const customer = DEMO_CUSTOMERS.findIndex(({ _id, taxId }) =>
			[_id, taxId].includes(customerIdentifier),
		);
		return chargeName({ customer, amount, currency: currency as Charge['currency'] });
	}

	/** The additions of the shop that have not failed. */
	async books(): Promise<AdminAddition[]> {
		const all = await this.service.admin.additions();
		return all.filter(({ _id, status }) => !this.strangers.has(_id) && status !== 'FAILED');
	}

	/** Waits until all lost requests are over, the list is complete, and Recent sees nothing. */
	async waitItOut(): Promise<void> {
		const longest = Math.max(this.holdSeconds, RECENT_SECONDS);
		await this.elapse(longest + this.history.lateSeconds + MARGIN_SECONDS);
	}

	/** The user believes that an addition paid an order. */
	readonly finish = (additionId: string | undefined, order: Wanted | undefined): void => {
		if (additionId === undefined || order === undefined) return;
		this.told.set(additionId, order);
		if (order.is !== 'abandoned') order.is = 'done';
	};
}

/** An addition of an earlier time. @param at epoch milliseconds */
export const madeAt = ({ customer, amount, currency }: Charge, at: number) => ({
	customerIdentifier: DEMO_CUSTOMERS[customer]._id,
	amount,
	currency,
	createdAt: new Date(at).toISOString(),
});

export const chargeIn = ({ customerId, amount, currency }: AdminAddition): Charge => ({
	customer: DEMO_CUSTOMERS.findIndex(({ _id }) => _id === customerId),
	amount,
	currency: currency as Charge['currency'],
});

export const chargeOf = (addition: AdminAddition): string => chargeName(chargeIn(addition));
