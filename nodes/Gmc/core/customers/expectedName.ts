/** What a comparison of two names comes to: the same, the same but for what people leave out or mistype, another. */
export type NameVerdict = 'close' | 'match' | 'mismatch';

/** The same of a row; `notChecked` where it says no name. */
export type NameMatch = NameVerdict | 'notChecked';

/** A name without what does not tell people apart. */
interface Name {
	/** In lower case, the first name first. */
	words: string[];
	/** A CPF, or the root of a CNPJ, that stands in the name as that of a MEI: digits only. */
	documents: string[];
	/** Whether its legal form says that it is no person's name. */
	isCompany: boolean;
}

/** Legal forms. Behind a person's own name stand the last three, too. */
const COMPANY_FORMS = ['ltda', 'limitada', 'eireli'];
const FORMS = [...COMPANY_FORMS, 'me', 'epp', 'mei'];
const PARTICLES = ['da', 'das', 'de', 'do', 'dos', 'e'];
/** Tell relatives of one name apart. */
const GENERATIONS = /^(filh[oa]|net[oa]|junior|sobrinh[oa]|bisnet[oa]|segundo|terceiro|ii|iii|iv)$/;

const LEFT_OUT = /\p{Cf}|['’‘ʼ´`]/gu;
const WORD_OR_COMMA = /,|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Eight digits and more. */
const DOCUMENT = /(?<![\p{L}\p{N}])\d(?:[.-]?\d){7,}(?![\p{L}\p{N}])/gu;
/** `S.A.`, `S/A` behind everything else: in front of a surname they are initials. */
const PUNCTUATED_SA = /(?<![\p{L}\p{N}])s ?[./] ?a(?=\P{L}*$)/u;
/** What may be S.A. or the surname Sá; neither has an accent, nor comes de Sá. */
const ENDING_IN_SA = /(?<!(?:^|\P{L})(?:d[aeo]s?|e))\s+sa(?=[^\p{L}\p{M}]*$)/iu;

/** Shorter words differ in one letter too often between people: Lima and Lira, Neto and Neta. */
const SHORTEST_MISTYPED = 5;

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

/**
 * Takes from a name what does not count: case, accents, punctuation, legal forms at its end, particles, and the number
 * that a MEI has in its name. Of a name that has nothing else, nothing is taken. `Souza, Ana` is Ana Souza.
 */
function readName(text: string): Name {
	const folded = fold(text);
	const bare = folded.replace(DOCUMENT, ' ');
	const hasLetters = /\p{L}/u.test(bare);
	const all = (hasLetters ? bare : folded).match(WORD_OR_COMMA) ?? [];
	const end = all.findLastIndex((word) => word !== ',' && !FORMS.includes(word)) + 1 || all.length;
	const comma = Math.max(all.slice(0, end).indexOf(','), 0);
	const words = [...all.slice(comma, end), ...all.slice(0, comma)].filter((word) => word !== ',');
	// At its begin or its end, `e` is an initial.
	const isInner = (at: number) => at > 0 && at < words.length - 1;
	return {
		words: words.filter((word, at) => !(isInner(at) && PARTICLES.includes(word))),
		documents: (hasLetters ? (folded.match(DOCUMENT) ?? []) : []).map((one) =>
			one.replace(/\D/g, ''),
		),
		isCompany: all.slice(end).some((form) => COMPANY_FORMS.includes(form)),
	};
}

/** Marks of other scripts are no accents: without them other names would be left. */
const fold = (text: string): string =>
	text
		.replace(LEFT_OUT, '')
		.normalize('NFKD')
		.replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
		.toLowerCase()
		.normalize('NFC')
		.replace(PUNCTUATED_SA, ' ltda ')
		.replace(/\bjr\b/g, 'junior');

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
	some.join('') === others.join('') || [...some].sort().join(' ') === [...others].sort().join(' ');

/**
 * Whether first and last name are the same, and of the middle names one has only some, or initials. Filho, Neto and
 * Júnior tell father and son apart, so both have them or neither. Words of a company are no middle names.
 */
function lackOnlyMiddleNames(one: Name, other: Name): boolean {
	if (one.isCompany || other.isCompany) return false;
	const [short, long] = [one.words, other.words]
		.map(partsOf)
		.sort((a, b) => a.middle.length - b.middle.length);
	if (!haveSameWords(short.generation, long.generation)) return false;
	if (short.last === undefined || short.last !== long.last) return false;
	return short.first === long.first && isShortened(short.middle, long.middle);
}

function partsOf(words: string[]) {
	// Nobody's first name says whose son he is.
	const isOwn = (word: string, at: number) => at === 0 || !GENERATIONS.test(word);
	const [first, ...rest] = words.filter(isOwn);
	const generation = words.filter((word, at) => !isOwn(word, at));
	return { first, middle: rest.slice(0, -1), last: rest.at(-1), generation };
}

/** Whether each of the words is among the others, written out or as an initial. Numbers are not left out. */
function isShortened(words: string[], others: string[]): boolean {
	const left = [...others];
	const isThere = (word: string) => {
		const at = left.findIndex(
			(one) => one === word || isInitial(one, word) || isInitial(word, one),
		);
		return at >= 0 && left.splice(at, 1).length > 0;
	};
	return words.every(isThere) && left.every(isOfLetters);
}

const isInitial = (word: string, written: string): boolean =>
	Array.from(word).length === 1 && written.startsWith(word);

/**
 * Whether all words are the same but one, which has one letter more, less, exchanged or swapped with its neighbour. The
 * first name is the same: Luiza and Luisa may be one, Luana and Luane may be sisters.
 */
function differInOneLetter(some: string[], others: string[]): boolean {
	const at = some.findIndex((word, position) => word !== others[position]);
	if (at < 1 || some.slice(at + 1).join(' ') !== others.slice(at + 1).join(' ')) return false;
	const [one, other = ''] = [some[at], others[at]];
	return mayBeMistyped(one) && mayBeMistyped(other) && isOneEdit(one, other);
}

const mayBeMistyped = (word: string): boolean =>
	Array.from(word).length >= SHORTEST_MISTYPED && isOfLetters(word) && !GENERATIONS.test(word);

/** @param one differs from the other */
function isOneEdit(one: string, other: string): boolean {
	const [short, long] = [one, other]
		.map((word) => Array.from(word))
		.sort((a, b) => a.length - b.length);
	const at = long.findIndex((letter, position) => letter !== short[position]);
	const endsAlike = (from: number, to: number) =>
		short.slice(from).join('') === long.slice(to).join('');
	if (short.length < long.length) return endsAlike(at, at + 1);
	const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
	return endsAlike(at + 1, at + 1) || (isSwapped && endsAlike(at + 2, at + 2));
}

const isOfLetters = (word: string): boolean => /^[\p{L}\p{M}]+$/u.test(word);
