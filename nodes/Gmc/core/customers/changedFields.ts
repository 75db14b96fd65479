import { sameTaxId } from './taxId';

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
const folded = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** How each field of a customer is compared; blanks around a value and the case of an e-mail are no difference. */
const IS_SAME: Record<string, (one: unknown, other: unknown) => boolean> = {
	taxId: (one, other) => sameTaxId(String(one), String(other)),
	name: (one, other) => trimmed(one) === trimmed(other),
	email: (one, other) => folded(one) === folded(other),
};

/**
 * The fields of a customer in which it is not as wanted, or undefined when nothing differs. A service that tidies what it
 * is sent (not shown) would else be written to with every run.
 *
 * @param wanted any of the tax ID, the name and the e-mail; what is undefined does not count
 */
export function changedFields<Fields extends object>(
	existing: object,
	wanted: Fields,
): Partial<Fields> | undefined {
	const differs = ([field, value]: [string, unknown]) =>
		value !== undefined && !IS_SAME[field](existing[field as never], value);
	const changes = Object.entries(wanted).filter(differs);
	return changes.length > 0 ? (Object.fromEntries(changes) as Partial<Fields>) : undefined;
}
