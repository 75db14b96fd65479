import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { InputError } from '../../../core/util/inputError';
import type { Limits } from '../../../core/money/limits';
import { readInstant } from '../../../core/util/time';
import { positiveNumber } from '../../../shared/parameters';

/** Options that count for the whole run; they are read from the first row. */
export interface RunSettings extends Limits {
	validateFirst: boolean;
	dryRun: boolean;
	/** Additions in flight at once, 1 to 20. */
	concurrency: number;
	/** Seconds, per request. */
	timeout: number;
	/** Epoch milliseconds from which on equal additions count as issued; undefined: protection is off. */
	duplicatesSince?: number;
	/** Seconds to wait for completion, and between two looks; undefined: do not wait. */
	wait?: { timeout: number; interval: number };
}

const MAX_CONCURRENCY = 20;

/** @throws NodeOperationError when an option is out of its range; nothing was sent then */
export function settingsOf(context: IExecuteFunctions): RunSettings {
	try {
		return readSettings(context);
	} catch (error) {
		const { message } = error as Error;
		throw new NodeOperationError(context.getNode(), `${message}. Nothing was sent`, {
			description: 'Correct it under Options.',
		});
	}
}

function readSettings(context: IExecuteFunctions): RunSettings {
	const given = context.getNodeParameter('options', 0, {}) as IDataObject;
	const option = (name: string, byDefault: unknown) => (name in given ? given[name] : byDefault);
	const concurrency = positiveNumber(option('concurrency', 4), 'Concurrency');
	if (!Number.isInteger(concurrency) || concurrency > MAX_CONCURRENCY) {
		throw new InputError(`Concurrency must be a whole number from 1 to ${MAX_CONCURRENCY}`);
	}
	return {
		validateFirst: option('validateFirst', true) !== false,
		dryRun: option('dryRun', false) !== false,
		concurrency,
		timeout: positiveNumber(option('timeout', 60), 'Timeout'),
		maxAmount: limit(given, 'maxAmount', 'Maximum Amount'),
		maxTotal: limit(given, 'maxTotal', 'Maximum Total'),
		duplicatesSince:
			option('duplicateProtection', 'off') === 'history'
				? readSince(option('duplicatesSince', ''), context.getTimezone())
				: undefined,
		wait:
			option('waitForCompletion', false) === true
				? {
						timeout: positiveNumber(option('waitTimeout', 60), 'Wait Timeout'),
						interval: positiveNumber(option('waitInterval', 2), 'Wait Interval'),
					}
				: undefined,
	};
}

/** A limit that is there but cannot be read, such as an empty cell, must not mean "no limit". */
function limit(given: IDataObject, name: string, label: string): number | undefined {
	return name in given ? positiveNumber(given[name], label) : undefined;
}

function readSince(raw: unknown, timeZone: string): number {
	if (raw === undefined || raw === null || raw === '') {
		return DateTime.now().setZone(timeZone).startOf('day').toMillis();
	}
	const since = readInstant(raw, timeZone);
	if (since !== undefined) return since;
	throw new InputError('Duplicates Since is not a date and time');
}
