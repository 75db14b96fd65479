import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { RawRow } from '../../../core/additions/additionRequest';
import { refusal } from '../../../core/util/inputError';
import { fieldName } from '../../../core/texts/words';
import { dayIn } from '../../../core/time/time';
import { toRunProblem } from '../../../shared/errors';
import {
	expressionsIn,
	fieldReader,
	isExpression,
	optionsReader,
} from '../../../shared/fieldReader';
import type { Values } from '../../../shared/options';
import { readField, readOptions, shown } from '../../../shared/options';
import { simplifyParameter } from '../../../shared/output';
import { mapsAutomatically } from '../../../shared/parameters';
import { runFields } from './fields';
import { rowFormats } from './rowOptions';
import type { RunOption } from './runOptions';
import { runOptions } from './runOptions';

type RunOptions = Omit<Values<typeof runOptions>, 'hold' | 'waitForCompletion' | 'waitTimeout'>;

/** What counts for the whole run, read from the first row. */
export interface RunSettings extends RunOptions {
	/** For protection/index.ts alone. Under Batch with its name, as `readBatchName` gives it. */
	duplicateProtection: ReturnType<typeof readProtection>;
	/** Seconds to wait for completion; undefined: do not wait. */
	waitTimeout?: number;
	/** Whether the output is flat records. */
	simplify: boolean;
	/** Whether the headings of the sheet say what is in a row. */
	isSheet: boolean;
	/** Milliseconds for which a row that may have been sent is held. */
	holdMs: number;
}

/**
 * The settings that a later try must not change: it would not find the rows that were sent under other names.
 *
 * @param names how the protection gives them
 */
export const namingOf = (ledgerTable: string, names: string): string =>
	JSON.stringify([ledgerTable, names]);

/** @param naming as `namingOf` gives it */
export const ledgerIn = (naming: string): unknown => JSON.parse(naming)[0];

/** The options and fields of the whole run, by their names. */
export const ofRun: Readonly<Record<string, RunOption>> = { ...runFields, ...runOptions };

export const editorNameOf = (name: string): string => ofRun[name].field.displayName;

/** @throws InputError when an option is none of its values or out of its range; nothing was sent then */
export function settingsOf(context: IExecuteFunctions): RunSettings {
	const duplicateProtection = readProtection(context);
	const simplify = simplifyParameter(context, 0);
	const isSheet = mapsAutomatically(context);
	try {
		const given = context.getNodeParameter('options', 0, {}) as IDataObject;
		const { hold, waitForCompletion, ...options } = readOptions(runOptions, given);
		const limits = [options.maxAmount, readField(context, runFields.maxAmount, 0)];
		return {
			...options,
			duplicateProtection,
			maxAmount: lowest(limits),
			waitTimeout: waitForCompletion ? options.waitTimeout : undefined,
			holdMs: hold * 60_000,
			simplify,
			isSheet,
		};
	} catch (error) {
		throw optionInvalid(toRunProblem(error).message, "Correct it under 'Options'.");
	}
}

const optionInvalid = (message: string, advice: string) =>
	refusal('OPTION_INVALID', message, advice);

/** A row in which an expression gives a setting of the run another value. */
export const differsFromFirst = (label: string, first: unknown, here: unknown) =>
	optionInvalid(
		`${fieldName(label)} applies to the whole run. It is ${shown(first)} in the first row, but ${shown(here)} here`,
		`Give ${fieldName(label)} the same value in every row, or use several runs.`,
	);

function readProtection(context: IExecuteFunctions) {
	const is = readField(context, runFields.duplicateProtection, 0);
	return is === 'batch' ? { is, ...readField(context, runFields.batchName, 0) } : { is };
}

/** The one that counts: each of them may be missing. */
function lowest(limits: Array<number | undefined>): number | undefined {
	const given = limits.filter((limit) => limit !== undefined);
	return given.length > 0 ? Math.min(...given) : undefined;
}

/**
 * Reads the Options of each row. A row in which an expression gives a setting of the run another value than in the first
 * row is refused.
 *
 * @returns a function of the row, which throws InputError
 */
export function rowOptionsReader(context: IExecuteFunctions): (itemIndex: number) => IDataObject {
	const optionsOf = optionsReader(context);
	const names = expressionsIn(context).filter((name) => Object.hasOwn(runOptions, name));
	const { parameters } = context.getNode();
	const fields = Object.keys(runFields)
		.filter((name) => isExpression(parameters[name]))
		.map((name) => ({ name, read: fieldReader(context, name) }));
	const valuesOf = (options: IDataObject, itemIndex: number): Array<[string, unknown]> => [
		...names.map((name): [string, unknown] => [name, options[name]]),
		...fields.map(({ name, read }): [string, unknown] => [name, read(itemIndex)]),
	];
	const first = new Map(valuesOf(optionsOf(0), 0));
	return (itemIndex) => {
		const options = optionsOf(itemIndex);
		const other = valuesOf(options, itemIndex).find(([name, value]) => first.get(name) !== value);
		if (other === undefined) return options;
		const [name, value] = other;
		throw differsFromFirst(editorNameOf(name), first.get(name), value);
	};
}

/** Returns a function that gives the fields of a row as they came, and how to read them. It throws InputError. */
export function rawRowReader(context: IExecuteFunctions) {
	const today = dayIn(Date.now(), context.getTimezone());
	const customer = fieldReader(context, 'customer');
	const amount = fieldReader(context, 'amount');
	const currency = fieldReader(context, 'currency');
	return (itemIndex: number, options: IDataObject): RawRow => ({
		customer: customer(itemIndex),
		amount: amount(itemIndex),
		currency: currency(itemIndex),
		...readOptions(rowFormats, options),
		today,
	});
}
