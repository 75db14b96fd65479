import { normalizeTaxId } from './taxId';

/** Lower case, no accents, normal width: `jose` finds `José`, `１２３` finds `123`. */
function fold(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return String(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The text that a search looks through: name, email and tax ID. Keep it, because 100,000 of them take time. */
export const searchTextOf = (customer: {
	name?: unknown;
	email?: unknown;
	taxId?: unknown;
}): string =>
	[fold(customer.name), fold(customer.email), normalizeTaxId(fold(customer.taxId))].join('\n');

/** Matches search texts that contain the text, or contain it without punctuation, as tax IDs do. Empty matches all. */
export function matcherOf(search: unknown): (searchText: string) => boolean {
	const text = fold(search).trim();
	const bare = normalizeTaxId(text);
	return (searchText) => searchText.includes(text) || (bare !== '' && searchText.includes(bare));
}
