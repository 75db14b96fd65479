import { normalizeTaxId } from './taxId';

/** Lower case, without accents and of one width: `José` is found by `jose`, `123` by `１２３`. */
function fold(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return String(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * What a search looks through: name, e-mail and tax ID. To be made once per customer and kept, since folding 100,000
 * names takes its time.
 */
export const searchTextOf = (customer: {
	name?: unknown;
	email?: unknown;
	taxId?: unknown;
}): string =>
	[fold(customer.name), fold(customer.email), normalizeTaxId(fold(customer.taxId))].join('\n');

/** Whether a customer's search text contains the text, or its tax ID does without punctuation. Empty matches all. */
export function matcherOf(search: unknown): (searchText: string) => boolean {
	const text = fold(search).trim();
	const bare = normalizeTaxId(text);
	return (searchText) => searchText.includes(text) || (bare !== '' && searchText.includes(bare));
}
