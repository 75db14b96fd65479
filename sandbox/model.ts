import type Big from 'big.js';
import type { FeeRates } from './settings';

/** Currencies of an addition (service.md 4.2). */
export const CURRENCIES = ['BRL', 'USDT', 'GMC', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An access to the service. Only `INTEGRATION` kept with `INTEGRATION_ONLY` may issue (service.md 5). */
export interface User {
	_id: string;
	email: string;
	senha: string;
	accessType: 'INTEGRATION' | 'COMMON';
	integrationOnly: boolean;
	clientKey: string;
	clientSecret: string;
	/** Origins released in the integration: scheme, host and port. */
	allowedOrigins: string[];
}

/** A customer as the service keeps it. `createdAt` is in epoch milliseconds. */
export interface Customer {
	_id: string;
	userId: string;
	taxId: string;
	name: string;
	email: string;
	deleted: boolean;
	walletAddress: string;
	fees: FeeRates | null;
	/** Kept along with the ledger; `invariants` compares the two. */
	balanceGmc: Big;
	createdAt: number;
}

/** Figures of an addition, fixed when it is issued. */
export interface Quote {
	sourceAmountBrl: Big;
	fixedBrl: Big;
	percentageBrl: Big;
	issueTaxBrl: Big;
	issueTaxRate: number;
	totalBrl: Big;
	targetGmc: Big;
	brlPerGmc: number;
	usdtBrlRate: number;
}

/**
 * A balance addition with one item (service.md 2.2 and 2.4). Further items are records of their own that are
 * `partOf` it. Times are epoch milliseconds.
 */
export interface Addition {
	_id: string;
	userId: string;
	customerId: string;
	/** As the request named the customer. */
	customerIdentifier: string;
	amount: number;
	currency: Currency;
	status: string;
	error: unknown;
	quote: Quote;
	createdAt: number;
	updatedAt: number;
	/** null until it has settled. */
	settledAt: number | null;
	/** When and as what it settles by itself; null: only by hand. */
	settlesAt: number | null;
	settleAs: 'COMPLETED' | 'FAILED';
	visibleAt: number;
	/** `_id` of the addition whose further item this is; list and lookup show it there only. */
	partOf?: string;
	/** Order of arrival, which breaks ties of `createdAt`. */
	seq: number;
	source: 'api' | 'admin' | 'seed';
}

/** One movement of a customer's balance, in GMC. */
export interface LedgerEntry {
	customerId: string;
	kind: 'seed' | 'addition' | 'reversal';
	additionId?: string;
	amountGmc: Big;
	at: number;
}
