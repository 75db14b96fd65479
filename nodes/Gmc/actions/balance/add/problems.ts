import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Message } from '../../../core/texts/message';
import type { RowProblem } from '../../../shared/errors';
import { textsFor } from '../../../shared/language';
import { withoutUndefined } from '../../../shared/errors';
import type { Row } from './row';
import { isIn } from './row';

const MAX_LISTED_ROWS = 10;

/** The rows that were not issued. To be asked once all rows are closed. */
export const failedRows = (rows: Row[]) => rows.filter(isIn('rejected', 'unknown', 'notAttempted'));

export type FailedRow = ReturnType<typeof failedRows>[number];

/** What a row that was not issued has to say, with the details that the README names ("The five outcomes"). */
export function problemOf({ state, request, key }: FailedRow): RowProblem {
	const { is: outcome, problem } = state;
	const description =
		state.is === 'unknown' ? whatToCheck(state, problem.description) : problem.description;
	const details: IDataObject = {
		outcome,
		...problem.details,
		...request,
		...(key !== undefined && { idempotencyKey: key }),
		...(state.is === 'unknown' && doubts(state)),
	};
	return { ...problem, description, details };
}

interface Doubt {
	entry: { askedAt: string };
	candidates?: string[];
}

function doubts({ entry, candidates = [] }: Doubt): IDataObject {
	return withoutUndefined({ askedAt: entry.askedAt, candidates });
}

function whatToCheck({ candidates, entry }: Doubt, description?: Message): Message {
	return (texts) =>
		`${description?.(texts) ?? ''} GMC was asked at ${entry.askedAt}. ${whatTheListShows(candidates)}`.trim();
}

/** @param candidates undefined when the list was never seen whole */
function whatTheListShows(candidates: string[] | undefined): string {
	if (candidates === undefined) return "GMC's list could not be read, so it proves nothing.";
	if (candidates.length === 0) return "GMC's list does not show it so far.";
	return `These additions may be it: ${candidates.join(', ')}.`;
}

/**
 * Ends the run before anything was sent, naming the bad rows.
 *
 * @throws NodeOperationError
 */
export function refuseSheet(context: IExecuteFunctions, rows: Row[]): never {
	const texts = textsFor(context);
	const problems = failedRows(rows)
		.map(problemOf)
		.map(({ message, description, ...problem }) => ({
			...problem,
			...{ message: message(texts), description: description?.(texts) ?? '' },
		}));
	const [{ message, description }] = problems;
	const isOneReason = new Set(problems.map(({ description: advice }) => advice)).size === 1;
	const [title, text] =
		problems.length === 1
			? [message, description]
			: [`${problems.length} of ${rows.length} rows are refused`, listed(problems)];
	throw new NodeOperationError(context.getNode(), `${title}. Nothing was sent`, {
		description: problems.length > 1 && isOneReason ? `${text}\n${description}` : text,
	});
}

function listed(problems: Array<{ message: string }>): string {
	const shown = problems.slice(0, MAX_LISTED_ROWS).map(({ message }) => message);
	const rest = problems.length - shown.length;
	return [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n');
}
