import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../../core/additions/outcome';
import type { Message } from '../../../core/texts/message';
import { summarize } from '../../../core/additions/outcome';
import { toErrorItem, toNodeError, withoutUndefined } from '../../../shared/errors';
import { textsFor } from '../../../shared/language';
import { showHint } from '../../../shared/hints';
import { toItem, withNodeMetadata } from '../../../shared/items';
import { endTwins } from './keys';
import { failedRows, problemOf } from './problems';
import type { FailedRow } from './problems';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

const ADVICE =
	'Retrying this execution is safe: what was issued is not issued again. For a new execution with the same rows, set Options → Duplicate Protection to History first.';

const KEY_ADVICE =
	'Running these rows again, in whichever way, is safe: what a key has paid is not paid again.';

const SUB_WORKFLOW_ADVICE =
	'This runs as a sub-workflow: a retry of the workflow that called it starts it anew, without knowing what was issued, and would issue that again. Set Options → Duplicate Protection to History first.';

/** The plan of a dry run (README "The five outcomes"). */
export function toPlanItems(context: IExecuteFunctions, rows: Row[]): INodeExecutionData[] {
	for (const row of rows.filter(isIn('inDoubt'))) row.close();
	const planned = rows.filter(isIn('planned')).length;
	const message = `Dry run: ${planned} of ${rows.length} rows would be issued. Nothing was sent.`;
	showHint(context, planned < rows.length ? 'warning' : 'info', message);
	return rows.map((row) =>
		row.state.is === 'planned'
			? {
					json: {
						_gmc: withoutUndefined({
							outcome: 'planned',
							...row.request,
							idempotencyKey: row.key,
						}),
					},
					pairedItem: { item: row.itemIndex },
				}
			: toResult(context, row),
	);
}

/**
 * Ends the run: one item per row, in the order of the input, or the error that stops the workflow.
 *
 * @throws NodeApiError or NodeOperationError at the first failed row, under On Error: Stop Workflow
 */
export function finish(
	{ context, ledger, stopAtFirst, keys }: AddRun,
	rows: Row[],
): INodeExecutionData[] {
	if (keys) endTwins(keys.twins);
	const reasons = rows.filter(isIn('inDoubt', 'rejected', 'notAttempted'));
	for (const row of rows) row.close();
	const failed = failedRows(rows);
	if (failed.length === 0) ledger.compact();
	else if (stopAtFirst) stopWorkflow(context, rows, failedRows(reasons));
	hintAtOutcomes(context, rows, failed);
	return rows.map((row) => toResult(context, row));
}

function toResult(context: IExecuteFunctions, row: Row): INodeExecutionData {
	if (!isIn('issued', 'skipped')(row)) return toErrorItem(context, problemOf(row as FailedRow));
	const { is: outcome, addition, replayed, reconciled, waited } = row.state;
	const idempotencyKey = row.key;
	const _gmc = withoutUndefined({ outcome, idempotencyKey, replayed, reconciled, waited });
	return toItem(context, withNodeMetadata(addition, _gmc), row.itemIndex);
}

/** Says what the items alone would hide: rows that failed, and rows that were not issued this time. */
function hintAtOutcomes(context: IExecuteFunctions, rows: Row[], failed: FailedRow[]): void {
	const done = rows.filter(isIn('issued', 'skipped'));
	const skipped = done.filter(({ state }) => state.is === 'skipped').length;
	const replayed = done.filter(({ state }) => state.replayed).length;
	if (skipped > 0) {
		showHint(context, 'info', `${skipped} of ${rows.length} rows skipped as already issued`);
	}
	if (replayed > 0) {
		const message = `${replayed} of ${rows.length} rows were issued by an earlier try of this execution, not again`;
		showHint(context, 'info', message);
	}
	if (failed.length > 0) {
		const counts = summarize(failed.map(outcomeOf));
		showHint(
			context,
			'warning',
			(texts) =>
				`Of ${rows.length} rows: ${counts(texts)}. "error" and "details" of their items say why.`,
		);
	}
}

/**
 * An unknown row matters more than any other, so the error is about the first of those.
 *
 * @param reasons the rows that failed by themselves; none when the execution was cancelled
 */
function stopWorkflow(context: IExecuteFunctions, rows: Row[], reasons: FailedRow[]): never {
	const first = reasons.find(isIn('unknown')) ?? reasons.find(isIn('rejected')) ?? reasons[0];
	const problem = problemOf(first ?? failedRows(rows)[0]);
	const summary = summarize(rows.map(outcomeOf));
	const counts: Message = (texts) =>
		rows.length > 1 ? `Of ${rows.length} rows: ${summary(texts)}.` : '';
	const keyless = isSubWorkflow(context) ? SUB_WORKFLOW_ADVICE : ADVICE;
	const advice = rows.some(({ key }) => key !== undefined) ? KEY_ADVICE : keyless;
	const description: Message = (texts) =>
		[problem.description?.(texts), counts(texts), advice].filter(Boolean).join(' ');
	const error = toNodeError(context, { ...problem, description });
	const own = problem.description?.(textsFor(context));
	error.context.data = {
		...problem.details,
		...(own && { description: own }),
		rows: rows.map(summaryOf),
	};
	throw error;
}

/** Whatever calls a workflow, n8n gives it an execution, and the node a context, of its own (n8n.md E17). */
const isSubWorkflow = (context: IExecuteFunctions): boolean => context.getMode() === 'integrated';

/** Of a closed row. */
const outcomeOf = ({ state }: Row): Outcome => state.is as Outcome;

function summaryOf(row: Row): IDataObject {
	const isDone = isIn('issued', 'skipped')(row);
	const additionId = isDone ? row.state.addition._id : undefined;
	return withoutUndefined({ row: row.itemIndex + 1, outcome: outcomeOf(row), additionId });
}
