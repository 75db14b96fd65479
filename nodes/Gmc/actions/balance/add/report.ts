import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { RECENT_MINUTES } from '../../../core/additions/recent';
import type { Outcome } from '../../../core/additions/outcome';
import { summarize } from '../../../core/additions/outcome';
import { toErrorItem, withoutUndefined } from '../../../shared/errors';
import { toItem, withNodeMetadata } from '../../../shared/items';
import { errorOfRow } from '../../../shared/refusal';
import { hintAtResult, unwrittenIn } from './hints';
import { failedRows, namesOf, problemOf } from './failedRows';
import type { FailedRow } from './failedRows';
import { rowRecord } from './rowRecord';
import { endSameKeys } from './verdicts';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isCalled, stopsAtFirst } from './run';
import { isNamedByUser } from './settings';
import { count, inOne, inSentences } from '../../../core/texts/words';

const RETRY_IS_SAFE =
	'Executions → Retry is safe, unless you have sent these rows in another execution since: rows that were paid are not paid again, as long as customer, amount and currency stay the same.';
const REMOVE_PAID = 'Before that, remove the rows that Balance: Get Many shows.';
const TOO_LATE_FOR_NAMES =
	'Adding an Idempotency Key or a Batch Name now does not protect rows that were sent without one.';

/** The plan of a dry run (reference.md "The five outcomes"). What would be kept back is not planned. */
export function toPlanItems(run: AddRun, rows: Row[]): INodeExecutionData[] {
	if (stopsAtFirst(run) && rows.some(isIn('rejected', 'notAttempted'))) closeRows(run, rows);
	// What is the same as a row that would be issued is then skipped.
	const hasPlannedFirst = ({ sameKeyAs }: Row) =>
		sameKeyAs !== undefined && isIn('planned')(sameKeyAs);
	endSameKeys(rows.filter((row) => !hasPlannedFirst(row)));
	hintAtResult(run, rows);
	return rows.map((row) =>
		row.state.is === 'planned'
			? toPlan(run, row, hasPlannedFirst(row) ? 'skipped' : 'planned')
			: toResult(run, row),
	);
}

function toPlan(run: AddRun, row: Row, outcome: 'planned' | 'skipped'): INodeExecutionData {
	if (run.settings.simplify) return rowRecord(run, row, { outcome });
	const plan = { outcome, ...payeeOf(row), ...row.shownRequest, ...namesOf(run, row) };
	return { json: { _gmc: withoutUndefined(plan) }, pairedItem: { item: row.itemIndex } };
}

/** The customer of a row, for its item. */
const payeeOf = ({ customer, nameMatch }: Row): IDataObject => ({
	customerName: customer?.customerName,
	nameMatch: nameMatch === 'mismatch' ? undefined : nameMatch,
});

/**
 * Ends the run: one item per row, in the order of the input, or the error that stops the workflow.
 *
 * @throws NodeApiError or NodeOperationError at the first failed row, under On Error: Stop Workflow
 */
export function finish(run: AddRun, rows: Row[]): INodeExecutionData[] {
	endSameKeys(rows);
	const reasons = closeRows(run, rows);
	const failed = failedRows(rows);
	if (failed.length > 0 && stopsAtFirst(run)) stopWorkflow(run, rows, failedRows(reasons));
	hintAtResult(run, rows);
	return rows.map((row) => toResult(run, row));
}

/**
 * Nothing more is sent: each row has its outcome from now on.
 *
 * @returns the rows that have failed by themselves
 */
function closeRows(run: AddRun, rows: Row[]): Row[] {
	const reasons = rows.filter(isIn('unknown', 'rejected', 'notAttempted'));
	const cause = causeOf(reasons, stopsAtFirst(run));
	for (const row of rows) row.close(cause);
	return reasons;
}

function toResult(run: AddRun, row: Row): INodeExecutionData {
	const { context, settings } = run;
	const isDone = isIn('issued', 'skipped')(row);
	const problem = isDone ? undefined : problemOf(run, row as FailedRow);
	if (settings.simplify) return rowRecord(run, row, { outcome: outcomeOf(row), problem });
	if (!isDone) return toErrorItem(problem!);
	const { is: outcome, addition, replayed, reconciled, waited } = row.state;
	const { amount, currency } = row.shownRequest ?? {};
	// Who and how much at the left of the editor's table.
	const asked = { outcome, ...payeeOf(row), amount, currency, ...namesOf(run, row) };
	const _gmc = withoutUndefined({ ...asked, replayed, reconciled, waited });
	return toItem(context, withNodeMetadata(addition, _gmc), row.itemIndex);
}

/**
 * An unknown row matters more than any other, so the error is about the first of those.
 *
 * @param reasons the rows that failed by themselves; none when the execution was cancelled
 */
function stopWorkflow(run: AddRun, rows: Row[], reasons: FailedRow[]): never {
	const { context } = run;
	const first = reasons.find(isIn('unknown')) ?? reasons.find(isIn('rejected')) ?? reasons[0];
	const problem = problemOf(run, first ?? failedRows(rows)[0]);
	const advice = adviceFor(run, rows);
	const counts = ofRows(rows.length, rows);
	const rest = rows.length > 1 ? counts : undefined;
	// n8n shows no hints beside an error.
	const description = inOne(problem.description, rest, inSentences(unwrittenIn(run)), advice);
	const error = errorOfRow(context, problem, { all: rows.length, description });
	error.context.data = { code: problem.code, rows: rows.map(summaryOf) };
	throw error;
}

/** Which row has kept back the others: one that is unknown, or else the first one that ends a run. */
function causeOf(reasons: Row[], stopAtFirst: boolean): Row | undefined {
	const failed = reasons.filter(isIn('rejected', 'notAttempted'));
	const ending = failed.find(({ state }) => state.problem.endsRun);
	return reasons.find(isIn('unknown')) ?? ending ?? (stopAtFirst ? failed[0] : undefined);
}

/** What running these rows again does, by the button that is pressed. An unknown row says so itself. */
function adviceFor(run: AddRun, rows: Row[]): string | undefined {
	const { settings } = run;
	// Other calls of a tool, or of a sub-workflow, may have paid.
	if (!rows.some(isIn('issued')) && !run.isTool && !isCalled(run)) {
		if (rows.some(isIn('skipped', 'unknown'))) return undefined;
		const { mayHavePaid, mayHaveBegun } = run.execution;
		if (!mayHavePaid && !mayHaveBegun) return 'Nothing was paid.';
	}
	if (isNamedByUser(settings))
		return 'Running these rows again is safe, by Executions → Retry or by Execute step: rows that were paid are not paid again.';
	if (run.isTool)
		return `Executions → Retry starts the agent from the beginning, and every top-up that it asks for again is paid again, under Recent after ${RECENT_MINUTES} minutes. First look at what Balance: Get Many shows.`;
	if (isCalled(run))
		return `This is a sub-workflow. Executions → Retry of the workflow that calls it runs it from the beginning, and does not know which rows were paid. ${REMOVE_PAID} ${TOO_LATE_FOR_NAMES}`;
	const again =
		settings.duplicateProtection === 'recent'
			? `Execute step or a new execution refuses the paid rows for ${RECENT_MINUTES} minutes, then pays them again.`
			: 'Execute step or a new execution pays them again.';
	return `${RETRY_IS_SAFE} ${again} ${REMOVE_PAID} ${TOO_LATE_FOR_NAMES}`;
}

/** What has become of these rows, all of them closed, out of so many. */
function ofRows(all: number, closed: Row[]): string {
	const outcomes = summarize(closed.map(outcomeOf));
	return `Of ${count(all, 'row', 'rows')}: ${outcomes}.`;
}

/** Of a closed row. */
const outcomeOf = ({ state }: Row): Outcome => state.is as Outcome;

function summaryOf(row: Row): IDataObject {
	const isDone = isIn('issued', 'skipped')(row);
	const additionId = isDone ? row.state.addition._id : undefined;
	return withoutUndefined({ row: row.itemIndex + 1, outcome: outcomeOf(row), additionId });
}
