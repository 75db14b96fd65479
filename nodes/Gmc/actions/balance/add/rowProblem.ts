import type { IDataObject } from 'n8n-workflow';
import type { Code } from '../../../core/codes';
import { inOne } from '../../../core/texts/words';
import { toIso } from '../../../core/time/time';
import { timeIn } from '../../../shared/context';
import type { RowProblem } from '../../../shared/errors';
import { withoutUndefined } from '../../../shared/errors';
import { refuseRows } from '../../../shared/refusal';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isCalled, stopsAtFirst } from './run';
import { isNamedByUser } from './settings';

/** Whether a row was not issued. To be asked once all rows are closed. */
export const hasFailed = isIn('rejected', 'unknown', 'notAttempted');

export type FailedRow = RowIn<'rejected' | 'unknown' | 'notAttempted'>;

/** What the user calls the row, in what is told of it. */
export const namesOf = ({ settings }: AddRun, { key }: Row) => ({
	idempotencyKey: key,
	batchName: settings.batch?.label,
});

/** Of a name that the user gave, which another run has left open. */
const IN_USE: ReadonlySet<Code> = new Set(['IDEMPOTENCY_KEY_IN_USE', 'BATCH_ROW_IN_USE']);

/** What a row that was not issued has to say, with its details (reference.md "The five outcomes"). */
export function problemOf(run: AddRun, row: FailedRow): RowProblem {
	const { state, shownRequest, itemIndex } = row;
	const { is: outcome, problem } = state;
	const details: IDataObject = {
		outcome,
		...problem.details,
		// Nothing was done, and nothing is wrong with the row: the login, the keys, the network.
		...(outcome === 'rejected' && problem.endsRun && { retryable: true }),
		...shownRequest,
		...withoutUndefined(namesOf(run, row)),
	};
	if (!isIn('unknown')(row)) return { ...problem, itemIndex, details };
	const { askedAt, candidates = [] } = row.state;
	return {
		...problem,
		itemIndex,
		description: whatToDo(run, row),
		code: IN_USE.has(problem.code) ? problem.code : 'ROW_IN_DOUBT',
		details: { ...details, askedAt: toIso(askedAt), candidates },
	};
}

/** The one cure for a row that may have been paid: run it again after its hold. */
function whatToDo(run: AddRun, row: RowIn<'unknown'>): string {
	const { context, settings } = run;
	const { problem, candidates, askedAt, heldUntil = askedAt + settings.holdMs } = row.state;
	const known = `The request was sent at ${timeIn(context, askedAt)}. ${whatIsKnown(candidates)}`;
	const cure = cureOf(run, timeIn(context, heldUntil), candidates);
	return inOne(problem.description, cure, known);
}

function cureOf(run: AddRun, after: string, candidates: string[] = []): string {
	const { settings } = run;
	if (isNamedByUser(settings)) {
		const byHand = `If it stays unknown, look for it with Balance: Get Many. Then set outcome in its row of the Data Table "${settings.ledgerTable}" to issued or rejected.`;
		return `Run it again at any time, with the same key or batch. If GMC lists the top-up, the row is skipped. If GMC still does not list it after ${after}, it is sent.${candidates.length > 0 ? ` ${byHand}` : ''}`;
	}
	// n8n offers no Retry of what has succeeded under Continue.
	const hasRetry = stopsAtFirst(run) && !isCalled(run) && !run.isTool;
	return hasRetry
		? `Use Executions → Retry of this execution at any time, and of no other one: before ${after} it only asks GMC. If GMC lists the top-up, the row is not sent again. If GMC still does not list it then, it is sent. Before you send the row in any other way, look for it with Balance: Get Many.`
		: `Before you send this row again, look for it with Balance: Get Many after ${after}.`;
}

function whatIsKnown(candidates?: string[]): string {
	if (candidates === undefined)
		return "GMC's list could not be read completely, so it proves nothing.";
	return candidates.length === 0
		? "GMC's list does not show it yet."
		: `It may be one of these top-ups: ${candidates.join(', ')}.`;
}

/**
 * Ends the run before anything was sent, naming the bad rows.
 *
 * @throws NodeOperationError
 */
export function refuseSheet(run: AddRun, rows: Row[]): never {
	const problems = rows.filter(hasFailed).map((row) => problemOf(run, row));
	refuseRows(run.context, problems, { all: rows.length, isWrite: true });
}
