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

/** The plan of a dry run (reference.md "The five outcomes"). */
export function toPlanItems(context: IExecuteFunctions, rows: Row[]): INodeExecutionData[] {
	for (const row of rows.filter(isIn('inDoubt'))) row.close();
	const planned = rows.filter(isIn('planned')).length;
	const all = rows.length;
	showHint(context, planned < all ? 'warning' : 'info', ({ additions }) =>
		additions.dryRun({ planned, all }),
	);
	return rows.map((row) =>
		row.state.is === 'planned'
			? {
					json: {
						_gmc: withoutUndefined({
							...{ outcome: 'planned', customerName: row.customerName },
							...{ ...row.request, idempotencyKey: row.key },
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
	const cause = causeOf(reasons, stopAtFirst);
	for (const row of rows) row.close(cause);
	const failed = failedRows(rows);
	if (failed.length === 0) ledger.compact();
	else if (stopAtFirst) stopWorkflow(context, rows, failedRows(reasons));
	hintAtOutcomes(context, rows, failed);
	return rows.map((row) => toResult(context, row));
}

function toResult(context: IExecuteFunctions, row: Row): INodeExecutionData {
	if (!isIn('issued', 'skipped')(row))
		return toErrorItem(context, problemOf(row as FailedRow, context.getTimezone()));
	const { is: outcome, addition, replayed, reconciled, waited } = row.state;
	const { customerName, key: idempotencyKey } = row;
	const { amount, currency } = row.request ?? {};
	// Who and how much at the left of the editor's table.
	const asked = { outcome, customerName, amount, currency, idempotencyKey };
	const _gmc = withoutUndefined({ ...asked, replayed, reconciled, waited });
	return toItem(context, withNodeMetadata(addition, _gmc), row.itemIndex);
}

/** Says what the items alone would hide: rows that failed, and rows that were not issued this time. */
function hintAtOutcomes(context: IExecuteFunctions, rows: Row[], failed: FailedRow[]): void {
	const all = rows.length;
	const done = rows.filter(isIn('issued', 'skipped'));
	const skipped = done.filter(({ state }) => state.is === 'skipped').length;
	const replayed = done.filter(({ state }) => state.replayed).length;
	if (skipped > 0) {
		showHint(context, 'info', ({ additions }) => additions.skipped({ skipped, all }));
	}
	if (replayed > 0) {
		showHint(context, 'info', ({ additions }) => additions.replayed({ replayed, all }));
	}
	if (failed.length > 0) {
		const told = ofRows(all, failed);
		showHint(context, 'warning', (texts) => `${told(texts)} ${texts.additions.seeItems}`);
	}
}

/**
 * An unknown row matters more than any other, so the error is about the first of those.
 *
 * @param reasons the rows that failed by themselves; none when the execution was cancelled
 */
function stopWorkflow(context: IExecuteFunctions, rows: Row[], reasons: FailedRow[]): never {
	const first = reasons.find(isIn('unknown')) ?? reasons.find(isIn('rejected')) ?? reasons[0];
	const problem = problemOf(first ?? failedRows(rows)[0], context.getTimezone());
	const advice = rows.some(({ key }) => key !== undefined)
		? 'withKeys'
		: adviceWithoutKeys(context);
	const counts = ofRows(rows.length, rows);
	const description: Message = (texts) =>
		[
			problem.description?.(texts),
			rows.length > 1 ? counts(texts) : undefined,
			texts.additions.again[advice],
		]
			.filter(Boolean)
			.join(' ');
	const error = toNodeError(context, { ...problem, description });
	const own = problem.description?.(textsFor(context));
	error.context.data = {
		...problem.details,
		...(own && { description: own }),
		rows: rows.map(summaryOf),
	};
	throw error;
}

/** Which row has kept back the others: one in doubt, or else the first one that ends a run. */
function causeOf(reasons: Row[], stopAtFirst: boolean): Row | undefined {
	const failed = reasons.filter(isIn('rejected', 'notAttempted'));
	const ending = failed.find(({ state }) => state.problem.endsRun);
	return reasons.find(isIn('inDoubt')) ?? ending ?? (stopAtFirst ? failed[0] : undefined);
}

/** Whatever calls a workflow, n8n gives it an execution, and the node a context, of its own (n8n.md E17). */
const adviceWithoutKeys = (context: IExecuteFunctions) =>
	context.getMode() === 'integrated' ? 'subWorkflow' : 'plain';

/** What has become of these rows, all of them closed, out of so many. */
function ofRows(all: number, closed: Row[]): Message {
	const outcomes = summarize(closed.map(outcomeOf));
	return (texts) => texts.additions.ofRows({ all, outcomes: outcomes(texts) });
}

/** Of a closed row. */
const outcomeOf = ({ state }: Row): Outcome => state.is as Outcome;

function summaryOf(row: Row): IDataObject {
	const isDone = isIn('issued', 'skipped')(row);
	const additionId = isDone ? row.state.addition._id : undefined;
	return withoutUndefined({ row: row.itemIndex + 1, outcome: outcomeOf(row), additionId });
}
