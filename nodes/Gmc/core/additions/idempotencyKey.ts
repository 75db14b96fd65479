import { InputError } from '../util/inputError';

/** What people can still read in a table, and more than any order number has. */
const MAX_KEY_LENGTH = 255;

/**
 * Reads an Idempotency Key as it stands in a row. `1001` and `"1001"` are the same key.
 *
 * @returns undefined where there is none: empty, blank, null
 * @throws InputError for what is neither text nor number, too long, or a number that has lost digits
 */
export function readKey(raw: unknown): string | undefined {
	if (raw === undefined || raw === null) return undefined;
	if (typeof raw === 'number') return readNumber(raw);
	if (typeof raw !== 'string') {
		const kind = Array.isArray(raw) ? 'a list' : `of type ${typeof raw}`;
		throw new InputError(
			`the Idempotency Key is ${kind}, not a text or a number`,
			'Map one field that names the row for good, such as its order number.',
		);
	}
	const key = raw.trim();
	if (key.length > MAX_KEY_LENGTH) {
		throw new InputError(
			`the Idempotency Key has ${key.length} characters; ${MAX_KEY_LENGTH} are allowed`,
			'Map a shorter field that names the row for good, such as its order number.',
		);
	}
	return key === '' ? undefined : key;
}

function readNumber(raw: number): string {
	const isExact = Number.isFinite(raw) && Math.abs(raw) <= Number.MAX_SAFE_INTEGER;
	if (isExact) return String(raw);
	throw new InputError(
		`the Idempotency Key ${raw} is a number too large to be exact`,
		'Two long numbers may have become the same one. Give the key as text.',
	);
}
