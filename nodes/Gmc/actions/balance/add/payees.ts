import { count, list, number } from '../../../core/texts/words';
import type { IDataObject } from 'n8n-workflow';
import type { NameMatch } from '../../../core/customers/expectedName';
import { InputError } from '../../../core/util/inputError';
import { ranges } from '../../../core/util/ranges';
import { showHint } from '../../../shared/hints';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/** Characters of a name that are shown, and rows that a hint names. */
const MAX_SHOWN = 100;
const MAX_NAMED = 3;

const isMisnamed = ({ nameMatch }: Row): boolean => nameMatch === 'mismatch';

/** Rejects planned rows whose customer has another name than expected, or was not found. */
export function rejectMisnamed(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned')).filter(isMisnamed)) row.reject(nameMismatch(row));
}

/**
 * Puts the rows that will be refused last. Equal rows share the entries of their set in this order, and a refused row must
 * not take the entry of a row that was paid: that one would look new and be paid again.
 */
export function misnamedLast<R extends Row>(rows: R[]): R[] {
	return [...rows.filter((row) => !isMisnamed(row)), ...rows.filter(isMisnamed)];
}

/** How the names compare, unless the customer was not found. */
export const nameMatchOf = ({ customerId, nameMatch }: Row): NameMatch | undefined =>
	customerId === undefined && nameMatch === 'mismatch' ? undefined : nameMatch;

/** The customer of a row, for its item. */
export function payeeOf({ customerName, nameMatch }: Row): IDataObject {
	return { customerName, nameMatch: nameMatch === 'mismatch' ? undefined : nameMatch };
}

function nameMismatch({ state, expectedName = '', customerName }: RowIn<'planned'>): InputError {
	const { customerProblem } = state.plan;
	if (customerProblem !== undefined) {
		return new InputError({
			message: `The customer was not found: ${customerProblem}`,
			advice: 'Check the ID or tax ID, or create the customer first with Customer: Create.',
			code: 'CUSTOMER_NOT_FOUND',
		});
	}
	const name = customerName
		? `the customer is "${shown(customerName)}"`
		: 'the customer has no name';
	return new InputError({
		message: `"${shown(expectedName)}" is expected, but ${name} at GMC`,
		advice:
			'Check the ID or tax ID of the row. If it is the right customer, correct the name in the row, or at GMC with Customer: Update.',
		code: 'CUSTOMER_NAME_MISMATCH',
		details: {
			expectedName,
			...(customerName !== undefined && { customerName }),
		},
	});
}

/** Says which names differ, and which were not compared. */
export function hintAtPayees({ context }: Pick<AddRun, 'context'>, rows: Row[]): void {
	const all = rows.length;
	const done = rows.filter(isIn('issued', 'skipped'));
	const going = [...done, ...rows.filter(isIn('planned'))];
	const hint = (type: 'info' | 'warning', message: string) => showHint(context, type, message);
	const close = going.filter(({ nameMatch }) => nameMatch === 'close');
	if (close.length > 0) {
		hint(
			'warning',
			`In ${number(close.length)} of ${count(all, 'row', 'rows')} the name at GMC is close to Expected Name, but not the same. ${namedIn(close)}`,
		);
	}
	const others = done.filter((row) => isMisnamed(row) && row.customerName !== undefined);
	if (others.length > 0) {
		hint(
			'warning',
			`In ${number(others.length)} of ${count(all, 'row', 'rows')}, which were paid, the customer has another name at GMC than Expected Name. ${namedIn(others)}`,
		);
	}
	const notChecked = going.filter(({ nameMatch }) => nameMatch === 'notChecked');
	if (notChecked.length === 0) return;
	// If all are empty, the column is probably missing.
	const isAll = notChecked.length === all;
	const numbers = isAll ? undefined : ranges(notChecked.map(({ itemIndex }) => itemIndex + 1));
	hint(
		isAll ? 'warning' : 'info',
		numbers === undefined
			? 'Expected Name is empty in every row, so no name was checked.'
			: `Expected Name is empty in these rows, so their names were not checked: ${numbers}.`,
	);
}

function namedIn(rows: Row[]): string {
	const named = rows.slice(0, MAX_NAMED).map(({ itemIndex, expectedName, customerName }) => {
		const [expected, name] = [expectedName ?? '', customerName ?? ''].map(shown);
		return `"${expected}" is "${name}" in row ${number(itemIndex + 1)}`;
	});
	const more = rows.length - named.length;
	return `${list([...named, ...(more > 0 ? [`${number(more)} more`] : [])])}.`;
}

const shown = (name: string): string =>
	name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
