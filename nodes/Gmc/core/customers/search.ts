import { normalizeTaxId } from './taxId';

interface Searchable {
	name?: unknown;
	email?: unknown;
	taxId?: unknown;
}

/** What a search looks through, made once per customer: folding 100,000 names takes its time. */
export interface SearchText {
	name: string;
	email: string;
	/** Without punctuation. */
	taxId: string;
}

/** Lower case, without accents and of one width: `José` is found by `jose`, `123` by `１２３`. */
function fold(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return String(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** To be made once per customer, and kept for every search. */
export function searchTextOf({ name, email, taxId }: Searchable): SearchText {
	return { name: fold(name), email: fold(email), taxId: normalizeTaxId(fold(taxId)) };
}

/**
 * Whether a customer's name, e-mail or tax ID (punctuation aside) contains the text. Empty matches all.
 *
 * @param search as the user wrote it
 */
export function matcherOf(search: unknown): (customer: SearchText) => boolean {
	const text = fold(search).trim();
	if (text === '') return () => true;
	const digits = normalizeTaxId(text);
	return ({ name, email, taxId }) =>
		name.includes(text) || email.includes(text) || (digits !== '' && taxId.includes(digits));
}
