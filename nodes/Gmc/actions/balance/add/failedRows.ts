import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Message } from '../../../core/texts/message';
import type { RowProblem } from '../../../shared/errors';
import { withoutUndefined } from '../../../shared/errors';
import { refuseRows } from '../../../shared/refusal';
import type { Row } from './row';
import { isIn } from './row';

/** The rows that were not issued. To be asked once all rows are closed. */
export const failedRows = (rows: Row[]) => rows.filter(isIn('rejected', 'unknown', 'notAttempted'));

export type FailedRow = ReturnType<typeof failedRows>[number];

/**
 * What a row that was not issued has to say, with its details (reference.md "The five outcomes").
 *
 * @param timeZone IANA zone of the workflow, for times in words
 */
export function problemOf({ state, request, key }: FailedRow, timeZone: string): RowProblem {
	const { is: outcome, problem } = state;
	const description =
		state.is === 'unknown'
			? whatToCheck(state, timeZone, problem.description)
			: problem.description;
	const details: IDataObject = {
		outcome,
		...problem.details,
		// Nothing was done, and nothing is wrong with the row: the login, the keys, the network.
		...(outcome === 'rejected' && problem.endsRun && { retryable: true }),
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

function whatToCheck(
	{ candidates, entry }: Doubt,
	timeZone: string,
	description?: Message,
): Message {
	const askedAt = { millis: Date.parse(entry.askedAt), timeZone };
	return (texts) => {
		const known = texts.additions.whatIsKnown({ askedAt, candidates });
		return `${description?.(texts) ?? ''} ${known}`.trim();
	};
}

/**
 * Ends the run before anything was sent, naming the bad rows.
 *
 * @throws NodeOperationError
 */
export function refuseSheet(context: IExecuteFunctions, rows: Row[]): never {
	const problems = failedRows(rows).map((row) => problemOf(row, context.getTimezone()));
	refuseRows(context, problems, { all: rows.length, isWrite: true });
}
