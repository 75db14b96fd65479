import type { IDataObject } from 'n8n-workflow';
import type { Message, Texts } from '../../../../core/texts/message';
import { InputError } from '../../../../core/util/inputError';
import { ranges } from '../../../../core/util/ranges';
import { showHint } from '../../../../shared/hints';
import type { Row, RowIn } from '../rows/row';
import { isIn } from '../rows/row';
import type { AddRun } from '../run/run';

/** Under `details.code` (reference.md "Expected Name"). */
const MISMATCH = 'CUSTOMER_NAME_MISMATCH';

/** How much of a name is shown, in characters, and how many rows a hint names. */
const MAX_SHOWN = 100;
const MAX_NAMED = 3;

/** Whether the option is there, so that nothing is sent whose customer is not known by name. */
export const isToBeVerified = ({ expectedName }: Row): boolean => expectedName !== undefined;

const isMisnamed = ({ nameMatch }: Row): boolean => nameMatch === 'mismatch';

/**
 * Rejects rows that would pay somebody else than they expect. Who is not found is not who is expected, so without Validate
 * First, too. What was sent before stays what it is: a name says nothing of whether it was paid.
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
		return new InputError(
			(texts) => texts.customers.notFound({ reason: customerProblem(texts) }),
			({ payees }) => payees.findFirst,
		);
	}
	const names = { expected: shown(expectedName), name: customerName && shown(customerName) };
	return new InputError(
		({ payees }) => payees.mismatch(names),
		({ payees }) => payees.correct,
		MISMATCH,
		{ expectedName, ...(customerName !== undefined && { customerName }) },
	);
}

/** Says whose names were not the same, and how many were not compared. */
export function hintAtPayees({ context }: Pick<AddRun, 'context'>, rows: Row[]): void {
	const all = rows.length;
	const done = rows.filter(isIn('issued', 'skipped'));
	const going = [...done, ...rows.filter(isIn('planned'))];
	const named = (texts: Texts['payees'], of: Row[]) => texts.named(namedIn(of));
	const hint = (type: 'info' | 'warning', message: Message) => showHint(context, type, message);
	const close = going.filter(({ nameMatch }) => nameMatch === 'close');
	if (close.length > 0) {
		const told = { close: close.length, all };
		hint('warning', ({ payees }) => `${payees.close(told)} ${named(payees, close)}`);
	}
	const others = done.filter((row) => isMisnamed(row) && row.customerName !== undefined);
	if (others.length > 0) {
		const told = { others: others.length, all };
		hint('warning', ({ payees }) => `${payees.paidOthers(told)} ${named(payees, others)}`);
	}
	const notChecked = going.filter(({ nameMatch }) => nameMatch === 'notChecked');
	if (notChecked.length === 0) return;
	// All of them: a column that is not there, rather than rows without a name.
	const isAll = notChecked.length === all;
	const numbers = isAll ? undefined : ranges(notChecked.map(({ itemIndex }) => itemIndex + 1));
	hint(isAll ? 'warning' : 'info', ({ payees }) => payees.notChecked({ numbers }));
}

function namedIn(rows: Row[]) {
	const some = rows.slice(0, MAX_NAMED).map(({ itemIndex, expectedName, customerName }) => ({
		row: itemIndex + 1,
		expected: shown(expectedName ?? ''),
		name: shown(customerName ?? ''),
	}));
	return { some, more: rows.length - some.length };
}

const shown = (name: string): string =>
	name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
