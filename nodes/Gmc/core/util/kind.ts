/** Describes a value that should be a text or a number. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return 'a value of type boolean';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? 'a number' : 'a value of another type';
}
