import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { RawRow } from '../../../core/additions/additionRequest';
import { AMOUNT_FORMATS } from '../../../core/money/amount';
import { refusal } from '../../../core/util/inputError';
import { MAX_IN_FLIGHT } from '../../../core/pace/limiter';
import type { Limits } from '../../../core/money/limits';
import { readBatchName } from '../../../core/additions/names';
import { LONGEST_NOTE } from '../../../core/sheet/texts';
import { number } from '../../../core/texts/words';
import { dayIn } from '../../../core/time/time';
import { toRunProblem } from '../../../shared/errors';
import {
	choice,
	expressionsIn,
	flag,
	isExpression,
	nonNegativeNumber,
	optionalText,
	optionOf,
	optionsReader,
	positiveNumber,
	shown,
	wholeNumber,
} from '../../../shared/options';
import {
	mapsAutomatically,
	simplifyParameter,
	taxIdFormatValue,
	textValue,
} from '../../../shared/parameters';
import { addFields } from './fields';
import { addOptions, IF_NOT_SET } from './options';

/** Options of the whole run, read from the first row. */
export interface RunSettings extends Limits {
	dryRun: boolean;
	/** Top-ups sent at the same time, 1 to 100; undefined: set automatically. */
	concurrency?: number;
	/** Seconds, per request. */
	timeout: number;
	duplicateProtection: DuplicateProtection;
	/** Under `batch`: its name, and the name as the user wrote it. */
	batch?: { name: string; label: string };
	/** Seconds to wait for completion; undefined: do not wait. */
	waitTimeout?: number;
	/** Name of the Data Table that is the ledger. */
	ledgerTable: string;
	/** Whether the output is flat records. */
	simplify: boolean;
	/** Whether the headings of the sheet say what is in a row. */
	isSheet: boolean;
	/** Milliseconds for which a row that may have been sent is held. */
	holdMs: number;
}

const PROTECTIONS = ['recent', 'key', 'batch', 'off'] as const;
type DuplicateProtection = (typeof PROTECTIONS)[number];

/** Whether rows are named by key or batch, so that their names outlive the execution. */
export const isNamedByUser = ({ duplicateProtection }: RunSettings): boolean =>
	duplicateProtection === 'key' || duplicateProtection === 'batch';

/** The settings that a later try must not change: it would not find the rows that were sent under other names. */
export const namingOf = ({ duplicateProtection, batch, ledgerTable }: RunSettings): string =>
	JSON.stringify([
		ledgerTable,
		duplicateProtection === 'off' ? 'recent' : duplicateProtection,
		batch?.name,
	]);

/** @param naming as `namingOf` gives it */
export const ledgerIn = (naming: string): unknown => JSON.parse(naming)[0];

/** Seconds. */
const MAX_TIMEOUT = 3_600;
const MAX_WAIT_TIMEOUT = 86_400;
/** Minutes: a week. Entries are kept longer. */
const MAX_HOLD = 10_080;

/** Fields of the whole run; the others are each row's own. */
const RUN_FIELDS = ['dataMode', 'duplicateProtection', 'batchName', 'maxAmount', 'simplify'];
/** Options of each row; the others are of the whole run. */
const ROW_OPTIONS = ['amountFormat', 'expectedName', 'note', 'taxIdFormat'];

/** The labels of the options and fields of the whole run, by their names. */
export const RUN_LABELS: Record<string, string> = Object.fromEntries(
	[
		...addFields.filter(({ name }) => RUN_FIELDS.includes(name)),
		...addOptions.filter(({ name }) => !ROW_OPTIONS.includes(name)),
	].map(({ name, displayName }) => [name, displayName]),
);

/** @throws InputError when an option is none of its values or out of its range; nothing was sent then */
export function settingsOf(context: IExecuteFunctions): RunSettings {
	const protection = readProtection(context);
	const simplify = simplifyParameter(context, 0);
	const isSheet = mapsAutomatically(context);
	try {
		const options = readOptions(context.getNodeParameter('options', 0, {}) as IDataObject);
		const maxAmount = lowerLimit(context, options.maxAmount);
		return { ...options, maxAmount, ...protection, simplify, isSheet };
	} catch (error) {
		throw optionInvalid(toRunProblem(error).message, 'Correct it under Options.');
	}
}

const optionInvalid = (message: string, advice: string) =>
	refusal('OPTION_INVALID', message, advice);

/** A row in which an expression gives a setting of the run another value. */
export const differsFromFirst = (label: string, first: unknown, here: unknown) =>
	optionInvalid(
		`${label} applies to the whole run. It is ${shown(first)} in the first row, but ${shown(here)} here`,
		`Give ${label} the same value in every row, or use several runs.`,
	);

function readProtection(
	context: IExecuteFunctions,
): Pick<RunSettings, 'duplicateProtection' | 'batch'> {
	const raw = context.getNodeParameter('duplicateProtection', 0, 'recent');
	const duplicateProtection = choice(raw, RUN_LABELS.duplicateProtection, PROTECTIONS);
	if (duplicateProtection !== 'batch') return { duplicateProtection };
	return {
		duplicateProtection,
		batch: readBatchName(context.getNodeParameter('batchName', 0, '')),
	};
}

function readOptions(
	given: IDataObject,
): Omit<RunSettings, 'duplicateProtection' | 'batch' | 'simplify' | 'isSheet'> {
	const read = <T>(name: keyof typeof IF_NOT_SET, check: (raw: unknown, label: string) => T): T =>
		check(optionOf(given, name, IF_NOT_SET[name]), RUN_LABELS[name]);
	const seconds = (max: number) => (raw: unknown, label: string) => positiveNumber(raw, label, max);
	// An empty limit is an error: it must not mean "no limit".
	const ifGiven = (name: string, check: (raw: unknown, label: string) => number) =>
		Object.hasOwn(given, name) ? check(given[name], RUN_LABELS[name]) : undefined;
	const waitTimeout = read('waitTimeout', seconds(MAX_WAIT_TIMEOUT));
	return {
		dryRun: read('dryRun', flag),
		concurrency: read('concurrency', concurrencyOf),
		timeout: read('timeout', seconds(MAX_TIMEOUT)),
		maxAmount: ifGiven('maxAmount', positiveNumber),
		maxTotal: ifGiven('maxTotal', positiveNumber),
		maxPerDay: ifGiven('maxPerDay', positiveNumber),
		waitTimeout: read('waitForCompletion', flag) ? waitTimeout : undefined,
		ledgerTable: read('ledgerTable', (raw, label) => textValue(raw, label)),
		holdMs: read('hold', (raw, label) => nonNegativeNumber(raw, label, MAX_HOLD)) * 60_000,
	};
}

/** @returns undefined for `auto` */
const concurrencyOf = (raw: unknown, label: string): number | undefined =>
	raw === 'auto' ? undefined : wholeNumber(raw, label, MAX_IN_FLIGHT);

/** In a tool, Maximum Amount is a field as well; zero there is none. The lower of the two counts. */
function lowerLimit(context: IExecuteFunctions, maxAmount: number | undefined): number | undefined {
	const raw = context.getNodeParameter('maxAmount', 0, 0);
	const field = raw === 0 ? undefined : positiveNumber(raw, RUN_LABELS.maxAmount);
	const limits = [maxAmount, field].filter((limit) => limit !== undefined);
	return limits.length > 0 ? Math.min(...limits) : undefined;
}

/**
 * Reads the Options of each row. A row in which an expression gives a setting of the run another value than in the first
 * row is refused.
 *
 * @returns a function of the row, which throws InputError
 */
export function rowOptionsReader(context: IExecuteFunctions): (itemIndex: number) => IDataObject {
	const optionsOf = optionsReader(context);
	const names = expressionsIn(context).filter((name) => Object.hasOwn(RUN_LABELS, name));
	const { parameters } = context.getNode();
	const fields = RUN_FIELDS.filter((name) => isExpression(parameters[name]));
	const valuesOf = (options: IDataObject, itemIndex: number): Array<[string, unknown]> => [
		...names.map((name): [string, unknown] => [name, options[name]]),
		...fields.map((name): [string, unknown] => [
			name,
			context.getNodeParameter(name, itemIndex, ''),
		]),
	];
	const first = new Map(valuesOf(optionsOf(0), 0));
	return (itemIndex) => {
		const options = optionsOf(itemIndex);
		const other = valuesOf(options, itemIndex).find(([name, value]) => first.get(name) !== value);
		if (other === undefined) return options;
		const [name, value] = other;
		throw differsFromFirst(RUN_LABELS[name], first.get(name), value);
	};
}

/** The note of a row, if it has one. @throws InputError */
export function noteIn({ note: raw }: IDataObject): string | undefined {
	const note = optionalText(raw, 'Note');
	if ((note?.length ?? 0) <= LONGEST_NOTE) return note;
	const message = `Note has ${number(note!.length)} characters, but may have at most ${LONGEST_NOTE}`;
	throw optionInvalid(message, 'Shorten Note.');
}

/** How the values of a row are read. */
export type RowFormats = Pick<RawRow, 'amountFormat' | 'taxIdFormat'>;

/** @throws InputError */
export function formatsIn(options: IDataObject): RowFormats {
	const option = (name: keyof RowFormats) => optionOf(options, name, IF_NOT_SET[name]);
	return {
		amountFormat: choice(option('amountFormat'), 'Amount Format', AMOUNT_FORMATS),
		taxIdFormat: taxIdFormatValue(option('taxIdFormat')),
	};
}

/** Returns a function that gives the fields of a row as they came, and how to read them. It throws InputError. */
export function rawRowReader(context: IExecuteFunctions) {
	const today = dayIn(Date.now(), context.getTimezone());
	return (itemIndex: number, options: IDataObject): RawRow => {
		const field = (name: string): unknown => context.getNodeParameter(name, itemIndex);
		return {
			customer: field('customer'),
			amount: field('amount'),
			currency: field('currency'),
			...formatsIn(options),
			today,
		};
	};
}
