import * as ofNumber from '../sheet/spelling';

// A key may be a number, or have numbers in it, as `shop-1003` has. Programs save each of them in several spellings
// (promises.md P7).

/** A number that stands alone. With letters beside it, it is part of a code, which no program changes. */
const NUMBER = /(?<![\p{L}\p{N}]|\d[.,])(\d(?:[\d.,]*\d)?)(?![\p{L}\p{N}]|[.,]\d)/u;

/** How many numbers of a key are asked for in a second reading, from its end. Each costs one more name to look up. */
const READ_TWICE = 3;

/** Texts at even places, with numbers in between. */
const pieces = (key: string): string[] => key.split(NUMBER);
const isNumber = (at: number) => at % 2 === 1;

const spelled = (all: string[]): string[] =>
	all.map((piece, at) => (isNumber(at) ? ofNumber.spellingOf(piece) : piece));

/** Equal for two spellings of one key, except where a number may be read in two ways, as `1.000`. */
export const spellingOf = (key: string): string => spelled(pieces(key)).join('');

/** Whether two different keys may be two spellings of one: the same texts, with the same numbers in between. */
export function areSpellings(one: string, other: string): boolean {
	if (one === other) return false;
	const [own, others] = [pieces(one), pieces(other)];
	const isSame = (piece: string, at: number) =>
		piece === others[at] || (isNumber(at) && ofNumber.areSpellings(piece, others[at]));
	return own.length === others.length && own.every(isSame);
}

/** The keys under which `spellingOf` may have put another spelling of this one, with its own first. */
export function spellingsToAsk(key: string): string[] {
	const all = pieces(key);
	const own = spelled(all);
	const asked = new Set([own.join('')]);
	for (let at = Math.max(1, all.length - 2 * READ_TWICE); at < all.length; at += 2) {
		for (const number of ofNumber.numbersToAsk(all[at])) asked.add(own.with(at, number).join(''));
	}
	return [...asked];
}
