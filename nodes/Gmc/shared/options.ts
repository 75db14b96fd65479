import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { refusal } from '../core/util/inputError';
import { fieldName, number, shortened } from '../core/texts/words';

/** An option, or a field that is read like one: all that is known of it. */
export interface Option {
	field: INodeProperties;
	/**
	 * What counts where it is absent, in the units of its field. Without one, an option that is absent has no value. The
	 * editor may load another value when the option is added (`default` of the field, which n8n's lint wants as a literal).
	 */
	ifAbsent?: NonNullable<unknown>;
	/** Checks a value. An empty one is never taken for an absent one. @param label its name in the editor @throws InputError */
	read: (raw: unknown, label: string) => unknown;
}

type ValueOf<One extends Option> =
	| ReturnType<One['read']>
	| (One extends { ifAbsent: NonNullable<unknown> } ? never : undefined);

/** What options are read as, by their names. */
export type Values<Options extends Readonly<Record<string, Option>>> = {
	[Name in keyof Options]: ValueOf<Options[Name]>;
};

const read = <One extends Option>({ field, read }: One, raw: unknown) =>
	read(raw, field.displayName) as ReturnType<One['read']>;

/** Reads options by their names. @param given those that are set @throws InputError */
export const readOptions = <Options extends Readonly<Record<string, Option>>>(
	options: Options,
	given: IDataObject,
): Values<Options> =>
	Object.fromEntries(
		Object.entries(options).map(([name, option]) => {
			const isAbsent = !Object.hasOwn(given, name);
			if (isAbsent && option.ifAbsent === undefined) return [name, undefined];
			return [name, read(option, isAbsent ? option.ifAbsent : given[name])];
		}),
	) as Values<Options>;

/** Reads a field of a row, or one of its Options. @throws InputError */
export function readField<One extends Option & { ifAbsent: NonNullable<unknown> }>(
	context: IExecuteFunctions,
	field: One,
	itemIndex: number,
	collection?: 'options',
): ReturnType<One['read']> {
	const { name } = field.field;
	const path = collection === undefined ? name : `${collection}.${name}`;
	return read(field, context.getNodeParameter(path, itemIndex, field.ifAbsent));
}

/** Plain decimal notation, as a cell of text may hold it. */
const NUMERIC_TEXT = /^\d+(\.\d+)?$/;

/**
 * Reads one of the documented values, exactly as documented. The result throws InputError for any other value, also an
 * empty one, because an unknown Duplicate Protection must not mean "off", nor an unknown Amount Format a decimal comma
 * (promises.md P42).
 */
export const choice =
	<const T extends string>(values: readonly T[]) =>
	(raw: unknown, label: string): T => {
		const value = values.find((one) => one === raw);
		if (value !== undefined) return value;
		throw invalid(raw, label, `one of ${values.join(', ')}`);
	};

/** Reads true or false. Refuses the texts `true` and `false`, because JavaScript takes both for true. @throws InputError */
export function flag(raw: unknown, label: string): boolean {
	if (typeof raw === 'boolean') return raw;
	throw invalid(raw, label, 'true or false');
}

/** Reads a number in plain decimal notation, or the text of one, up to a maximum. The result throws InputError. */
const numberReader =
	(wanted: string, isWanted: (value: number) => boolean) =>
	(max = Infinity) =>
	(raw: unknown, label: string): number => {
		const isNumeric =
			typeof raw === 'number' || (typeof raw === 'string' && NUMERIC_TEXT.test(raw.trim()));
		const value = isNumeric ? Number(raw) : NaN;
		if (Number.isFinite(value) && isWanted(value) && value <= max) return value;
		throw invalid(raw, label, max === Infinity ? wanted : `${wanted}, up to ${number(max)}`);
	};

export const positiveNumber = numberReader('a number above zero', (value) => value > 0);

export const nonNegativeNumber = numberReader('a number of zero or more', (value) => value >= 0);

export const wholeNumber = numberReader(
	'a whole number of at least 1',
	(value) => Number.isSafeInteger(value) && value >= 1,
);

/** Reads a text that may be empty, and trims it. @throws InputError for anything else, also a number */
export function textOrEmpty(raw: unknown, label: string): string {
	if (raw === undefined || raw === null) return '';
	if (typeof raw === 'string') return raw.trim();
	throw invalid(raw, label, 'a text');
}

/** Reads an optional text, and trims it. @throws InputError if it is neither a text nor a number */
export function optionalText(raw: unknown, label: string): string | undefined {
	if (raw === undefined || raw === null) return undefined;
	if (typeof raw === 'string' || typeof raw === 'number') return String(raw).trim() || undefined;
	throw invalid(raw, label, 'a text');
}

/** A value as errors show it. */
export function shown(raw: unknown): string {
	const isJson = typeof raw === 'object' || typeof raw === 'string';
	const text = isJson ? JSON.stringify(raw) : String(raw);
	return shortened(text, 40);
}

/** @param wanted what the option accepts */
function invalid(raw: unknown, label: string, wanted: string) {
	const isEmpty =
		raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');
	const what = isEmpty ? 'empty' : shown(raw);
	const orNot = isEmpty ? ', or leave it out for its default' : '';
	const field = fieldName(label);
	const advice = `Set ${field} to ${wanted}${orNot}.`;
	return refusal('OPTION_INVALID', `${field} is ${what}, but must be ${wanted}`, advice);
}
