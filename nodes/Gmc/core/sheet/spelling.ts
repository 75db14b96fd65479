// Programs save one number in several spellings: 1004, 01004, 1004.0, 1.004.

const DIGITS = /^\d+$/;
const GROUPED = /^\d{1,3}([.,]\d{3})+$/;
const DECIMAL_ZEROS = /^([\d.,]*\d)([.,])0+$/;

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/**
 * The whole numbers that a key may be, without leading zeros; the likelier one first. `1.000` may be 1000 and 1. A key that
 * is no number is its own and only spelling.
 *
 * @param key as `readKey` gives it, at most 255 characters
 */
function spellingsOf(key: string): [string, ...string[]] {
	const numbers = new Set<string>();
	if (DIGITS.test(key)) numbers.add(withoutZeros(key));
	if (GROUPED.test(key)) numbers.add(withoutZeros(key.replace(/[.,]/g, '')));
	const [, whole = '', decimal = ''] = DECIMAL_ZEROS.exec(key) ?? [];
	const isWhole = DIGITS.test(whole) || (GROUPED.test(whole) && !whole.includes(decimal));
	if (isWhole) numbers.add(withoutZeros(whole.replace(/[.,]/g, '')));
	const [first = key, ...others] = numbers;
	return [first, ...others];
}

/** Equal for two spellings of one number, except for `1.000`, which may also be 1. */
export const spellingOf = (key: string): string => spellingsOf(key)[0];

/** Whether two different keys may be two spellings of one number. */
export function areSpellings(one: string, other: string): boolean {
	const numbers = spellingsOf(other);
	return one !== other && spellingsOf(one).some((number) => numbers.includes(number));
}

/** The numbers under which `spellingOf` may have put another spelling of this key: 1 may have been put as `1.000`. */
export function numbersToAsk(key: string): string[] {
	const numbers = spellingsOf(key);
	const grouped = numbers.filter((number) => /^\d{1,3}$/.test(number)).map((few) => `${few}000`);
	return [...new Set([...numbers, ...grouped])];
}
