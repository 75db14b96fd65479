import type { Code } from '../codes';
import { cleanText, identityOf, shownText, valueIn } from '../sheet/cell';
import { spellingOf } from '../sheet/spelling';
import { kindOf, refusal, refuseShortened } from '../util/inputError';
import { fieldName, number, shortened } from '../texts/words';

/** Of a key or the name of a batch: more than any order number has, and still readable in a table. */
const MAX_LENGTH = 255;

const KEY = 'IDEMPOTENCY_KEY_INVALID';

/**
 * Reads the Idempotency Key of a row. `1001` and `"1001"` are the same key. So are keys that look the same: invisible
 * characters and blanks around a key do not matter, nor does its Unicode form (NFC).
 *
 * @returns undefined if it is missing: empty, blank, invisible, a word for nothing, zero
 * @throws InputError if it is too long, an error value, neither a text nor a number, or a number that has lost digits, here
 *   or in Excel
 */
export function readKey(raw: unknown): string | undefined {
	const value = valueIn(identityOf(raw), KEY, "the 'Idempotency Key'");
	if (value === undefined) return undefined;
	const key = typeof value === 'number' ? readNumber(value) : value;
	if (typeof key !== 'string') {
		throw invalidKey(
			`is ${kindOf(key)}, not a text or a number`,
			'Map a field that identifies the row and never changes, such as its order number.',
		);
	}
	if (key.length > MAX_LENGTH) {
		throw invalidKey(
			`has ${number(key.length)} characters; ${number(MAX_LENGTH)} are allowed`,
			'Map a shorter field that never changes, such as the order number.',
		);
	}
	refuseShortened(key, KEY);
	refuseTemplate(key, 'Idempotency Key', KEY);
	return spellingOf(key) === '0' ? undefined : key;
}

/** The key of a row that must have one. @param advice where it has none @throws InputError */
export function requiredKey(
	raw: unknown,
	advice = 'Give every row a key, and check that the field name in the expression matches your data.',
): string {
	const key = readKey(raw);
	if (key !== undefined) return key;
	const cell = identityOf(raw);
	const shown = cell.is === 'empty' ? cell.word : String(raw).trim();
	throw refusal(
		KEY,
		shown === undefined
			? "the row has no 'Idempotency Key'"
			: `the row has no 'Idempotency Key': ${shownText(shown)} stands for no value`,
		advice,
	);
}

/** The text of an expression is the same for every row and every month, so the next ones would never be paid. */
function refuseTemplate(text: string, label: string, code: Code): void {
	if (!text.includes('{{')) return;
	const field = fieldName(label);
	throw refusal(
		code,
		`the ${field} is the expression itself, not its value: ${shortened(text)}`,
		`Switch ${field} from Fixed to Expression.`,
	);
}

function readNumber(raw: number): string {
	if (Number.isSafeInteger(raw)) return String(raw);
	throw invalidKey(
		`${String(raw)} is a number that is too large or not whole`,
		'Give the key as text: as a number, two keys can become the same, as 2026.1 and 2026.10 do.',
	);
}

const invalidKey = (what: string, advice: string) =>
	refusal(KEY, `the 'Idempotency Key' ${what}`, advice);

/**
 * Reads the name of a batch. Names that look the same are equal: case and the number of blanks do not matter.
 *
 * @returns `name` identifies the batch; `label` is the name as the user wrote it
 * @throws InputError if it is empty, too long, or neither a text nor a whole number
 */
export function readBatchName(raw: unknown): { name: string; label: string } {
	const isWhole = typeof raw === 'number' && Number.isSafeInteger(raw);
	if (raw !== undefined && raw !== null && typeof raw !== 'string' && !isWhole) {
		throw invalidName(`is ${kindOf(raw)}, not a text or a whole number`);
	}
	const label = cleanText(String(raw ?? ''));
	if (label === '') throw invalidName('is empty');
	if (label.length > MAX_LENGTH) {
		throw invalidName(`has more than ${number(MAX_LENGTH)} characters`);
	}
	refuseTemplate(label, 'Batch Name', 'BATCH_NAME_INVALID');
	return { name: label.toLowerCase(), label };
}

const invalidName = (what: string) =>
	refusal(
		'BATCH_NAME_INVALID',
		`the 'Batch Name' ${what}`,
		'Give the sheet a name that never changes, such as its file name or the month that it pays.',
	);
