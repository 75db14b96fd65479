import { InputError } from '../util/inputError';
import { kindOf } from '../util/kind';
import { shortenedNumber } from '../util/shortened';
import { number } from '../texts/words';

/** What people can still read in a table, and more than any order number has. */
const MAX_KEY_LENGTH = 255;

/** Nothing that shows: control and format characters, breaks of lines, and what Unicode has ignored by default. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Blanks of any width, also those at which no line breaks. */
const BLANK = /\p{Zs}/gu;

/** Two keys that people cannot tell apart on the screen are one. */
export const visible = (text: string): string =>
	text.replace(INVISIBLE, '').replace(BLANK, ' ').normalize('NFC').trim();

/**
 * Reads an Idempotency Key as it stands in a row. `1001` and `"1001"` are the same key, and so are two that look the same:
 * without invisible characters, blanks around them, and in Unicode's form NFC.
 *
 * @returns undefined where there is none: empty, blank, invisible, null
 * @throws InputError for what is neither text nor number, too long, or a number that has lost digits, here or in Excel
 */
export function readKey(raw: unknown): string | undefined {
	if (raw === undefined || raw === null) return undefined;
	if (typeof raw === 'number') return readNumber(raw);
	if (typeof raw !== 'string') {
		throw new InputError({
			message: `the Idempotency Key is ${kindOf(raw)}, not a text or a number`,
			advice: 'Map one field that names the row for good, such as its order number.',
			code: 'IDEMPOTENCY_KEY_INVALID',
		});
	}
	const key = visible(raw);
	if (key.length > MAX_KEY_LENGTH) {
		throw new InputError({
			message: `the Idempotency Key has ${number(key.length)} characters; ${number(MAX_KEY_LENGTH)} are allowed`,
			advice: 'Map a shorter field that names the row for good, such as its order number.',
			code: 'IDEMPOTENCY_KEY_INVALID',
		});
	}
	const shortened = shortenedNumber(key);
	if (shortened)
		throw new InputError({
			message: shortened.reason,
			advice: shortened.advice,
			code: 'IDEMPOTENCY_KEY_INVALID',
		});
	return key === '' ? undefined : key;
}

function readNumber(raw: number): string {
	const isExact = Number.isFinite(raw) && Math.abs(raw) <= Number.MAX_SAFE_INTEGER;
	if (isExact) return String(raw);
	throw new InputError({
		message: `the Idempotency Key ${String(raw)} is a number too large to be exact`,
		advice: 'Two long numbers may have become the same one. Give the key as text.',
		code: 'IDEMPOTENCY_KEY_INVALID',
	});
}
