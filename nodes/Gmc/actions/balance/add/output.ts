import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Outcome } from '../../../core/additions/outcome';
import { summarize } from '../../../core/additions/outcome';
import type { RowProblem } from '../../../shared/errors';
import { toErrorItem, toNodeError, withoutUndefined } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { toItem, withNodeMetadata } from '../../../shared/items';
import { problemOf } from './problems';
import type { Row } from './rows';
import { having, orderOf } from './rows';
import type { Line } from './send';

const MAX_LISTED_ROWS = 10;

/** The plan of a dry run (interface "Outcomes"). */
export function toPlanItems(context: IExecuteFunctions, rows: Row[]): INodeExecutionData[] {
	const planned = rows.filter(having('planned')).length;
	const message = `Dry run: ${planned} of ${rows.length} rows would be issued. Nothing was sent.`;
	showHint(context, planned < rows.length ? 'warning' : 'info', message);
	return rows.map((row) =>
		row.outcome === 'planned'
			? {
					json: { _gmc: { outcome: 'planned', ...orderOf(row) } },
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
	context: IExecuteFunctions,
	{ ledger, stopAtFirst }: Line,
	rows: Row[],
): INodeExecutionData[] {
	for (const row of rows) {
		if (row.outcome === 'planned') row.outcome = 'notAttempted';
		if (row.outcome === 'open') row.outcome = 'unknown';
	}
	if (rows.every(having('issued', 'skipped'))) ledger.compact();
	else if (stopAtFirst) stopRun(context, rows);
	hintAtOutcomes(context, rows);
	return rows.map((row) => toResult(context, row));
}

function toResult(context: IExecuteFunctions, row: Row): INodeExecutionData {
	if (!having('issued', 'skipped')(row)) return toErrorItem(problemOf(row));
	const { outcome, replayed, reconciled, waited } = row;
	const _gmc = withoutUndefined({ outcome, replayed, reconciled, waited });
	return toItem(context, withNodeMetadata(row.addition ?? {}, _gmc), row.itemIndex);
}

/** Says what the items alone would hide: rows that failed, and rows that were not issued this time. */
function hintAtOutcomes(context: IExecuteFunctions, rows: Row[]): void {
	const skipped = rows.filter(having('skipped')).length;
	const replayed = rows.filter((row) => row.replayed).length;
	const failed = rows.filter(having('rejected', 'unknown', 'notAttempted'));
	if (skipped > 0) {
		showHint(context, 'info', `${skipped} of ${rows.length} rows skipped as already issued`);
	}
	if (replayed > 0) {
		const message = `${replayed} of ${rows.length} rows were issued by an earlier try of this execution, not again`;
		showHint(context, 'info', message);
	}
	if (failed.length > 0) {
		const counts = summarize(failed.map(({ outcome }) => outcome as Outcome));
		const message = `Of ${rows.length} rows: ${counts}. "error" and "details" of their items say why.`;
		showHint(context, 'warning', message);
	}
}

/** Ends the run before anything was sent when any row is bad, naming the bad ones. */
export function refuseSheet(context: IExecuteFunctions, rows: Row[]): void {
	const problems = rows.filter(({ problem }) => problem !== undefined).map(problemOf);
	if (problems.length === 0) return;
	const [{ message, description, itemIndex }] = problems;
	const isOneReason = new Set(problems.map(({ description: advice }) => advice)).size === 1;
	const [title, text] =
		problems.length === 1
			? [message, description]
			: [`${problems.length} of ${rows.length} rows are refused`, listed(problems)];
	throw new NodeOperationError(context.getNode(), `${title}. Nothing was sent`, {
		description: problems.length > 1 && isOneReason ? `${text}\n${description}` : text,
		itemIndex,
	});
}

function listed(problems: RowProblem[]): string {
	const shown = problems.slice(0, MAX_LISTED_ROWS).map(({ message }) => message);
	const rest = problems.length - shown.length;
	return [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n');
}

/** An unknown row matters more than any other, so the error is about the first of those. */
function stopRun(context: IExecuteFunctions, rows: Row[]): never {
	const failed =
		rows.find(having('unknown')) ??
		rows.find(having('rejected')) ??
		rows.find(having('notAttempted'));
	const problem = problemOf(failed!);
	const outcomes = rows.map(({ outcome }) => outcome as Outcome);
	const counts = rows.length > 1 ? `Of ${rows.length} rows: ${summarize(outcomes)}.` : undefined;
	const advice =
		'Retrying this execution is safe: what was issued is not issued again. For a new execution with the same rows, set Options → Duplicate Protection to History first.';
	const description = [problem.description, counts, advice].filter(Boolean).join(' ');
	const error = toNodeError(context, { ...problem, description });
	error.context.data = { ...problem.details, rows: rows.map(rowSummary) };
	throw error;
}

function rowSummary({ itemIndex, outcome, addition }: Row): IDataObject {
	return withoutUndefined({ row: itemIndex + 1, outcome, additionId: addition?._id });
}
