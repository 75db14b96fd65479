import type { IDataObject } from 'n8n-workflow';
import { inOne } from '../../../../core/texts/inOne';
import type { Message } from '../../../../core/texts/message';
import { toIso } from '../../../../core/time/time';
import type { RowProblem } from '../../../../shared/errors';
import { withoutUndefined } from '../../../../shared/errors';
import { momentIn } from '../../../../shared/moment';
import { refuseRows } from '../../../../shared/refusal';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { Unknown } from './rowState';
import type { AddRun } from '../run/run';
import { isCalled, stopsAtFirst } from '../run/run';
import { isNamedByUser } from '../run/settings';

/** The rows that were not issued. To be asked once all rows are closed. */
export const failedRows = (rows: Row[]) => rows.filter(isIn('rejected', 'unknown', 'notAttempted'));

export type FailedRow = ReturnType<typeof failedRows>[number];

/** The rows that come before the first bad one, where that stops the run; else all. */
export function beforeFirstBad(run: AddRun, rows: Row[]): Row[] {
	const firstBad = stopsAtFirst(run) ? rows.findIndex(isIn('rejected')) : -1;
	return firstBad < 0 ? rows : rows.slice(0, firstBad);
}

/** What the user calls the row, in what is told of it. */
export const namesOf = ({ settings }: AddRun, { key }: Row) => ({
	idempotencyKey: key,
	batchName: settings.batch?.label,
});

/** What a row that was not issued has to say, with its details (reference.md "The five outcomes"). */
export function problemOf(run: AddRun, row: FailedRow): RowProblem {
	const { state, request } = row;
	const { is: outcome, problem } = state;
	const description = isIn('unknown')(row) ? whatToDo(run, row) : problem.description;
	const details: IDataObject = {
		outcome,
		...problem.details,
		// Nothing was done, and nothing is wrong with the row: the login, the keys, the network.
		...(outcome === 'rejected' && problem.endsRun && { retryable: true }),
		...request,
		...withoutUndefined(namesOf(run, row)),
		...(state.is === 'unknown' && doubts(state)),
	};
	return { ...problem, description, details };
}

const doubts = ({ askedAt, candidates = [] }: Unknown): IDataObject => ({
	askedAt: toIso(askedAt),
	candidates,
});

/** The one cure of a row that may have been paid: the same run again, once it is held no more. */
function whatToDo(run: AddRun, row: RowIn<'unknown'>): Message {
	const { context, settings, ledger } = run;
	const { candidates, askedAt: asked, heldUntil = asked + settings.holdMs } = row.state;
	const after = momentIn(context, ledger.remembered(row)?.heldUntil ?? heldUntil);
	const askedAt = momentIn(context, asked);
	const cure: Message = ({ keys, additions }) => {
		if (isNamedByUser(settings)) return keys.runAgain({ after, table: settings.ledgerTable });
		// n8n offers no Retry of what has succeeded under Continue.
		const hasRetry = stopsAtFirst(run) && !isCalled(run);
		return hasRetry ? additions.retryAfter({ after }) : additions.lookAfter({ after });
	};
	const known: Message = ({ additions }) => additions.whatIsKnown({ askedAt, candidates });
	return inOne(row.state.problem.description, cure, known);
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
