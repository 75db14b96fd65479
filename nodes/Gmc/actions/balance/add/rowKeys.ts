import type { IExecuteFunctions } from 'n8n-workflow';
import { requiredKey } from '../../../core/additions/names';
import { valueIn, identityOf } from '../../../core/sheet/cell';
import { shortened } from '../../../core/texts/words';
import { refusal } from '../../../core/util/inputError';
import { isExpression } from '../../../shared/options';

const CODE = 'IDEMPOTENCY_KEY_INVALID';

/** What gives another value on each run, or depends on where a row stands. */
const CHANGING = [
	/\$(?:now|today|execution|itemIndex|runIndex|position)\b/,
	/\brow_number\b/,
	/\bMath\.random\b|\brandomUUID\b|\$uuid\b|\$randomInt\b/,
	/\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|(?<![\w.])Date\(\)|\bperformance\.now\b|\bDateTime\.(?:now|local|utc)\(\s*\)/,
];

/** What an expression takes from the row, or from a model. */
const OF_A_ROW = /\$(?:json|input|item|items|binary|data|node|prevNode|fromAI)\b|\$\(/i;

/** What a program writes for a part that is missing. */
const MISSING = /(?:^|[^\p{L}\p{N}])(?:undefined|null|NaN)(?:$|[^\p{L}\p{N}])/u;

/** Longer expressions are not searched. */
const MAX_SEARCHED = 10_000;

/** An expression inside a text. */
const PART = /\{\{(.*?)\}\}/gs;

/**
 * Refuses a key that cannot name rows: a fixed one for several rows, and one that is another one on the next run.
 *
 * @param count of rows
 * @throws InputError; nothing was sent then
 */
export function refuseChangingKey(context: IExecuteFunctions, count: number): void {
	const raw = context.getNode().parameters.idempotencyKey;
	// An expression that takes nothing from the row is a fixed text.
	if (!isExpression(raw) || !OF_A_ROW.test(String(raw).slice(0, MAX_SEARCHED))) {
		// Nothing there is said of each row.
		if (count > 1 && String(raw ?? '').trim() !== '') throw fixedKey();
	}
	if (!isExpression(raw)) return;
	const text = String(raw).slice(0, MAX_SEARCHED);
	for (const pattern of CHANGING) {
		const [found] = pattern.exec(text) ?? [];
		if (found !== undefined) throw changingKey(found);
	}
}

/**
 * The function that reads the key of a row. A key that is composed of texts and expressions has a value in each of its
 * parts: else the next row that lacks one would be taken for the first.
 *
 * @returns a function of the row and of what its field holds, which throws InputError
 */
export function keyReader(context: IExecuteFunctions) {
	const raw = context.getNode().parameters.idempotencyKey;
	const parts = isExpression(raw) ? partsOf(String(raw)) : [];
	return (itemIndex: number, given: unknown): string => {
		const key = requiredKey(given);
		if (isExpression(raw) && MISSING.test(key)) throw partMissing(key, 'one of its values');
		for (const part of parts) {
			const value = context.evaluateExpression(part, itemIndex);
			if (valueIn(identityOf(value), CODE, 'the Idempotency Key') !== undefined) continue;
			throw partMissing(key, shortened(part));
		}
		return key;
	};
}

/** The expressions of a composed key. None if the key is one expression and nothing else. */
function partsOf(raw: string): string[] {
	const text = raw.slice(1).trim();
	// Behind the last end there is none, and looking for one takes long.
	const whole = text.slice(0, text.lastIndexOf('}}') + 2);
	const parts = [...whole.matchAll(PART)].map(([part]) => part);
	return parts.length === 1 && parts[0] === text ? [] : parts;
}

const partMissing = (key: string, part: string) =>
	refusal(
		CODE,
		`the Idempotency Key ${JSON.stringify(shortened(key))} lacks a part: ${part} is empty in this row`,
		'Give the row its number, and check that the field name in the expression matches your data.',
	);

const fixedKey = () =>
	refusal(
		CODE,
		'the Idempotency Key is the same text for all rows',
		'A key names one top-up. Map a field that each row has, such as its order number, or use a Batch.',
	);

const changingKey = (found: string) =>
	refusal(
		CODE,
		`the Idempotency Key uses ${found}, which is another value on the next run`,
		'Every row would be paid again then. Map a field that never changes, such as the order number. If the rows have no number, use a Batch.',
	);
