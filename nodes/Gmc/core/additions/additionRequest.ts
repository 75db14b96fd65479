import type { AmountFormat, Currency } from '../money/amount';
import type { CustomerReference } from '../customers/customerReference';
import { readCustomerReference } from '../customers/customerReference';
import { readAmountCell, readCurrencyCell } from '../sheet/money';
import type { TaxIdFormat } from '../customers/taxId';

/** The request for one row (service.md 4.2). */
export interface AdditionRequest {
	/** The customer's `_id` or tax ID. */
	customerIdentifier: string;
	/** In units of the currency. */
	amount: number;
	currency: Currency;
}

/** The fields of one row, as n8n has resolved them. */
export interface RawRow {
	customer: unknown;
	amount: unknown;
	currency: unknown;
	amountFormat: AmountFormat;
	taxIdFormat: TaxIdFormat;
	/** `YYYY-MM-DD` in the workflow's time zone, by which amounts that are dates of this year are recognized. */
	today?: string;
}

/** A row that has been read and checked, before its customer is looked up. */
export interface PlannedRow {
	reference: CustomerReference;
	request: AdditionRequest;
}

/** Checks one row without a request. @throws InputError with the first reason to refuse it */
export function planRow(raw: RawRow): PlannedRow {
	const reference = readCustomerReference(raw.customer, raw.taxIdFormat);
	const currency = readCurrencyCell(raw.currency);
	const settings = { format: raw.amountFormat, currency, today: raw.today };
	const amount = readAmountCell(raw.amount, settings);
	const request = { customerIdentifier: reference.value, amount, currency };
	return { reference, request };
}
