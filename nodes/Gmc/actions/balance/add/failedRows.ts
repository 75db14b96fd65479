import type { Code } from '../../../core/codes';
import type { IDataObject } from 'n8n-workflow';
import type { Moment } from '../../../core/texts/words';
import { toIso } from '../../../core/time/time';
import type { RowProblem } from '../../../shared/errors';
import { withoutUndefined } from '../../../shared/errors';
import { refuseRows } from '../../../shared/refusal';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { Unknown } from './rowState';
import type { AddRun } from './run';
import { isCalled, stopsAtFirst } from './run';
import { isNamedByUser } from './settings';
import { time, inOne } from '../../../core/texts/words';
import { momentIn } from '../../../shared/context';

/** The rows that were not issued. To be asked once all rows are closed. */
export const failedRows = (rows: Row[]) => rows.filter(isIn('rejected', 'unknown', 'notAttempted'));

export type FailedRow = ReturnType<typeof failedRows>[number];

/** What the user calls the row, in what is told of it. */
export const namesOf = ({ settings }: AddRun, { key }: Row) => ({
	idempotencyKey: key,
	batchName: settings.batch?.label,
});

/** What a row that was not issued has to say, with its details (reference.md "The five outcomes"). */
export function problemOf(run: AddRun, row: FailedRow): RowProblem {
	const { state, shownRequest } = row;
	const { is: outcome, problem } = state;
	const description = isIn('unknown')(row) ? whatToDo(run, row) : problem.description;
	const details: IDataObject = {
		outcome,
		...problem.details,
		// Nothing was done, and nothing is wrong with the row: the login, the keys, the network.
		...(outcome === 'rejected' && problem.endsRun && { retryable: true }),
		...shownRequest,
		...withoutUndefined(namesOf(run, row)),
		...(state.is === 'unknown' && doubts(state)),
	};
	const code = isIn('unknown')(row) && !IN_USE.has(problem.code) ? 'ROW_IN_DOUBT' : problem.code;
	return { ...problem, description, code, details };
}

/** Of a name that the user gave, which another run has left open. */
const IN_USE: ReadonlySet<Code> = new Set(['IDEMPOTENCY_KEY_IN_USE', 'BATCH_ROW_IN_USE']);

/** The problem keeps the run from finding out whether an earlier try has sent the row. */
export const maybeSentProblem = (problem: RowProblem): RowProblem => ({
	...problem,
	message: `an earlier try may have sent this row, and we don't know whether it was paid. ${problem.message}`,
});

const doubts = ({ askedAt, candidates = [] }: Unknown): IDataObject => ({
	askedAt: toIso(askedAt),
	candidates,
});

/** The one cure for a row that may have been paid: run it again after its hold. */
function whatToDo(run: AddRun, row: RowIn<'unknown'>): string {
	const { context, settings } = run;
	const { candidates, askedAt: asked, heldUntil = asked + settings.holdMs } = row.state;
	const after = momentIn(context, heldUntil);
	const askedAt = momentIn(context, asked);
	const known = whatIsKnown({ askedAt, candidates });
	return inOne(row.state.problem.description, cureOf(run, after, candidates), known);
}

function cureOf(run: AddRun, after: Moment, candidates: string[] = []): string {
	const { settings } = run;
	const hasCandidates = candidates.length > 0;
	if (isNamedByUser(settings)) {
		return `Run it again at any time, with the same key or batch. If GMC lists the top-up, the row is skipped. If GMC still does not list it after ${time(after)}, it is sent.${hasCandidates ? ` If it stays unknown, look for it with Balance: Get Many. Then set outcome in its row of the Data Table "${settings.ledgerTable}" to issued or rejected.` : ''}`;
	}
	// n8n offers no Retry of what has succeeded under Continue.
	const hasRetry = stopsAtFirst(run) && !isCalled(run) && !run.isTool;
	return hasRetry
		? `Use Executions → Retry of this execution at any time, and of no other one: before ${time(after)} it only asks GMC. If GMC lists the top-up, the row is not sent again. If GMC still does not list it then, it is sent. Before you send the row in any other way, look for it with Balance: Get Many.`
		: `Before you send this row again, look for it with Balance: Get Many after ${time(after)}.`;
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

const whatIsKnown = ({ askedAt, candidates }: { askedAt: Moment; candidates?: string[] }) => {
	const asked = `The request was sent at ${time(askedAt)}.`;
	if (candidates === undefined)
		return `${asked} GMC's list could not be read completely, so it proves nothing.`;
	if (candidates.length === 0) return `${asked} GMC's list does not show it yet.`;
	return `${asked} It may be one of these top-ups: ${candidates.join(', ')}.`;
};
