import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { CustomerReference } from '../core/customers/customerReference';
import { readCustomerReference } from '../core/customers/customerReference';
import type { TaxIdFormat } from '../core/customers/taxId';
import { readNewTaxId, readTaxId, TAX_ID_FORMATS } from '../core/customers/taxId';
import { idProblem } from '../core/service/id';
import type { Texts } from '../core/texts/message';
import { InputError } from '../core/util/inputError';
import { kindOf } from '../core/util/kind';
import { toInstant, toServiceDate } from '../core/time/time';
import { choice, flag, wholeNumber } from './options';

const MAX_TEXT_LENGTH = 1000;

type Values = Texts['values'];

/** What a field is called in a text. */
type Name = (values: Values) => string;

/** Reads the resource locator `customer`. @throws InputError when it names nobody */
export function customerParameter(
	context: IExecuteFunctions,
	itemIndex: number,
): CustomerReference {
	const reading = readCustomerReference(
		context.getNodeParameter('customer', itemIndex),
		taxIdFormatParameter(context, itemIndex),
	);
	if (reading.ok) return reading.reference;
	throw new InputError(reading.reason, reading.advice ?? (({ customers }) => customers.choose));
}

/**
 * Reads the filter Customer, which Balance: Get Many and the trigger have.
 *
 * @param given the filters that are there
 * @returns undefined where it is not there
 * @throws InputError when it names nobody, an empty one included: without the filter all additions would come
 */
export function customerFilterValue(
	given: IDataObject,
	format: TaxIdFormat,
): CustomerReference | undefined {
	if (!Object.hasOwn(given, 'customer')) return undefined;
	const reading = readCustomerReference(given.customer, format);
	if (reading.ok) return reading.reference;
	throw new InputError(
		(texts) => texts.listing.customerUnreadable({ reason: reading.reason(texts) }),
		({ listing }) => listing.chooseOrRemove,
	);
}

/** How tax IDs of a row are read: Options → Tax ID Format. @throws InputError when it is none of its values */
export function taxIdFormatParameter(context: IExecuteFunctions, itemIndex: number): TaxIdFormat {
	return taxIdFormatValue(context.getNodeParameter('options.taxIdFormat', itemIndex, 'auto'));
}

/** Checks a Tax ID Format. @throws InputError when it is none of its values */
export function taxIdFormatValue(raw: unknown): TaxIdFormat {
	return choice(raw, 'Tax ID Format', TAX_ID_FORMATS);
}

/** Checks a tax ID of a row. @throws InputError when it is refused */
export function taxIdValue(raw: unknown, format: TaxIdFormat): string {
	const reading = readTaxId(raw, format);
	if (reading.ok) return reading.taxId;
	throw new InputError(reading.reason, reading.advice ?? (({ customers }) => customers.checkTaxId));
}

/** Checks the tax ID of a customer who may be created. @throws InputError when it is refused */
export function newTaxIdValue(raw: unknown, format: TaxIdFormat): string {
	const reading = readNewTaxId(raw, format);
	if (reading.ok) return reading.taxId;
	throw new InputError(
		reading.reason,
		reading.advice ?? (({ customers }) => customers.checkNewTaxId),
	);
}

/** Checks a text of a row. @throws InputError when it is empty, too long or no text */
export function textValue(raw: unknown, name: Name): string {
	const refuse = (said: (values: Values, name: string) => string) =>
		new InputError(({ values }) => said(values, name(values)));
	const text = typeof raw === 'number' ? String(raw) : (raw ?? '');
	if (typeof text !== 'string') {
		const kind = kindOf(text);
		throw refuse((values, shown) => values.noText({ name: shown, what: values.kinds[kind] }));
	}
	if (text.trim() === '') throw refuse((values, shown) => values.empty({ name: shown }));
	if (text.length > MAX_TEXT_LENGTH) {
		throw refuse((values, shown) => values.tooLong({ name: shown }));
	}
	return text.trim();
}

/** Checks an id of a row that will stand in a path. @throws InputError when it cannot */
export function idValue(raw: unknown, name: Name): string {
	const id = textValue(raw, name);
	const problem = idProblem(id);
	if (problem === undefined) return id;
	throw new InputError(problem);
}

/** Checks an e-mail address of a row, roughly: the service has the last word. @throws InputError */
export function emailValue(raw: unknown): string {
	const email = textValue(raw, ({ names }) => names.email);
	if (/^[^\s@]+@[^\s@]+$/.test(email)) return email;
	throw new InputError(
		({ values }) => values.noEmail,
		({ values }) => values.writeEmail,
	);
}

/**
 * A day in the workflow's time zone.
 *
 * @returns `YYYY-MM-DD`, undefined for an empty field
 * @throws InputError when it is no date
 */
export function dateValue(
	raw: unknown,
	label: string,
	context: IExecuteFunctions,
): string | undefined {
	const day = toServiceDate(raw, context.getTimezone());
	if (day !== 'invalid') return day;
	throw noDate(label);
}

const noDate = (label: string) =>
	new InputError(
		({ values }) => values.noDate({ name: label }),
		({ values }) => values.writeDate,
	);

/**
 * An instant; a day without a time is that day in the workflow's time zone.
 *
 * @param edge which end of such a day is meant
 * @returns epoch milliseconds
 * @throws InputError when it is no date, such as an empty field
 */
export function instantValue(
	raw: unknown,
	label: string,
	context: IExecuteFunctions,
	edge: 'first' | 'last',
): number {
	const instant = toInstant(raw, context.getTimezone(), edge);
	if (instant !== undefined) return instant;
	throw noDate(label);
}

/** Which pass of a loop this run of the node is, from 0; a retry of the execution keeps the number. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}

/** How many records Return All and Limit ask for, Infinity for all. @throws InputError */
export function limitParameter(context: IExecuteFunctions, itemIndex: number): number {
	const isAll = flag(context.getNodeParameter('returnAll', itemIndex, false), 'Return All');
	return isAll ? Infinity : wholeNumber(context.getNodeParameter('limit', itemIndex, 50), 'Limit');
}
