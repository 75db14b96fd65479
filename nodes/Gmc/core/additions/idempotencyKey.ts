import { InputError } from '../util/inputError';
import { kindOf } from '../util/kind';
import { refuseShortened } from '../util/shortened';
import { number } from '../texts/words';

/** More than any order number has, and still readable in a table. */
const MAX_KEY_LENGTH = 255;

/** Control and format characters, line breaks, and what Unicode ignores by default. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Blanks of any width, non-breaking ones included. */
const BLANK = /\p{Zs}/gu;

/** Makes keys equal that look the same on the screen. */
export const visible = (text: string): string =>
	text.replace(INVISIBLE, '').replace(BLANK, ' ').normalize('NFC').trim();

/**
 * Reads the Idempotency Key of a row. `1001` and `"1001"` are the same key. So are keys that look the same: invisible
 * characters and blanks around a key do not matter, nor does its Unicode form (NFC).
 *
 * @returns undefined if it is missing: empty, blank, invisible, null
 * @throws InputError if it is too long, neither a text nor a number, or a number that has lost digits, here or in Excel
 */
export function readKey(raw: unknown): string | undefined {
	if (raw === undefined || raw === null) return undefined;
	if (typeof raw === 'number') return readNumber(raw);
	if (typeof raw !== 'string') {
		throw new InputError({
			message: `the Idempotency Key is ${kindOf(raw)}, not a text or a number`,
			advice: 'Map a field that identifies the row and never changes, such as its order number.',
			code: 'IDEMPOTENCY_KEY_INVALID',
		});
	}
	const key = visible(raw);
	if (key.length > MAX_KEY_LENGTH) {
		throw new InputError({
			message: `the Idempotency Key has ${number(key.length)} characters; ${number(MAX_KEY_LENGTH)} are allowed`,
			advice: 'Map a shorter field that never changes, such as the order number.',
			code: 'IDEMPOTENCY_KEY_INVALID',
		});
	}
	refuseShortened(key, 'IDEMPOTENCY_KEY_INVALID');
	return key === '' ? undefined : key;
}

function readNumber(raw: number): string {
	const isExact = Number.isFinite(raw) && Math.abs(raw) <= Number.MAX_SAFE_INTEGER;
	if (isExact) return String(raw);
	throw new InputError({
		message: `the Idempotency Key ${String(raw)} is a number too large to be exact`,
		advice: 'Two long numbers may have become the same. Give the key as text.',
		code: 'IDEMPOTENCY_KEY_INVALID',
	});
}
