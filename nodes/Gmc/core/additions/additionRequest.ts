import type { AmountFormat, Currency } from '../money/amount';
import { readAmount, CURRENCIES, readCurrency } from '../money/amount';
import type { CustomerReference } from '../customers/customerReference';
import { readCustomerReference } from '../customers/customerReference';
import { refusal } from '../util/inputError';
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
}

/** A row that has been read and checked, before its customer is looked up. */
export interface PlannedRow {
	reference: CustomerReference;
	request: AdditionRequest;
}

/** Checks one row without a request. @throws InputError with the first reason to refuse it */
export function planRow(raw: RawRow): PlannedRow {
	const reference = readCustomerReference(raw.customer, raw.taxIdFormat);
	const currency = readCurrency(raw.currency);
	if (currency === undefined) throw unknownCurrency(raw.currency);
	const reading = readAmount(raw.amount, raw.amountFormat, currency);
	if (!reading.ok) throw refusal('AMOUNT_INVALID', reading.reason, reading.advice);
	const request = { customerIdentifier: reference.value, amount: reading.amount, currency };
	return { reference, request };
}

function unknownCurrency(raw: unknown) {
	const isEmpty = raw === undefined || raw === null || String(raw).trim() === '';
	const shown = JSON.stringify(raw)?.slice(0, 40) ?? '';
	return refusal(
		'CURRENCY_INVALID',
		isEmpty ? 'the currency is empty' : `the currency ${shown} is not known`,
		`Use one of ${CURRENCIES.join(', ')}.`,
	);
}
