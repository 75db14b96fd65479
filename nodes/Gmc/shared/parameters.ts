import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { CustomerReference } from '../core/customers/customerReference';
import { readCustomerReference } from '../core/customers/customerReference';
import type { TaxIdFormat } from '../core/customers/taxId';
import { TAX_ID_FORMATS } from '../core/customers/taxId';
import { isRecord } from '../core/service/record';
import { fieldName } from '../core/texts/words';
import { kindOf, refusal } from '../core/util/inputError';
import { dayIn, toInstant } from '../core/time/time';
import { dataModeField, taxIdFormatField } from './commonFields';
import type { Option } from './options';
import { choice, flag, readField, wholeNumber } from './options';

const MAX_TEXT_LENGTH = 1000;

/** The value of a resource locator. Any other parameter is returned as it is. */
export const locatorValue = (raw: unknown): unknown => (isRecord(raw) ? raw.value : raw);

/** Reads the resource locator `customer`. @throws InputError */
export function customerParameter(
	context: IExecuteFunctions,
	itemIndex: number,
): CustomerReference {
	const locator = context.getNodeParameter('customer', itemIndex);
	return readCustomerReference(locator, taxIdFormatParameter(context, itemIndex));
}

/**
 * Reads the filter Customer of Balance: Get Many Top-Ups and of the trigger.
 *
 * @param given the filters that are set
 * @returns undefined if it is not set
 * @throws InputError also for an empty one, because without the filter all additions would be returned
 */
export function customerFilterValue(
	given: IDataObject,
	format: TaxIdFormat,
): CustomerReference | undefined {
	if (!Object.hasOwn(given, 'customer')) return undefined;
	return readCustomerReference(given.customer, format);
}

/** Tax ID Format. */
export const taxIdFormat = {
	field: taxIdFormatField,
	ifAbsent: 'auto',
	read: choice(TAX_ID_FORMATS),
} satisfies Option;

/** Reads Options → Tax ID Format. @throws InputError */
export const taxIdFormatParameter = (context: IExecuteFunctions, itemIndex: number): TaxIdFormat =>
	readField(context, taxIdFormat, itemIndex, 'options');

/** Checks a text of a row. @param label of its field @throws InputError if it is empty, too long or not a text */
export function textValue(raw: unknown, label: string): string {
	const name = fieldName(label);
	const text = typeof raw === 'number' ? String(raw) : (raw ?? '');
	if (typeof text !== 'string') throw invalid(`${name} is ${kindOf(text)}, not a text`);
	if (text.trim() === '') throw invalid(`${name} is empty`);
	if (text.length > MAX_TEXT_LENGTH) throw invalid(`${name} is too long`);
	return text.trim();
}

const invalid = (message: string, advice?: string) => refusal('FIELD_INVALID', message, advice);

/**
 * Reads a day, in the workflow's time zone.
 *
 * @returns `YYYY-MM-DD`, undefined for an empty field
 * @throws InputError
 */
export function dateValue(
	raw: unknown,
	label: string,
	context: IExecuteFunctions,
): string | undefined {
	if (raw === undefined || raw === null || raw === '') return undefined;
	return dayIn(instantValue(raw, label, context, 'first'), context.getTimezone());
}

/**
 * Reads an instant. A date without a time means the whole day, in the workflow's time zone.
 *
 * @param edge which end of that day to return
 * @returns epoch milliseconds
 * @throws InputError also for an empty field
 */
export function instantValue(
	raw: unknown,
	label: string,
	context: IExecuteFunctions,
	edge: 'first' | 'last',
): number {
	const instant = toInstant(raw, context.getTimezone(), edge);
	if (instant !== undefined) return instant;
	throw invalid(
		`${fieldName(label)} is not a date`,
		'Write it like 2026-11-20 or 2026-11-20T15:00:00Z.',
	);
}

/** A period that would find nothing, which looks like "not paid". */
export const emptyPeriod = () =>
	invalid("'Start Date' is not before 'End Date'", "Correct 'Start Date' or 'End Date'.");

/** The pass of a loop, from 0. A retry of the execution keeps the number. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** Mapping Mode. */
export const dataMode = {
	field: dataModeField,
	ifAbsent: 'defineBelow',
	read: choice(['defineBelow', 'autoMapInputData']),
} satisfies Option;

/** Reads Mapping Mode, which is one for the run. @returns whether the headings say what is in a row @throws InputError */
export const mapsAutomatically = (context: IExecuteFunctions): boolean =>
	readField(context, dataMode, 0) === 'autoMapInputData';

/** Reads Return All and Limit. @returns Infinity for all @throws InputError */
export function limitParameter(context: IExecuteFunctions, itemIndex: number): number {
	const isAll = flag(context.getNodeParameter('returnAll', itemIndex, false), 'Return All');
	if (isAll) return Infinity;
	return wholeNumber()(context.getNodeParameter('limit', itemIndex, 50), 'Limit');
}
