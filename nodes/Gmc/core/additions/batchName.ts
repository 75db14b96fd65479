import { InputError } from '../util/inputError';
import { kindOf } from '../util/kind';
import { visible } from './idempotencyKey';
import { number } from '../texts/words';

const NAME_SHEET =
	'Give the sheet a name that never changes, such as its file name or the month that it pays.';

/** Longer names are hard to read in a table. */
const MAX_LENGTH = 255;

/**
 * Reads the name of a batch. Names that look the same are equal: case and the number of blanks do not matter.
 *
 * @returns `name` identifies the batch; `label` is the name as the user wrote it
 * @throws InputError if it is empty, too long, or neither a text nor a whole number
 */
export function readBatchName(raw: unknown): { name: string; label: string } {
	const isWhole = typeof raw === 'number' && Number.isSafeInteger(raw);
	if (raw !== undefined && raw !== null && typeof raw !== 'string' && !isWhole) {
		throw new InputError({
			message: `the Batch Name is ${kindOf(raw)}, not a text or a whole number`,
			advice: NAME_SHEET,
			code: 'BATCH_NAME_INVALID',
		});
	}
	const label = visible(String(raw ?? '').replace(/\s+/g, ' ')).replace(/ +/g, ' ');
	if (label === '' || label.length > MAX_LENGTH) {
		throw new InputError({
			message:
				label === ''
					? 'the Batch Name is empty'
					: `the Batch Name has more than ${number(MAX_LENGTH)} characters`,
			advice: NAME_SHEET,
			code: 'BATCH_NAME_INVALID',
		});
	}
	return { name: label.toLowerCase(), label };
}
