import { isCpf } from './taxId';

/** A name without what does not tell people apart. */
export interface Name {
	/** In lower case, the first name first. */
	words: string[];
	/** A CPF, or the root of a CNPJ, that stands in the name as that of a MEI: digits only. */
	documents: string[];
	/** Whether its legal form says that it is no person's name. */
	isCompany: boolean;
	/** Whether that rests on `SA` alone. */
	isGuess: boolean;
}

/** Legal forms. Behind a person's own name stand the last three, too. */
const COMPANY_FORMS = ['ltda', 'limitada', 'eireli'];
const FORMS = new Set([...COMPANY_FORMS, 'me', 'epp', 'mei']);

const PARTICLES = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/** Tell relatives of one name apart. */
const GENERATIONS = new Set([
	'filho',
	'filha',
	'neto',
	'neta',
	'junior',
	'sobrinho',
	'sobrinha',
	'bisneto',
	'bisneta',
	'segundo',
	'terceiro',
	'ii',
	'iii',
	'iv',
]);

const APOSTROPHES = /['’‘ʼ´`]/gu;
const INVISIBLE = /\p{Cf}/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** `S.A.`, `S/A` behind everything else: in front of a surname they are initials. */
const PUNCTUATED_SA = /(?<![\p{L}\p{N}])s ?[./] ?a(?=\P{L}*$)/u;
const ACCENTED_SA = /(?<!\p{L})sá(?!\p{L})/iu;
const CPF = /(?<![\p{L}\p{N}])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\p{L}\p{N}])/gu;
/** A MEI's name begins with it since 2022. */
const CNPJ_ROOT = /^[^\p{L}\p{N}]*\d{2}\.?\d{3}\.?\d{3}(?![\p{L}\p{N}])/u;

/** Whether a text says anything at all; blanks and characters that do not show are nothing. */
export const isWritten = (text: string): boolean => /[^\p{C}\p{Z}]/u.test(text);

export const isGeneration = (word: string): boolean => GENERATIONS.has(word);

/**
 * Takes from a name what does not count: case, accents, punctuation, legal forms at its end, particles, and the number
 * that a MEI has in its name. Nothing of that is taken where nothing would be left.
 *
 * @param endingInSa what `SA` at the end is: the surname Sá, or S.A., unless its accent or a particle tell
 */
export function readName(text: string, endingInSa: 'company' | 'surname' = 'surname'): Name {
	const hasAccent = ACCENTED_SA.test(text.normalize('NFC'));
	const { rest, documents } = takeDocuments(fold(text));
	const { kept, forms } = takeForms(wordsInOrder(rest));
	const isGuess =
		endingInSa === 'company' &&
		!hasAccent &&
		kept.at(-1) === 'sa' &&
		kept.length > 1 &&
		!PARTICLES.has(kept.at(-2)!);
	const words = withoutParticles(isGuess ? kept.slice(0, -1) : kept).map(writtenOut);
	const isCompany = isGuess || forms.some((form) => COMPANY_FORMS.includes(form));
	return { words, documents, isCompany, isGuess };
}

/** Neighbouring initials in one: `J. C.` is `JC` without its punctuation. */
export function initialsJoined(words: string[]): string[] {
	const isInitial = (word?: string) => word !== undefined && Array.from(word).length === 1;
	const joined: string[] = [];
	for (const [position, word] of words.entries()) {
		if (isInitial(word) && isInitial(words[position - 1])) joined.push(`${joined.pop()}${word}`);
		else joined.push(word);
	}
	return joined;
}

/** Marks of other scripts are no accents: without them other names would be left. */
function fold(text: string): string {
	return text
		.replace(INVISIBLE, '')
		.replace(APOSTROPHES, '')
		.normalize('NFKD')
		.replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
		.toLowerCase()
		.normalize('NFC')
		.replace(PUNCTUATED_SA, ' ltda ');
}

function takeDocuments(text: string): { rest: string; documents: string[] } {
	const documents: string[] = [];
	const take = (found: string) => {
		documents.push(found.replace(/\D/g, ''));
		return ' ';
	};
	const rest = text
		.replace(CPF, (found) => (isCpf(found.replace(/\D/g, '')) ? take(found) : found))
		.replace(CNPJ_ROOT, take);
	return /[\p{L}]/u.test(rest) ? { rest, documents } : { rest: text, documents: [] };
}

/** `Souza, Ana Maria` is Ana Maria Souza; a legal form behind the comma is no first name. */
function wordsInOrder(text: string): string[] {
	const [before, after, ...more] = text.split(',').map((part) => part.match(WORD) ?? []);
	if (after === undefined) return before;
	if (more.length > 0 || after.every((word) => FORMS.has(word))) {
		return [...before, ...after, ...more.flat()];
	}
	const { kept, forms } = takeForms(after);
	return [...kept, ...before, ...forms];
}

/** Those at the end; elsewhere they are words of the name. */
function takeForms(words: string[]): { kept: string[]; forms: string[] } {
	const last = words.findLastIndex((word) => !FORMS.has(word));
	if (last < 0) return { kept: words, forms: [] };
	return { kept: words.slice(0, last + 1), forms: words.slice(last + 1) };
}

/** `e` at the begin or the end is an initial. */
function withoutParticles(words: string[]): string[] {
	const isInner = (position: number) => position > 0 && position < words.length - 1;
	const kept = words.filter(
		(word, position) => !PARTICLES.has(word) || (word === 'e' && !isInner(position)),
	);
	return kept.length > 0 ? kept : words;
}

const writtenOut = (word: string): string => (word === 'jr' ? 'junior' : word);
