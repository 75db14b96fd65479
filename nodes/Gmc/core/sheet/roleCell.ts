import { cellOf, identityOf, textOf } from './cell';
import type { Role } from './headings';

/** A row as n8n hands it on: its cells by the headings. */
export type Cells = Readonly<Record<string, unknown>>;

/** What the list of customers says about values. */
export interface Proofs {
	/** What a value can be: a valid tax ID, the `_id` or the name of a customer at GMC. */
	rolesOf(value: unknown): Role[];
	/** Whether it is the `_id` or the tax ID of a customer at GMC, so that it names no top-up. */
	isCustomers(value: unknown): boolean;
	/** A value as errors show it: of a tax ID, its end. */
	shown(value: unknown): string;
	/** Whether two values of a role are the same one, such as one tax ID in two spellings. */
	isSame(role: Role, one: unknown, other: unknown): boolean;
}

/** What a cell says as a value of its role. */
export const cellOfRole = (role: Role, raw: unknown) => {
	if (role === 'key' || role === 'taxId' || role === 'customerId') return identityOf(raw);
	return role === 'amount' || role === 'currency' ? cellOf(raw) : textOf(raw);
};

export const isFilled = (role: Role, raw: unknown): boolean => cellOfRole(role, raw).is !== 'empty';

/** The cell of a column, also of one that is called like a property of every object. */
export const cellIn = (row: Cells, heading: string): unknown =>
	Object.hasOwn(row, heading) ? row[heading] : undefined;
