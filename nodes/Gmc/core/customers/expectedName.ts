/** `close`: the same except for what people leave out or mistype. */
export type NameVerdict = 'close' | 'match' | 'mismatch';

/** `notChecked`: the row has no expected name. */
export type NameMatch = NameVerdict | 'notChecked';

/** The parts of a name that distinguish people. */
interface Name {
	/** In lower case, the first name first. */
	words: string[];
	/** Digits of a CPF, or of the root of a CNPJ, in the name: a MEI has one there. */
	documents: string[];
	/** Whether it has the legal form of a company. */
	isCompany: boolean;
}

/** Legal forms of companies only. Those in FORMS also follow a person's own name. */
const COMPANY_FORMS = ['ltda', 'limitada', 'eireli'];
const FORMS = [...COMPANY_FORMS, 'me', 'epp', 'mei'];
const PARTICLES = ['da', 'das', 'de', 'do', 'dos', 'e'];
/** Distinguish relatives with the same name. */
const GENERATIONS = /^(filh[oa]|net[oa]|junior|sobrinh[oa]|bisnet[oa]|segundo|terceiro|ii|iii|iv)$/;

const IGNORED = /\p{Cf}|['’‘ʼ´`]/gu;
const WORD_OR_COMMA = /,|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Eight digits and more. */
const DOCUMENT = /(?<![\p{L}\p{N}])\d(?:[.-]?\d){7,}(?![\p{L}\p{N}])/gu;
/** `S.A.` or `S/A` at the end. Before a surname they are initials. */
const PUNCTUATED_SA = /(?<![\p{L}\p{N}])s ?[./] ?a(?=\P{L}*$)/u;
/** `SA` at the end may be S.A. or the surname Sá. With an accent, or after `de`, it is the surname. */
const ENDING_IN_SA = /(?<!(?:^|\P{L})(?:d[aeo]s?|e))(?<!\s)\s+sa(?=[^\p{L}\p{M}]*$)/iu;

/** A longer text is compared as it is, since some of these patterns take long for one. */
const LONGEST_NAME = 32_000;

/** Different people have shorter words that differ in one letter: Lima and Lira, Neto and Neta. */
const SHORTEST_MISTYPED = 5;

/**
 * Compares the expected name of a row with the customer's name at GMC, like the banks' Verification of Payee (reference.md
 * "Expected Name").
 *
 * @param expected if it is empty or has invisible characters only, nothing is checked
 * @param atService what GMC has as the name. A customer without a name is a mismatch
 */
export function nameMatch(expected: string, atService: unknown): NameMatch {
	if (!/[^\p{C}\p{Z}]/u.test(expected)) return 'notChecked';
	return typeof atService === 'string' ? compareNames(expected, atService) : 'mismatch';
}

/**
 * Compares two names, in any order. A text without letters and digits is no name. `SA` at the end is read as the surname
 * Sá, and, if only one name has it, also as S.A.
 */
export function compareNames(expected: string, atService: string): NameVerdict {
	if ([expected, atService].some(isTooLong)) return expected === atService ? 'match' : 'mismatch';
	const verdict = compare(readName(expected), readName(atService));
	if (verdict !== 'mismatch') return verdict;
	const [one, other] = [expected, atService].map((text) => text.replace(ENDING_IN_SA, ''));
	const isOnesOnly = (one === expected) !== (other === atService);
	const isSame = isOnesOnly && compare(readName(one), readName(other)) === 'match';
	return isSame ? 'close' : 'mismatch';
}

const isTooLong = (name: string): boolean => name.length > LONGEST_NAME;

/** Equal for names that are a `match`, but for an ending SA. Names are found by it. */
export const nameKeyOf = (name: string): string => {
	if (isTooLong(name)) return name;
	const { words, documents } = readName(name);
	return words.length === 0 ? '' : [...words, ...documents].sort().join(' ');
};

/**
 * Removes what does not count: case, accents, punctuation, legal forms at the end, particles, and the number in the name
 * of a MEI. A name that has nothing else keeps it. `Souza, Ana` becomes Ana Souza.
 */
function readName(text: string): Name {
	const folded = fold(text);
	const bare = folded.replace(DOCUMENT, ' ');
	const hasLetters = /\p{L}/u.test(bare);
	const all = (hasLetters ? bare : folded).match(WORD_OR_COMMA) ?? [];
	const end = all.findLastIndex((word) => word !== ',' && !FORMS.includes(word)) + 1 || all.length;
	const comma = Math.max(all.slice(0, end).indexOf(','), 0);
	const words = [...all.slice(comma, end), ...all.slice(0, comma)].filter((word) => word !== ',');
	// At the start or at the end, `e` is an initial.
	const isInner = (at: number) => at > 0 && at < words.length - 1;
	return {
		words: words.filter((word, at) => !(isInner(at) && PARTICLES.includes(word))),
		documents: (hasLetters ? (folded.match(DOCUMENT) ?? []) : []).map((one) =>
			one.replace(/\D/g, ''),
		),
		isCompany: all.slice(end).some((form) => COMPANY_FORMS.includes(form)),
	};
}

/** Marks of other scripts are not accents: without them it would be another name. */
const fold = (text: string): string =>
	text
		.replace(IGNORED, '')
		.normalize('NFKD')
		.replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
		.toLowerCase()
		.normalize('NFC')
		.replace(PUNCTUATED_SA, ' ltda ')
		.replace(/\bjr\b/g, 'junior');

function compare(one: Name, other: Name): NameVerdict {
	if (one.words.length === 0 || other.words.length === 0) return 'mismatch';
	// Two CPFs are two people, even with the same name. A CPF and the root of a CNPJ cannot be compared.
	const isAnother = (a: string) => other.documents.some((b) => a.length === b.length && a !== b);
	if (one.documents.some(isAnother)) return 'mismatch';
	if (haveSameWords(one.words, other.words)) return 'match';
	if (lackOnlyMiddleNames(one, other) || differInOneLetter(one.words, other.words)) return 'close';
	return 'mismatch';
}

/** In any order. `J. C.` is `JC`, but `1 23` is not `12 3`. */
const haveSameWords = (some: string[], others: string[]): boolean =>
	joined(some) === joined(others) || [...some].sort().join(' ') === [...others].sort().join(' ');

const joined = (words: string[]): string => words.join(' ').replace(/(?<!\p{N}) | (?!\p{N})/gu, '');

/**
 * Whether first and last name are the same, and one name has only some of the middle names, or initials of them. Filho,
 * Neto and Júnior distinguish father and son, so both names need them. A company has no middle names.
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
	// A first name is never Filho, Neto or Júnior.
	const isOwn = (word: string, at: number) => at === 0 || !GENERATIONS.test(word);
	const [first, ...rest] = words.filter(isOwn);
	const generation = words.filter((word, at) => !isOwn(word, at));
	return { first, middle: rest.slice(0, -1), last: rest.at(-1), generation };
}

/** Whether each word is among the others, in full or as an initial. Numbers may not be missing. */
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

/** A digit is no initial: shop 1 is not shop 12. */
const isInitial = (word: string, written: string): boolean =>
	Array.from(word).length === 1 && isOfLetters(word) && written.startsWith(word);

/**
 * Whether exactly one word differs, by one letter that is added, missing, replaced or swapped with its neighbor. It must
 * not be the first name: Luana and Luane may be sisters.
 */
function differInOneLetter(some: string[], others: string[]): boolean {
	const at = some.findIndex((word, position) => word !== others[position]);
	if (at < 1 || some.slice(at + 1).join(' ') !== others.slice(at + 1).join(' ')) return false;
	const [one, other = ''] = [some[at], others[at]];
	return mayBeMistyped(one) && mayBeMistyped(other) && isOneEdit(one, other);
}

const mayBeMistyped = (word: string): boolean =>
	Array.from(word).length >= SHORTEST_MISTYPED && isOfLetters(word) && !GENERATIONS.test(word);

/** Compares what is left of two different words without their common beginning and end. */
function isOneEdit(one: string, other: string): boolean {
	const [some, others] = [one, other].map((word) => Array.from(word));
	while (some.length > 0 && some[0] === others[0]) [some, others].forEach((word) => word.shift());
	while (some.length > 0 && some.at(-1) === others.at(-1))
		[some, others].forEach((word) => word.pop());
	const isSwapped = some.length === 2 && some.join('') === others.reverse().join('');
	return isSwapped || (some.length < 2 && others.length < 2);
}

const isOfLetters = (word: string): boolean => /^[\p{L}\p{M}]+$/u.test(word);
