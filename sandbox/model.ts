import { z, type ZodRawShape } from 'zod';

/** Only with these fields. */
export const record = <Fields extends ZodRawShape>(fields: Fields) => z.object(fields).strict();

/** Currencies of an addition (service.md 4.2). */
export const CURRENCIES = ['BRL', 'USDT', 'GMC', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

export interface User {
	_id: string;
	email: string;
	senha: string;
	clientKey: string;
	clientSecret: string;
	/** Origins that the integration allows: scheme, host and port. */
	allowedOrigins: string[];
}

/** A customer as the service keeps it. */
export interface Customer {
	_id: string;
	userId: string;
	taxId: string;
	name: string;
	email: string;
	deleted: boolean;
	walletAddress: string;
}

/**
 * A balance addition with one item (service.md 2.2 and 2.4). Each other item is a record with `partOf`. Times are epoch
 * milliseconds.
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
	error: object | null;
	createdAt: number;
	updatedAt: number;
	/** When it settles by itself; null: only by hand. */
	settlesAt: number | null;
	settleAs: string;
	visibleAt: number;
	/** `_id` of the addition of which this is another item. List and lookup show it only there. */
	partOf?: string;
	/** Order of arrival, which breaks ties of `createdAt`. */
	seq: number;
	source: 'api' | 'admin' | 'seed';
}
