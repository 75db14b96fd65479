import { InputError } from '../util/inputError';
import { kindOf } from '../util/kind';
import { visible } from './idempotencyKey';

/** What people can still read in a table. */
const MAX_LENGTH = 255;

/**
 * Reads the name of a batch: two that look the same are one, in any case and with any number of blanks.
 *
 * @returns `name`, by which it is known; `label`, as people wrote it
 * @throws InputError for what is empty, neither a text nor a whole number, or too long
 */
export function readBatchName(raw: unknown): { name: string; label: string } {
	const isWhole = typeof raw === 'number' && Number.isSafeInteger(raw);
	if (raw !== undefined && raw !== null && typeof raw !== 'string' && !isWhole) {
		throw new InputError(
			({ batches, values }) => batches.nameIs({ what: values.kinds[kindOf(raw)] }),
			({ batches }) => batches.nameSheet,
		);
	}
	const label = visible(String(raw ?? '').replace(/\s+/g, ' ')).replace(/ +/g, ' ');
	if (label === '' || label.length > MAX_LENGTH) {
		throw new InputError(
			({ batches }) =>
				label === '' ? batches.nameEmpty : batches.nameTooLong({ max: MAX_LENGTH }),
			({ batches }) => batches.nameSheet,
		);
	}
	return { name: label.toLowerCase(), label };
}
