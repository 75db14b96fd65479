import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { GmcRequestError } from '../core/service/failure';
import type { InputError } from '../core/util/inputError';
import { groupsOf } from '../core/util/groupBy';
import { ranges } from '../core/util/ranges';
import type { Problem, RowProblem } from './errors';
import { ofRow, toNodeError, toRunProblem } from './errors';
import { number, count } from '../core/texts/words';

/** Reasons that are quoted, each once. Of other rows, only the numbers are listed. */
const MAX_QUOTED = 10;

/** The outcome of rows that were not sent because the whole run failed. */
export const NOT_ATTEMPTED = { outcome: 'notAttempted' };

/** Adds that nothing was sent, unless the message says so. */
export function sayNothingSent({ message, saysNothingSent }: Problem): string {
	if (saysNothingSent) return message;
	return `${message}. Nothing was sent`;
}

/**
 * Ends a run before anything was sent, and names all bad rows.
 *
 * @param problems at least one, in the order of the rows
 * @param all the number of rows
 * @param isWrite whether the run would have changed something, so that "Nothing was sent" matters
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
 * The error that ends a run before anything was sent, for a reason that is not in a row.
 *
 * @param details of the first row, if rows were read
 * @param hasBegun whether an earlier try may have sent rows
 */
export function refusedRun(
	context: IExecuteFunctions,
	error: GmcRequestError | InputError,
	{ details = {}, hasBegun = false }: { details?: IDataObject; hasBegun?: boolean } = {},
) {
	const problem = withheld(toRunProblem(error));
	const said = { message: hasBegun ? problem.message : sayNothingSent(problem) };
	return toNodeError(context, { ...problem, details: { ...problem.details, ...details } }, said);
}

/** Adds an outcome, which a row always has (reference.md "The five outcomes"). */
export const withheld = (problem: Problem): Problem => ({
	...problem,
	details: { ...NOT_ATTEMPTED, ...problem.details },
});

/** The first reasons with their rows, the numbers of the others, and the advice if all have the same one. */
function listed(problems: RowProblem[]): string {
	const byReason = groupsOf(problems, ({ message }) => message);
	const quoted = byReason.slice(0, MAX_QUOTED).map(ofRows);
	const others = new Set(byReason.slice(MAX_QUOTED).flat());
	const numbers = numbersOf(problems.filter((one) => others.has(one)));
	const [advice, ...more] = new Set(problems.map(({ description = '' }) => description));
	const lines = [...quoted, numbers && `… and rows ${numbers}`];
	const all = [...lines, more.length === 0 ? advice : ''];
	// The editor shows line breaks as blanks, so each line is a sentence.
	return all.filter(Boolean).map(ended).join('\n');
}

/** Rows with the same reason. */
const ofRows = (problems: RowProblem[]): string =>
	problems.length === 1
		? ofRow(problems[0])
		: `Rows ${numbersOf(problems)}: ${problems[0].message}`;

const numbersOf = (problems: RowProblem[]): string =>
	ranges(problems.map(({ itemIndex }) => itemIndex + 1));

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
