import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { GmcRequestError } from '../core/service/failure';
import type { InputError } from '../core/util/inputError';
import { ranges } from '../core/util/ranges';
import type { Problem, RowProblem } from './errors';
import { ofRow, toNodeError, toRunProblem } from './errors';
import { number, count } from '../core/texts/words';

/** Rows of which the reasons are quoted; the others are named. */
const MAX_QUOTED_ROWS = 10;

/** The outcome of rows that a failure of the whole run has kept back. */
export const NOT_ATTEMPTED = { outcome: 'notAttempted' };

/** The message with the remark that nothing was sent, unless it says so itself. */
export function sayNothingSent({ message, saysNothingSent }: Problem): string {
	if (saysNothingSent) return message;
	return `${message}. Nothing was sent`;
}

/**
 * Ends a run of which nothing was sent, naming all rows that keep it from starting.
 *
 * @param problems one at least, in the order of the rows
 * @param all how many rows there are
 * @param isWrite whether the run would have sent anything but questions, so that "nothing was sent" means something
 * @throws NodeOperationError
 */
export function refuseRows(
	context: IExecuteFunctions,
	problems: RowProblem[],
	{ all, isWrite }: { all: number; isWrite: boolean },
): never {
	const [problem] = problems;
	const refused = problems.length;
	const message: string =
		refused === 1
			? problem.message
			: `${number(refused)} of ${count(all, 'row', 'rows')} are refused`;
	const description = refused === 1 ? problem.description : listed(problems);
	const said = isWrite ? sayNothingSent({ ...problem, message }) : message;
	const itemIndex = refused === 1 ? problem.itemIndex : undefined;
	const about = { ...problem, itemIndex, requested: false };
	throw toNodeError(context, about, { message: said, description });
}

/**
 * The error that ends a run of which nothing was sent, for what is no row's fault.
 *
 * @param details of the first row, where rows were read
 */
export function refusedRun(
	context: IExecuteFunctions,
	error: GmcRequestError | InputError,
	details: IDataObject = {},
) {
	const problem = withheld(toRunProblem(error));
	const said = { message: sayNothingSent(problem) };
	return toNodeError(context, { ...problem, details: { ...problem.details, ...details } }, said);
}

/** A row has an outcome also when what happened is no row's fault (reference.md "The five outcomes"). */
export const withheld = (problem: Problem): Problem => ({
	...problem,
	details: { ...NOT_ATTEMPTED, ...problem.details },
});

/** The reasons of the first rows, the numbers of the others, and the advice where it is one for all. */
function listed(problems: RowProblem[]): string {
	const quoted = problems.slice(0, MAX_QUOTED_ROWS).map(ofRow);
	const others = problems.slice(MAX_QUOTED_ROWS).map(({ itemIndex }) => itemIndex + 1);
	const [advice, ...more] = new Set(problems.map(({ description = '' }) => description));
	const numbers = ranges(others);
	const lines = [...quoted, numbers && `… and rows ${numbers}`];
	const all = [...lines, more.length === 0 ? advice : ''];
	// The editor shows line breaks as blanks.
	return all.filter(Boolean).map(ended).join('\n');
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
