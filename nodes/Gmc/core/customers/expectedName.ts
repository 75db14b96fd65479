import type { Name } from './nameReading';
import { readName } from './nameReading';

/** What a comparison of two names comes to: the same, the same but for what people leave out or mistype, another. */
export type NameVerdict = 'close' | 'match' | 'mismatch';

/** The same of a row; `notChecked` where it says no name. */
export type NameMatch = NameVerdict | 'notChecked';

/** Shorter words differ in one letter too often between people: Lima and Lira, Neto and Neta. */
const SHORTEST_MISTYPED = 5;

/** Tell relatives of one name apart. */
const GENERATIONS = /^(filh[oa]|net[oa]|junior|sobrinh[oa]|bisnet[oa]|segundo|terceiro|ii|iii|iv)$/;

/** What may be S.A. or the surname Sá; neither has an accent, nor comes de Sá. */
const ENDING_IN_SA = /(?<!(?:^|\P{L})(?:d[aeo]s?|e))\s+sa(?=[^\p{L}\p{M}]*$)/iu;

/**
 * How the name that a row expects relates to the one at the service, as the banks' Verification of Payee does it
 * (reference.md "Expected Name").
 *
 * @param expected the row's; an empty one, also of characters that do not show, asks for no check
 * @param atService whatever the service has as the name; a customer without one is nobody's match
 */
export function nameMatch(expected: string, atService: unknown): NameMatch {
	if (!/[^\p{C}\p{Z}]/u.test(expected)) return 'notChecked';
	return typeof atService === 'string' ? compareNames(expected, atService) : 'mismatch';
}

/** Whether the customer is who the row means, as far as names tell. */
export const isVerified = (match: NameMatch | undefined): boolean =>
	match === 'match' || match === 'close';

/**
 * Compares two names; which one is which does not matter. One without letters and digits is no name. `SA` at the end is
 * read as the surname Sá, and, where one name alone has it, as S.A. as well.
 */
export function compareNames(expected: string, atService: string): NameVerdict {
	const verdict = compare(readName(expected), readName(atService));
	if (verdict !== 'mismatch') return verdict;
	const [one, other] = [expected, atService].map((text) => text.replace(ENDING_IN_SA, ''));
	const isOnesOnly = (one === expected) !== (other === atService);
	const isSame = isOnesOnly && compare(readName(one), readName(other)) === 'match';
	return isSame ? 'close' : 'mismatch';
}

function compare(one: Name, other: Name): NameVerdict {
	if (one.words.length === 0 || other.words.length === 0) return 'mismatch';
	// Two CPFs are two people, whatever they are called. A CPF and the root of a CNPJ say nothing of each other.
	const isAnother = (a: string) => other.documents.some((b) => a.length === b.length && a !== b);
	if (one.documents.some(isAnother)) return 'mismatch';
	if (haveSameWords(one.words, other.words)) return 'match';
	if (lackOnlyMiddleNames(one, other) || differInOneLetter(one.words, other.words)) return 'close';
	return 'mismatch';
}

/** In any order; `J. C.` is `JC`. */
const haveSameWords = (some: string[], others: string[]): boolean =>
	some.join('') === others.join('') ||
	(some.length === others.length && without(some, others).length === 0);

/**
 * Whether first and last name are the same, and of the middle names one has only some, or initials. Filho, Neto and
 * Júnior tell father and son apart, so both have them or neither. Words of a company are no middle names.
 */
function lackOnlyMiddleNames(one: Name, other: Name): boolean {
	if (one.isCompany || other.isCompany) return false;
	const [some, others] = [one.words, other.words].map(partsOf);
	if (!haveSameWords(some.generation, others.generation)) return false;
	if (some.last === undefined || some.last !== others.last) return false;
	return some.first === others.first && areShortened(some.middle, others.middle);
}

function partsOf(words: string[]) {
	// Nobody's first name says whose son he is.
	const isOwn = (word: string, position: number) => position === 0 || !GENERATIONS.test(word);
	const [first, ...rest] = words.filter(isOwn);
	const generation = words.filter((word, position) => !isOwn(word, position));
	return { first, middle: rest.slice(0, -1), last: rest.at(-1), generation };
}

/** Whether the words of one are among those of the other, written out or as initials. Numbers are not left out. */
function areShortened(some: string[], others: string[]): boolean {
	const [left, right] = [without(some, others), without(others, some)];
	const unpaired = left.filter((word) => {
		const partner = right.findIndex((one) => isInitialOf(word, one) || isInitialOf(one, word));
		if (partner >= 0) right.splice(partner, 1);
		return partner < 0;
	});
	const missing = [...unpaired, ...right];
	return (unpaired.length === 0 || right.length === 0) && missing.every(isOfLetters);
}

const isInitialOf = (word: string, written: string): boolean =>
	lettersOf(word).length === 1 && written.startsWith(word);

/**
 * Whether all words are the same but one, which has one letter more, less, exchanged or swapped with its neighbour. The
 * first name is the same: Luiza and Luisa may be one, Luana and Luane may be sisters.
 */
function differInOneLetter(some: string[], others: string[]): boolean {
	if (some[0] !== others[0]) return false;
	const [left, right] = [without(some, others), without(others, some)];
	if (left.length !== 1 || right.length !== 1) return false;
	return [...left, ...right].every(mayBeMistyped) && isOneEdit(left[0], right[0]);
}

const mayBeMistyped = (word: string): boolean =>
	lettersOf(word).length >= SHORTEST_MISTYPED && isOfLetters(word) && !GENERATIONS.test(word);

/** @param one differs from the other */
function isOneEdit(one: string, other: string): boolean {
	const [short, long] = [lettersOf(one), lettersOf(other)].sort((a, b) => a.length - b.length);
	const at = long.findIndex((letter, position) => letter !== short[position]);
	const endsAlike = (from: number, to: number) =>
		short.slice(from).join('') === long.slice(to).join('');
	if (short.length < long.length) return endsAlike(at, at + 1);
	const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
	return endsAlike(at + 1, at + 1) || (isSwapped && endsAlike(at + 2, at + 2));
}

const lettersOf = (word: string): string[] => Array.from(word);

const isOfLetters = (word: string): boolean => /^[\p{L}\p{M}]+$/u.test(word);

/** The words that the others do not have, each as often as it is too many. */
function without(words: string[], others: string[]): string[] {
	const left = new Map<string, number>();
	for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
	return words.filter((word) => {
		const count = left.get(word) ?? 0;
		left.set(word, count - 1);
		return count <= 0;
	});
}
