import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../core/util/inputError';
import { MAX_IN_FLIGHT } from '../../../core/util/limiter';
import type { Limits } from '../../../core/money/limits';
import { readInstant, startOfDay } from '../../../core/util/time';
import { toRunProblem } from '../../../shared/errors';
import {
	choice,
	expressionsIn,
	flag,
	nonNegativeNumber,
	optionOf,
	positiveNumber,
	refusal,
	shown,
	wholeNumber,
} from '../../../shared/options';
import { textValue } from '../../../shared/parameters';
import { LEFT_OUT } from './leftOut';

/** Options that count for the whole run; they are read from the first row. */
export interface RunSettings extends Limits {
	validateFirst: boolean;
	dryRun: boolean;
	/** Additions in flight at once, 1 to 20; undefined: as many as the service bears. */
	concurrency?: number;
	/** Seconds, per request. */
	timeout: number;
	/** For rows without a key; `history` for those whose key was never seen, too. */
	duplicateProtection: DuplicateProtection;
	/** Epoch milliseconds from which on equal additions count as issued, under `history`. */
	duplicatesSince: number;
	/** Seconds to wait for completion, and between two looks; undefined: do not wait. */
	wait?: { timeout: number; interval: number };
	/** Name of the Data Table that remembers keys. */
	ledgerTable: string;
	/** Milliseconds for which a row that another run may have sent is held back. */
	holdMs: number;
}

const PROTECTIONS = ['recent', 'history', 'off'] as const;
export type DuplicateProtection = (typeof PROTECTIONS)[number];

/** Seconds. A timer of Node.js that is set for more than 24 days goes off at once. */
const MAX_TIMEOUT = 3_600;
const MAX_WAIT_TIMEOUT = 86_400;

/** What counts for the whole run, as the editor names it. */
export const RUN_OPTIONS: Record<string, string> = {
	concurrency: 'Concurrency',
	dryRun: 'Dry Run',
	duplicateProtection: 'Duplicate Protection',
	duplicatesSince: 'Duplicates Since',
	maxAmount: 'Maximum Amount',
	maxPerDay: 'Maximum per Day',
	maxTotal: 'Maximum Total',
	timeout: 'Timeout',
	validateFirst: 'Validate First',
	waitForCompletion: 'Wait for Completion',
	waitInterval: 'Wait Interval',
	waitTimeout: 'Wait Timeout',
	ledgerTable: 'Ledger Table',
	hold: 'Hold (Minutes)',
};

/** @throws InputError when an option is none of its values or out of its range; nothing was sent then */
export function settingsOf(context: IExecuteFunctions): RunSettings {
	try {
		const given = context.getNodeParameter('options', 0, {}) as IDataObject;
		return { ...readSending(given), ...readDuplicates(given, context.getTimezone()) };
	} catch (error) {
		throw correctOptions(error);
	}
}

/** The advice is where the option stands, whatever is wrong with it. */
const correctOptions = (error: unknown) =>
	new InputError(toRunProblem(error).message, ({ additions }) => additions.correctOptions);

function readSending(given: IDataObject): Omit<RunSettings, keyof DuplicateSettings> {
	const read = <T>(name: keyof typeof LEFT_OUT, check: (raw: unknown, label: string) => T): T =>
		check(optionOf(given, name, LEFT_OUT[name]), RUN_OPTIONS[name]);
	const seconds = (max: number) => (raw: unknown, label: string) => positiveNumber(raw, label, max);
	// A limit that is there but cannot be read, such as an empty cell, must not mean "no limit".
	const ifGiven = (name: string, check: (raw: unknown, label: string) => number) =>
		Object.hasOwn(given, name) ? check(given[name], RUN_OPTIONS[name]) : undefined;
	const wait = {
		timeout: read('waitTimeout', seconds(MAX_WAIT_TIMEOUT)),
		interval: read('waitInterval', seconds(MAX_TIMEOUT)),
	};
	return {
		validateFirst: read('validateFirst', flag),
		dryRun: read('dryRun', flag),
		concurrency: ifGiven('concurrency', (raw, label) =>
			wholeNumber(raw, label, { max: MAX_IN_FLIGHT }),
		),
		timeout: read('timeout', seconds(MAX_TIMEOUT)),
		maxAmount: ifGiven('maxAmount', positiveNumber),
		maxTotal: ifGiven('maxTotal', positiveNumber),
		maxPerDay: ifGiven('maxPerDay', positiveNumber),
		wait: read('waitForCompletion', flag) ? wait : undefined,
		ledgerTable: read('ledgerTable', (raw, label) => textValue(raw, () => label)),
		holdMs: read('hold', nonNegativeNumber) * 60_000,
	};
}

type DuplicateSettings = Pick<RunSettings, 'duplicateProtection' | 'duplicatesSince'>;

function readDuplicates(given: IDataObject, timeZone: string): DuplicateSettings {
	const raw = optionOf(given, 'duplicateProtection', LEFT_OUT.duplicateProtection);
	const duplicateProtection = choice(raw, RUN_OPTIONS.duplicateProtection, PROTECTIONS);
	const duplicatesSince = Object.hasOwn(given, 'duplicatesSince')
		? readSince(given.duplicatesSince, timeZone)
		: startOfDay(Date.now(), timeZone);
	return { duplicateProtection, duplicatesSince };
}

/** From a later second on nothing is listed yet, so it would protect nothing. */
function readSince(raw: unknown, timeZone: string): number {
	const since = readInstant(raw, timeZone);
	const label = RUN_OPTIONS.duplicatesSince;
	if (since === undefined) throw refusal(raw, label, (values) => values.dateTime);
	if (Math.floor(since / 1000) <= Date.now() / 1000) return since;
	throw new InputError(({ additions }) => additions.inFuture({ label, shown: shown(raw) }));
}

/**
 * Holds each row to what the first one says for the whole run: a row that an expression gives another value
 * would not get what it asks for. Costs nothing where no expression fills such an option.
 *
 * @returns a check of the options of a row, which throws InputError where they contradict those of the first one
 */
export function runOptionsCheck(
	context: IExecuteFunctions,
	optionsOf: (itemIndex: number) => IDataObject,
): (options: IDataObject) => void {
	const names = expressionsIn(context).filter((name) => Object.hasOwn(RUN_OPTIONS, name));
	if (names.length === 0) return () => {};
	const first = optionsOf(0);
	const timeZone = context.getTimezone();
	return (options) => {
		for (const name of names) {
			if (agree(name, first[name], options[name], timeZone)) continue;
			const label = RUN_OPTIONS[name];
			const values = { first: shown(first[name]), here: shown(options[name]) };
			throw new InputError(
				({ additions }) => additions.runOption({ label, ...values }),
				({ additions }) => additions.sameInEveryRow({ label }),
			);
		}
	};
}

/** With `$now` in it, Duplicates Since is a little later in each row; what counts is the first, the earliest. */
function agree(name: string, first: unknown, value: unknown, timeZone: string): boolean {
	if (name !== 'duplicatesSince') return first === value;
	const [earliest, since] = [first, value].map((raw) => readInstant(raw, timeZone));
	return earliest !== undefined && since !== undefined && earliest <= since;
}
