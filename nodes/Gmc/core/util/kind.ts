/** What a value is, as far as people are told; the catalogue has a word for each. */
export type Kind = 'list' | 'boolean' | 'object' | 'number' | 'other';

/** The kind of a value that is no text. */
export function kindOf(value: unknown): Kind {
	if (Array.isArray(value)) return 'list';
	const type = typeof value;
	return type === 'boolean' || type === 'object' || type === 'number' ? type : 'other';
}
