import type { IExecuteFunctions } from 'n8n-workflow';
import { requiredKey } from '../../../core/additions/keys';
import { spellingOf } from '../../../core/ledger/spelling';
import { valueIn, identityOf } from '../../../core/sheet/cell';
import { shortened } from '../../../core/texts/words';
import { kindOf, refusal } from '../../../core/util/inputError';
import { FOR_ALL } from '../../../shared/expressions';
import { expressionReader, isExpression } from '../../../shared/fieldReader';
import { shown } from '../../../shared/options';
import type { KeyPart } from './keyParts';
import { keyParts } from './keyParts';

const CODE = 'IDEMPOTENCY_KEY_INVALID';

/**
 * A variable that is not known to be the same on each run. Known are what is of the row, of another node or from a model,
 * what n8n's users and admins have set, and functions. `$id` in `$json.$id` is no variable.
 */
const MAY_CHANGE =
	/(?<![\w$'"`]|(?<!\.\.)\.)\$(?!(?:json|data|input|binary|node|fromAI|vars|env|if|ifEmpty|min|max|not|jmespath)\b|workflow\.(?:id|name)\b)[a-z_]\w*/i;

/** What else gives another value on each run, or depends on where a row stands. */
const CHANGING = [
	MAY_CHANGE,
	/\brow_number\b/,
	/\bMath\.random\b|\brandomUUID\b|\.randomItem\b/,
	/\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|(?<![\w.])Date\(\)|\bperformance\.now\b|\bDateTime\.(?:now|local|utc)\(\s*\)/,
	/\.(?:diffNow|diffToNow|toRelative(?:Calendar)?)\b/,
];

/** What an expression takes from the row, or from a model. */
const OF_A_ROW = /\$(?:json|input|binary|data|node|fromAI)\b|\$\(/i;

/** What a program writes for a part that is missing. */
const MISSING = /(?:^|[^\p{L}\p{N}])(?:undefined|null|NaN)(?:$|[^\p{L}\p{N}])/u;
const OBJECT = '[object ';

/** What people write between the parts of a key. `#` stands before a number. */
const SEPARATOR_AT_END = /^[-_/:|.,;]|[-_/:|.,;#]$/;

/** Longer expressions are not searched. */
const MAX_SEARCHED = 10_000;

/**
 * Refuses a key that cannot name rows: one text for several rows, and one that is another one on the next run.
 *
 * @param count of rows
 * @throws InputError; nothing was sent then
 */
export function refuseChangingKey(context: IExecuteFunctions, count: number): void {
	const raw = context.getNode().parameters.idempotencyKey;
	const text = String(raw ?? '').slice(0, MAX_SEARCHED);
	const isOfRow = isExpression(raw) && OF_A_ROW.test(text.replace(FOR_ALL, ''));
	// Nothing there is said of each row.
	if (!isOfRow && count > 1 && text.trim() !== '') throw fixedKey();
	if (!isExpression(raw)) return;
	for (const pattern of CHANGING) {
		const [found] = pattern.exec(text) ?? [];
		if (found !== undefined) throw changingKey(found);
	}
}

/**
 * The function that reads the key of a row. A key that is composed has a value in each of its parts: else the next row that
 * lacks one would be taken for the first.
 *
 * @returns a function of the row and of what its field holds, which throws InputError
 */
export function keyReader(context: IExecuteFunctions) {
	const raw = context.getNode().parameters.idempotencyKey;
	const parts = isExpression(raw) ? keyParts(raw).map((part) => partReader(context, part)) : [];
	return (itemIndex: number, given: unknown): string => {
		const key = requiredKey(given);
		if (isExpression(raw) && MISSING.test(key))
			throw partMissing(key, 'one of its values is empty');
		if (key.includes(OBJECT)) throw objectIn(key);
		for (const partOf of parts) refuseMissing(key, partOf(itemIndex));
		return key;
	};
}

/** A part of the key of one row. */
interface PartOfRow {
	isChoice: boolean;
	values: Array<{ expression: string; value: unknown }>;
}

function partReader(context: IExecuteFunctions, { of, isChoice }: KeyPart) {
	const readers = of.map((expression) => ({
		expression,
		read: expressionReader(context, expression),
	}));
	return (itemIndex: number): PartOfRow => ({
		isChoice,
		values: readers.map(({ expression, read }) => ({ expression, value: read(itemIndex) })),
	});
}

/** @throws InputError */
function refuseMissing(key: string, { isChoice, values }: PartOfRow) {
	const empty = values.filter(({ value }) => isNothing(value));
	if (empty.length > 0 && (!isChoice || empty.length === values.length)) {
		const [{ expression, value }] = empty;
		const what = typeof value === 'boolean' || typeof value === 'number' ? shown(value) : 'empty';
		throw partMissing(key, `${shortened(expression)} is ${what}`);
	}
	if (isChoice && SEPARATOR_AT_END.test(key)) throw partMissing(key, 'one of its values is empty');
}

/** Whether a value names nothing: empty, a word for nothing, zero, yes or no. */
function isNothing(value: unknown): boolean {
	if (typeof value === 'boolean' || (Array.isArray(value) && value.length === 0)) return true;
	const cell = valueIn(identityOf(value), CODE, "the 'Idempotency Key'");
	return cell === undefined || spellingOf(String(cell)) === '0';
}

/** @param what is wrong with it */
const partMissing = (key: string, what: string) =>
	refusal(
		CODE,
		`the 'Idempotency Key' ${JSON.stringify(shortened(key))} lacks a part: ${what} in this row`,
		'Give the row its number, and check that the field name in the expression matches your data.',
	);

const objectIn = (key: string) =>
	refusal(
		CODE,
		`the 'Idempotency Key' ${JSON.stringify(shortened(key))} has ${kindOf({})} in it`,
		'Map the field inside it.',
	);

const fixedKey = () =>
	refusal(
		CODE,
		"the 'Idempotency Key' is the same text for all rows",
		'A key names one top-up. Map a field that each row has, such as its order number, or use a Batch.',
	);

const changingKey = (found: string) =>
	refusal(
		CODE,
		`the 'Idempotency Key' uses ${found}, which may be another value on the next run`,
		'Every row would be paid again then. Map a field that never changes, such as the order number. If the rows have no number, use a Batch.',
	);
