import { isCpf } from './taxId';

/** A name without what does not tell people apart. */
export interface Name {
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
const APOSTROPHES = /['’‘ʼ´`]/gu;
const INVISIBLE = /\p{Cf}/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** `S.A.`, `S/A` behind everything else: in front of a surname they are initials. */
const PUNCTUATED_SA = /(?<![\p{L}\p{N}])s ?[./] ?a(?=\P{L}*$)/u;
const CPF = /(?<![\p{L}\p{N}])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\p{L}\p{N}])/gu;
/** A MEI's name begins with it since 2022. */
const CNPJ_ROOT = /^[^\p{L}\p{N}]*\d{2}\.?\d{3}\.?\d{3}(?![\p{L}\p{N}])/u;

/**
 * Takes from a name what does not count: case, accents, punctuation, legal forms at its end, particles, and the number
 * that a MEI has in its name. Nothing of that is taken where nothing would be left.
 */
export function readName(text: string): Name {
	const folded = fold(text);
	const documents: string[] = [];
	const take = (found: string) => {
		documents.push(found.replace(/\D/g, ''));
		return ' ';
	};
	const rest = folded
		.replace(CPF, (found) => (isCpf(found.replace(/\D/g, '')) ? take(found) : found))
		.replace(CNPJ_ROOT, take);
	const hasLetters = /\p{L}/u.test(rest);
	const { kept, forms } = takeForms(wordsInOrder(hasLetters ? rest : folded));
	// `e` at the begin or the end is an initial.
	const isInner = (position: number) => position > 0 && position < kept.length - 1;
	const own = kept.filter(
		(word, position) => !PARTICLES.includes(word) || (word === 'e' && !isInner(position)),
	);
	return {
		words: (own.length > 0 ? own : kept).map((word) => (word === 'jr' ? 'junior' : word)),
		documents: hasLetters ? documents : [],
		isCompany: forms.some((form) => COMPANY_FORMS.includes(form)),
	};
}

/** Marks of other scripts are no accents: without them other names would be left. */
const fold = (text: string): string =>
	text
		.replace(INVISIBLE, '')
		.replace(APOSTROPHES, '')
		.normalize('NFKD')
		.replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
		.toLowerCase()
		.normalize('NFC')
		.replace(PUNCTUATED_SA, ' ltda ');

/** `Souza, Ana Maria` is Ana Maria Souza; a legal form behind the comma is no first name. */
function wordsInOrder(text: string): string[] {
	const [before, after = [], ...more] = text.split(',').map((part) => part.match(WORD) ?? []);
	const { kept, forms } = takeForms(after);
	if (more.length > 0 || kept.every((word) => FORMS.includes(word))) {
		return [...before, ...after, ...more.flat()];
	}
	return [...kept, ...before, ...forms];
}

/** Those at the end; elsewhere they are words of the name. */
function takeForms(words: string[]): { kept: string[]; forms: string[] } {
	const end = words.findLastIndex((word) => !FORMS.includes(word)) + 1 || words.length;
	return { kept: words.slice(0, end), forms: words.slice(end) };
}
