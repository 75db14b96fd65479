import type { Name } from './nameReading';
import { initialsJoined, isGeneration, isWritten, readName } from './nameReading';

/** What a comparison of two names comes to: the same, the same but for what people leave out or mistype, another. */
export type NameVerdict = 'close' | 'match' | 'mismatch';

/** The same of a row; `notChecked` where it says no name. */
export type NameMatch = NameVerdict | 'notChecked';

/** Shorter words differ in one letter too often between people: Lima and Lira, Neto and Neta. */
const SHORTEST_MISTYPED = 5;

/**
 * How the name that a row expects relates to the one at the service, as the banks' Verification of Payee does it
 * (reference.md "Expected Name").
 *
 * @param expected the row's; an empty one asks for no check
 * @param atService whatever the service has as the name; a customer without one is nobody's match
 */
export function nameMatch(expected: string, atService: unknown): NameMatch {
	if (!isWritten(expected)) return 'notChecked';
	return typeof atService === 'string' ? compareNames(expected, atService) : 'mismatch';
}

/** Whether the customer is who the row means, as far as names tell. */
export const isVerified = (match: NameMatch | undefined): boolean =>
	match === 'match' || match === 'close';

/** Compares two names; which one is which does not matter. One without letters and digits is no name. */
export function compareNames(expected: string, atService: string): NameVerdict {
	const verdict = compareRead(readName(expected), readName(atService));
	return verdict === 'mismatch' ? compareAsCompanies(expected, atService) : verdict;
}

/**
 * `SA` at the end was read as the surname Sá. It may be S.A., which is as certain as the other name is a company's: Ana
 * Paula and ANA PAULA SA may be two people.
 */
function compareAsCompanies(expected: string, atService: string): NameVerdict {
	const [one, other] = [expected, atService].map((text) => readName(text, 'company'));
	if (one.isGuess === other.isGuess) return 'mismatch';
	const verdict = compareRead(one, other);
	const isCertain = (one.isGuess ? other : one).isCompany;
	return verdict === 'match' && !isCertain ? 'close' : verdict;
}

function compareRead(one: Name, other: Name): NameVerdict {
	if (one.words.length === 0 || other.words.length === 0) return 'mismatch';
	if (contradict(one.documents, other.documents)) return 'mismatch';
	if (haveSameWords(one.words, other.words)) return 'match';
	if (lackOnlyMiddleNames(one, other) || differInOneLetter(one, other)) return 'close';
	return 'mismatch';
}

/** Two CPFs are two people, whatever they are called. A CPF and the root of a CNPJ say nothing of each other. */
function contradict(some: string[], others: string[]): boolean {
	return some.some((one) => others.some((other) => one.length === other.length && one !== other));
}

/** In any order; `J. C.` is `JC`. */
function haveSameWords(some: string[], others: string[]): boolean {
	const isSame = (a: string[], b: string[]) => a.length === b.length && without(a, b).length === 0;
	return isSame(some, others) || isSame(initialsJoined(some), initialsJoined(others));
}

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
	const isOwn = (word: string, position: number) => position === 0 || !isGeneration(word);
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
function differInOneLetter({ words: some }: Name, { words: others }: Name): boolean {
	if (some[0] !== others[0]) return false;
	const [left, right] = [without(some, others), without(others, some)];
	if (left.length !== 1 || right.length !== 1) return false;
	return mayBeMistyped(left[0]) && mayBeMistyped(right[0]) && isOneEdit(left[0], right[0]);
}

const mayBeMistyped = (word: string): boolean =>
	lettersOf(word).length >= SHORTEST_MISTYPED && isOfLetters(word) && !isGeneration(word);

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
