import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { GmcRequestError } from '../core/service/failure';
import type { InputError } from '../core/util/inputError';
import { groupsOf } from '../core/util/groupBy';
import { count, inOne, number, ranges } from '../core/texts/words';
import type { Problem, RowProblem } from './errors';
import { detailsOf, toNodeError, toRunProblem } from './errors';
import { withRowName } from './rowName';

/** Reasons that are quoted, each once. Of other rows, only the numbers are listed. */
const MAX_QUOTED = 10;

/** The outcome of rows that were not sent because the whole run failed. */
export const NOT_ATTEMPTED = { outcome: 'notAttempted' };

const sayNothingSent = ({ message }: Pick<Problem, 'message'>): string =>
	`${message}. Nothing was sent`;

/**
 * Ends a run before anything was sent, and names all bad rows.
 *
 * @param problems at least one, in the order of the rows
 * @param all the number of rows
 * @param first what is said before the reasons
 * @param isWrite whether the run would have changed something, so that "Nothing was sent" matters
 * @throws NodeOperationError
 */
export function refuseRows(
	context: IExecuteFunctions,
	problems: RowProblem[],
	{ all, isWrite, first }: { all: number; isWrite: boolean; first?: string },
): never {
	const [problem] = problems;
	const refused = problems.length;
	const isOne = refused === 1;
	const message = isOne
		? namedIn(context, all, problem)
		: `${number(refused)} of ${count(all, 'row', 'rows')} are refused`;
	const description = inOne(first, isOne ? problem.description : listed(context, problems));
	const itemIndex = isOne ? itemIn(all, problem) : undefined;
	const about = { ...problem, itemIndex, requested: false };
	const said = isWrite ? sayNothingSent({ message }) : message;
	const code = [...new Set(problems.map((one) => one.code))].join(', ');
	throw toNodeError(context, about, { message: said, description, code });
}

/**
 * The error that ends a run because of one row.
 *
 * @param all the number of rows
 * @param shown replaces the description
 */
export const errorOfRow = (
	context: IExecuteFunctions,
	problem: RowProblem,
	{ all, ...shown }: { all: number; description?: string },
) => {
	const about = { ...problem, itemIndex: itemIn(all, problem) };
	return toNodeError(context, about, { ...shown, message: namedIn(context, all, problem) });
};

/** Whether the reason is not in the row: the login, the keys, the network. A row that may have been paid is told of. */
const isOfAll = ({ endsRun, details }: RowProblem) =>
	endsRun === true && details.outcome !== 'unknown';

/** The item, for n8n's editor. Undefined if the reason is not in the row. */
const itemIn = (all: number, problem: RowProblem) =>
	all === 1 || !isOfAll(problem) ? problem.itemIndex : undefined;

const namedIn = (context: IExecuteFunctions, all: number, problem: RowProblem): string =>
	all === 1 || isOfAll(problem) ? problem.message : withRowName(context, problem, true);

/**
 * The error that ends a run before anything was sent, for a reason that is not in a row.
 *
 * @param details of the first row, if rows were read
 * @param mayHaveBegun whether an earlier try may have sent rows
 */
export function refusedRun(
	context: IExecuteFunctions,
	error: GmcRequestError | InputError,
	{ details = {}, mayHaveBegun = false }: { details?: IDataObject; mayHaveBegun?: boolean } = {},
) {
	const problem = withheld(toRunProblem(error), mayHaveBegun);
	return toNodeError(context, { ...problem, details: { ...problem.details, ...details } });
}

/**
 * Adds an outcome, which a row always has (reference.md "The five outcomes"), and that nothing was sent, unless an earlier
 * try may have sent rows.
 */
export const withheld = (problem: Problem, mayHaveBegun: boolean): Problem => ({
	...problem,
	message: mayHaveBegun ? problem.message : sayNothingSent(problem),
	details: { ...NOT_ATTEMPTED, ...problem.details },
});

/** The first reasons with their rows, the numbers of the others, and the advice if all have the same one. */
function listed(context: IExecuteFunctions, problems: RowProblem[]): string {
	const byReason = groupsOf(problems, ({ message }) => message);
	const chosen = mostTelling(byReason);
	const quoted = byReason.filter((one) => chosen.has(one)).map((some) => ofRows(context, some));
	const others = new Set(byReason.filter((one) => !chosen.has(one)).flat());
	const numbers = numbersOf(problems.filter((one) => others.has(one)));
	const [advice, ...more] = new Set(problems.map(({ description = '' }) => description));
	const lines = [...quoted, numbers && `… and rows ${numbers}`];
	const all = [...lines, more.length === 0 ? advice : ''];
	// The editor shows line breaks as blanks, so each line is a sentence.
	return all.filter(Boolean).map(ended).join('\n');
}

/** One of each code at least: sixty mistyped tax IDs are sixty reasons, and hide what else is wrong. */
function mostTelling(byReason: RowProblem[][]): Set<RowProblem[]> {
	const firstOfEach = groupsOf(byReason, ([{ code }]) => code).map(([first]) => first);
	return new Set([...new Set([...firstOfEach, ...byReason])].slice(0, MAX_QUOTED));
}

/** Rows with the same reason. */
const ofRows = (context: IExecuteFunctions, problems: RowProblem[]): string =>
	problems.length === 1
		? withRowName(context, problems[0])
		: `Rows ${numbersOf(problems)}: ${problems[0].message}`;

const numbersOf = (problems: RowProblem[]): string =>
	ranges(problems.map(({ itemIndex }) => itemIndex + 1));

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** The row as an error item. n8n sends it to the error output only if `error` and `details` are its only keys (n8n.md E8). */
export function toErrorItem(context: IExecuteFunctions, problem: RowProblem): INodeExecutionData {
	const json = { error: withRowName(context, problem), details: detailsOf(problem) };
	return { json, pairedItem: { item: problem.itemIndex } };
}
