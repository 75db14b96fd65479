import type { AmountFormat } from '../money/amount';
import { readAmount } from '../money/amount';
import { CURRENCIES, readCurrency } from '../money/currency';
import type { Currency } from '../money/currency';
import type { CustomerReference } from '../customers/customerReference';
import { readCustomerReference } from '../customers/customerReference';
import { readKey } from './idempotencyKey';
import { InputError } from '../util/inputError';
import type { TaxIdFormat } from '../customers/taxId';

/** What is asked of the service for one row (service.md 4.2). */
export interface AdditionRequest {
	/** The customer's `_id` or tax ID. */
	customerIdentifier: string;
	/** In units of the currency. */
	amount: number;
	currency: Currency;
}

/** The fields of one row as n8n resolved them, of any type. */
export interface RawRow {
	customer: unknown;
	amount: unknown;
	currency: unknown;
	idempotencyKey?: unknown;
	/** Whether an expression gives the key: one that finds nothing is a mistake, and never means "no key". */
	isKeyMapped?: boolean;
	amountFormat: AmountFormat;
	taxIdFormat: TaxIdFormat;
}

/** A row that was read and checked, before the customer was looked up. */
export interface PlannedRow {
	reference: CustomerReference;
	/** Names the row for good, if it has one. */
	key?: string;
	request: AdditionRequest;
}

function keyNotFound(): InputError {
	return new InputError(
		'the expression of Idempotency Key finds nothing in this row',
		'Look whether the field in it is spelt as in the input, and filled in every row. To send without keys, empty Idempotency Key.',
	);
}

/** Checks one row without asking the service. @throws InputError with the first reason to refuse it */
export function planRow(raw: RawRow): PlannedRow {
	const customer = readCustomerReference(raw.customer, raw.taxIdFormat);
	if (!customer.ok) {
		throw new InputError(customer.reason, 'Give a customer by ID or by tax ID in this row.');
	}
	const currency = readCurrency(raw.currency);
	if (currency === undefined) {
		throw new InputError(
			`the currency ${JSON.stringify(raw.currency)?.slice(0, 40) ?? ''} is not known`,
			`Use one of ${CURRENCIES.join(', ')}.`,
		);
	}
	const reading = readAmount(raw.amount, raw.amountFormat, currency);
	if (!reading.ok) {
		throw new InputError(
			reading.reason,
			'Write it like 10.50 or 1.234,50, or choose Decimal Point or Decimal Comma under Options → Amount Format.',
		);
	}
	const { reference } = customer;
	const key = readKey(raw.idempotencyKey);
	if (key === undefined && raw.isKeyMapped) throw keyNotFound();
	const request = { customerIdentifier: reference.value, amount: reading.amount, currency };
	return { reference, request, ...(key !== undefined && { key }) };
}
