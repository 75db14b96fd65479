import { normalizeTaxId } from './taxId';

interface Searchable {
	name?: unknown;
	email?: unknown;
	taxId?: unknown;
}

/** Lower case, without accents: `José` is found by `jose`. */
function fold(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return String(value).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether a customer's name, e-mail or tax ID (punctuation aside) contains the text. Empty matches all. */
export function matchesSearch(customer: Searchable, search: unknown): boolean {
	const text = fold(search).trim();
	if (text === '') return true;
	if (fold(customer.name).includes(text) || fold(customer.email).includes(text)) return true;
	const digits = normalizeTaxId(text);
	return digits !== '' && normalizeTaxId(fold(customer.taxId)).includes(digits);
}
