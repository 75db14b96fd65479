import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isRecord } from '../core/service/record';
import { InputError } from '../core/util/inputError';
import { number } from '../core/texts/words';

/** How much of a refused value an error shows, in characters. */
const MAX_SHOWN = 40;

/** Plain decimal notation, as a cell of text may hold it. */
const NUMERIC_TEXT = /^\d+(\.\d+)?$/;

/** Which numbers an option takes; each bound is part of it, unless it says otherwise. */
interface Bounds {
	/** Without it, anything above zero. */
	min?: number;
	max?: number;
}

/**
 * One of the documented values, spelt as documented. Whatever else an expression gives means nothing: an
 * unknown Duplicate Protection must not be "off", an unknown Amount Format not a decimal comma.
 *
 * @param label the option as the editor names it
 * @throws InputError for every other value, an empty one included
 */
export function choice<T extends string>(raw: unknown, label: string, values: readonly T[]): T {
	const value = values.find((one) => one === raw);
	if (value !== undefined) return value;
	throw refusal(raw, label, `one of ${values.join(', ')}`);
}

/** True or false. The texts `true` and `false` are neither: one of them would mean its contrary. @throws InputError */
export function flag(raw: unknown, label: string): boolean {
	if (typeof raw === 'boolean') return raw;
	throw refusal(raw, label, 'true or false');
}

/** A number above zero, or the text of one, up to `max`. @throws InputError */
export function positiveNumber(raw: unknown, label: string, max?: number): number {
	const value = toNumber(raw);
	if (value !== undefined && value > 0 && value <= (max ?? Infinity)) return value;
	throw refusal(
		raw,
		label,
		`a number above zero${max === undefined ? '' : `, up to ${number(max)}`}`,
	);
}

/** A number of zero or more, or the text of one, up to `max`. @throws InputError */
export function nonNegativeNumber(raw: unknown, label: string, max?: number): number {
	const value = toNumber(raw);
	if (value !== undefined && value >= 0 && value <= (max ?? Infinity)) return value;
	throw refusal(
		raw,
		label,
		`a number of zero or more${max === undefined ? '' : `, up to ${number(max)}`}`,
	);
}

/** A whole number, or the text of one. @throws InputError */
export function wholeNumber(raw: unknown, label: string, { min = 1, max }: Bounds = {}): number {
	const value = toNumber(raw);
	const isWithin = value !== undefined && value >= min && value <= (max ?? Infinity);
	if (isWithin && Number.isSafeInteger(value)) return value;
	throw refusal(
		raw,
		label,
		`a whole number ${max === undefined ? `of at least ${number(min)}` : `from ${number(min)} to ${number(max)}`}`,
	);
}

/**
 * A text that may be empty.
 *
 * @returns it without blanks around it
 * @throws InputError for anything else, a number included
 */
export function textOrEmpty(raw: unknown, label: string): string {
	if (raw === undefined || raw === null) return '';
	if (typeof raw === 'string') return raw.trim();
	throw refusal(raw, label, 'a text');
}

/**
 * A text that may be left out.
 *
 * @returns it without blanks around it; undefined for an empty one
 * @throws InputError for what is neither a text nor a number
 */
export function optionalText(raw: unknown, label: string): string | undefined {
	if (raw === undefined || raw === null) return undefined;
	if (typeof raw === 'string' || typeof raw === 'number') return String(raw).trim() || undefined;
	throw refusal(raw, label, 'a text');
}

/**
 * Reads one option of a collection: the default stands for an option that is not there, never for one that is
 * there and empty.
 */
export function optionOf(given: IDataObject, name: string, byDefault: unknown): unknown {
	return Object.hasOwn(given, name) ? given[name] : byDefault;
}

/** The Options of each row. Resolved once where no expression is among them, since that costs time per row. */
export function optionsReader(context: IExecuteFunctions): (itemIndex: number) => IDataObject {
	const read = (itemIndex: number) =>
		context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	if (expressionsIn(context).length > 0) return read;
	let options: IDataObject | undefined;
	return (itemIndex) => (options ??= read(itemIndex));
}

/** Whether a parameter, as it is saved, is one that n8n resolves for each row. */
export const isExpression = (raw: unknown): boolean =>
	typeof raw === 'string' && raw.startsWith('=');

/** Names of the options that an expression fills: they may have another value in each row. */
export function expressionsIn(context: IExecuteFunctions): string[] {
	const { options } = context.getNode().parameters;
	if (!isRecord(options)) return [];
	return Object.entries(options).flatMap(([name, raw]) => (isExpression(raw) ? [name] : []));
}

/** A value as an error shows it. */
export function shown(raw: unknown): string {
	const text = typeof raw === 'object' || typeof raw === 'string' ? toJson(raw) : String(raw);
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Stands for what has no JSON, in every language. */
const NO_JSON = '{…}';

function toJson(raw: object | string | null): string {
	try {
		return JSON.stringify(raw) ?? NO_JSON;
	} catch {
		return NO_JSON;
	}
}

function toNumber(raw: unknown): number | undefined {
	const isNumeric =
		typeof raw === 'number' || (typeof raw === 'string' && NUMERIC_TEXT.test(raw.trim()));
	const value = Number(raw);
	return isNumeric && Number.isFinite(value) ? value : undefined;
}

/** @param wanted what the option takes */
function refusal(raw: unknown, label: string, wanted: string): InputError {
	const isEmpty =
		raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');
	const what = isEmpty ? undefined : shown(raw);
	const orNot = isEmpty ? ', or leave it out for its default' : '';
	const advice = `Set ${label} to ${wanted}${orNot}.`;
	return new InputError({
		message: `${label} is ${what ?? 'empty'}, but must be ${wanted}`,
		advice,
		code: 'OPTION_INVALID',
	});
}
