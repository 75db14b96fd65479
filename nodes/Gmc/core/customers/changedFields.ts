interface Comparable {
	name?: unknown;
	email?: unknown;
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
const folded = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/**
 * The fields of a customer that have to be sent, or undefined when nothing differs. Blanks around a value and
 * the case of an e-mail are no difference: a service that tidies them (not shown) would else be written to
 * with every run.
 */
export function changedFields(
	existing: Comparable,
	wanted: { name: string; email: string },
): { name?: string; email?: string } | undefined {
	const changes: { name?: string; email?: string } = {};
	if (trimmed(existing.name) !== trimmed(wanted.name)) changes.name = wanted.name;
	if (folded(existing.email) !== folded(wanted.email)) changes.email = wanted.email;
	return Object.keys(changes).length > 0 ? changes : undefined;
}
