import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Code } from '../core/codes';
import { shownText } from '../core/sheet/cell';
import type { Columns } from '../core/sheet/columns';
import type { Cells } from '../core/sheet/roleCell';
import type { Role } from '../core/sheet/headings';
import { fieldsLike, ROLES } from '../core/sheet/headings';
import { isFilled } from '../core/sheet/roleCell';
import { toldSheet } from '../core/sheet/told';
import { inOne, inSentences, list } from '../core/texts/words';
import { InputError, refusal } from '../core/util/inputError';
import { showHint } from './context';

/** The rows of a run as they came. */
export const cellsOf = (context: IExecuteFunctions): Cells[] =>
	context.getInputData().map(({ json }) => json);

/** Says which column was read as what, and which rows are left out. @param leftOut their indexes */
export function hintAtColumns(
	context: IExecuteFunctions,
	columns: Columns,
	leftOut: number[],
): void {
	showHint(context, 'info', inSentences(`Read ${toldSheet(columns, leftOut)}`));
}

/**
 * Adds to the refusal of an empty field which fields of the row look like the one that is meant, such as `Valor ` with a
 * blank.
 *
 * @param given the value of the field, and what it may be called in the row
 */
export function namingFieldsLike(
	error: unknown,
	{ raw, roles, row }: { raw: unknown; roles: readonly Role[]; row: IDataObject },
): unknown {
	const isOfField = (code: Code) => roles.some((role) => ROLES[role].code === code);
	if (!(error instanceof InputError) || !isOfField(error.code)) return error;
	if (roles.some((role) => isFilled(role, raw))) return error;
	const like = roles.flatMap((role) =>
		fieldsLike(Object.keys(row), role).filter((field) => isFilled(role, row[field])),
	);
	if (like.length === 0) return error;
	const { code, message, advice, details } = error;
	const told = `The row has ${list(like.map(shownText))}: map that field, and spell it as it is.`;
	return refusal(code, message, inOne(told, advice), details);
}
