import type { IDataObject } from 'n8n-workflow';
import type { Message } from '../../../core/texts/message';
import type { RowProblem } from '../../../shared/errors';
import { toIso } from '../../../core/util/time';
import { refuseRows } from '../../../shared/refusal';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/** The rows that were not issued. To be asked once all rows are closed. */
export const failedRows = (rows: Row[]) => rows.filter(isIn('rejected', 'unknown', 'notAttempted'));

export type FailedRow = ReturnType<typeof failedRows>[number];

/** What a row that was not issued has to say, with its details (reference.md "The five outcomes"). */
export function problemOf(
	{ context, settings }: AddRun,
	{ state, request, key }: FailedRow,
): RowProblem {
	const { is: outcome, problem } = state;
	const batchName = settings.batch?.label;
	const timeZone = context.getTimezone();
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
		...(batchName !== undefined && { batchName }),
		...(state.is === 'unknown' && doubts(state)),
	};
	return { ...problem, description, details };
}

interface Doubt {
	/** Epoch milliseconds. */
	askedAt: number;
	candidates?: string[];
}

function doubts({ askedAt, candidates = [] }: Doubt): IDataObject {
	return { askedAt: toIso(askedAt), candidates };
}

function whatToCheck(
	{ candidates, askedAt: millis }: Doubt,
	timeZone: string,
	description?: Message,
): Message {
	const askedAt = { millis, timeZone };
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
export function refuseSheet(run: AddRun, rows: Row[]): never {
	const problems = failedRows(rows).map((row) => problemOf(run, row));
	refuseRows(run.context, problems, { all: rows.length, isWrite: true });
}
