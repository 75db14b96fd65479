import { cellOf, identityOf, textOf } from './cell';
import type { Role } from './headings';

/** What a cell says as a value of its role. */
export const cellOfRole = (role: Role, raw: unknown) => {
	if (role === 'key' || role === 'taxId' || role === 'customerId') return identityOf(raw);
	return role === 'amount' || role === 'currency' ? cellOf(raw) : textOf(raw);
};

export const isFilled = (role: Role, raw: unknown): boolean => cellOfRole(role, raw).is !== 'empty';

/** The cell of a column, also of one that is called like a property of every object. */
export const cellIn = (row: Readonly<Record<string, unknown>>, heading: string): unknown =>
	Object.hasOwn(row, heading) ? row[heading] : undefined;
