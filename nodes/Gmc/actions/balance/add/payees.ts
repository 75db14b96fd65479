import { count, list, number } from '../../../core/texts/words';
import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../core/util/inputError';
import { ranges } from '../../../core/util/ranges';
import { showHint } from '../../../shared/hints';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/** How much of a name is shown, in characters, and how many rows a hint names. */
const MAX_SHOWN = 100;
const MAX_NAMED = 3;

const isMisnamed = ({ nameMatch }: Row): boolean => nameMatch === 'mismatch';

/**
 * Rejects rows that would pay somebody else than they expect. Who is not found is not who is expected. What was sent before stays what it is: a name says nothing of whether it was paid.
 */
export function rejectMisnamed(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned')).filter(isMisnamed)) row.reject(misnamed(row));
}

/**
 * Rows of one charge share names and entries, which must not go to one that is refused: the row that was paid would look
 * new and be paid again.
 */
export function misnamedLast<R extends Row>(rows: R[]): R[] {
	return [...rows.filter((row) => !isMisnamed(row)), ...rows.filter(isMisnamed)];
}

/** Who a row is for, as items say it. Of what was paid before, a hint says where the name is another one. */
export function payeeOf({ customerName, nameMatch }: Row): IDataObject {
	return { customerName, nameMatch: nameMatch === 'mismatch' ? undefined : nameMatch };
}

function misnamed({ state, expectedName = '', customerName }: RowIn<'planned'>): InputError {
	const { customerProblem } = state.plan;
	if (customerProblem !== undefined) {
		return new InputError({
			message: `The customer was not found: ${customerProblem}`,
			advice:
				'Correct the customer or create it first: whom GMC does not know cannot be compared with Expected Name.',
			code: 'CUSTOMER_NOT_FOUND',
		});
	}
	const name = customerName
		? `the customer is "${shown(customerName)}"`
		: 'the customer has no name';
	return new InputError({
		message: `"${shown(expectedName)}" is expected, but ${name} at GMC`,
		advice:
			'Look whose ID or tax ID the row has. If it is the right customer, correct the name in the row, or at GMC with Customer → Update.',
		code: 'CUSTOMER_NAME_MISMATCH',
		details: {
			expectedName,
			...(customerName !== undefined && { customerName }),
		},
	});
}

/** Says whose names were not the same, and how many were not compared. */
export function hintAtPayees({ context }: Pick<AddRun, 'context'>, rows: Row[]): void {
	const all = rows.length;
	const done = rows.filter(isIn('issued', 'skipped'));
	const going = [...done, ...rows.filter(isIn('planned'))];
	const hint = (type: 'info' | 'warning', message: string) => showHint(context, type, message);
	const close = going.filter(({ nameMatch }) => nameMatch === 'close');
	if (close.length > 0) {
		hint(
			'warning',
			`In ${number(close.length)} of ${count(all, 'row', 'rows')} the name at GMC is close to the expected one, but not the same. ${namedIn(close)}`,
		);
	}
	const others = done.filter((row) => isMisnamed(row) && row.customerName !== undefined);
	if (others.length > 0) {
		hint(
			'warning',
			`In ${number(others.length)} of ${count(all, 'row', 'rows')}, paid already, the customer has another name at GMC than the expected one. ${namedIn(others)}`,
		);
	}
	const notChecked = going.filter(({ nameMatch }) => nameMatch === 'notChecked');
	if (notChecked.length === 0) return;
	// All of them: a column that is not there, rather than rows without a name.
	const isAll = notChecked.length === all;
	const numbers = isAll ? undefined : ranges(notChecked.map(({ itemIndex }) => itemIndex + 1));
	hint(
		isAll ? 'warning' : 'info',
		numbers === undefined
			? 'Expected Name is empty in every row, so no name was compared.'
			: `Expected Name is empty in these rows, so their names were not compared: ${numbers}.`,
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
