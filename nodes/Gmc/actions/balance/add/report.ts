import type { IDataObject, IExecuteFunctions, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { ServiceRecord } from '../../../core/record';
import type { Outcome } from '../../../core/outcome';
import { summarize } from '../../../core/outcome';
import type { RowProblem } from '../../errors';
import { toErrorItem, toNodeError } from '../../errors';
import { toItem } from '../../items';
import type { Row } from './rows';
import { orderOf } from './rows';

const MAX_LISTED_ROWS = 10;

/** The plan of a dry run (interface "Outcomes"). */
export function toPlanItems(rows: Row[]): INodeExecutionData[] {
	return rows.map((row) =>
		row.outcome === 'planned'
			? {
					json: { _gmc: { outcome: 'planned', ...orderOf(row) } },
					pairedItem: { item: row.itemIndex },
				}
			: toErrorItem(problemOf(row)),
	);
}

/** One item per row, in the order of the input: the addition, or what went wrong. */
export function toItems(context: IExecuteFunctions, rows: Row[]): INodeExecutionData[] {
	return rows.map((row) => {
		if (row.addition === undefined) return toErrorItem(problemOf(row));
		const record: ServiceRecord = { ...row.addition, _gmc: { outcome: row.outcome } };
		return toItem(context, record, row.itemIndex);
	});
}

/** Ends the run before anything was sent, naming the bad rows. */
export function refuseSheet(context: IExecuteFunctions, bad: Row[], total: number): never {
	const first = problemOf(bad[0]);
	const shown = bad.slice(0, MAX_LISTED_ROWS).map((row) => problemOf(row).message);
	const rest = bad.length - shown.length;
	const list = [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n');
	const node = context.getNode();
	if (bad.length === 1) {
		throw new NodeOperationError(node, `${first.message}. Nothing was sent`, {
			description: first.description,
			itemIndex: first.itemIndex,
		});
	}
	throw new NodeOperationError(
		node,
		`${bad.length} of ${total} rows are not valid. Nothing was sent`,
		{
			description: list,
			itemIndex: first.itemIndex,
		},
	);
}

/** Ends the run at the first failed row, saying what became of all the others. */
export function stopRun(context: IExecuteFunctions, rows: Row[]): never {
	const failed = rows.find(({ problem }) => problem !== undefined)!;
	const problem = problemOf(failed);
	const issued = rows.filter(({ outcome }) => outcome === 'issued');
	const caution =
		issued.length > 0
			? ' Running this again would issue the issued rows a second time: take them out first.'
			: '';
	const description = `${problem.description} Of ${rows.length} rows: ${summarize(outcomesOf(rows))}.${caution}`;
	const error = toNodeError(context, { ...problem, description: description.trim() });
	error.context.data = { ...problem.details, rows: rows.map(rowSummary) };
	throw error;
}

function rowSummary(row: Row): JsonObject {
	const { itemIndex, outcome, addition } = row;
	return { row: itemIndex + 1, outcome, ...(addition && { additionId: addition._id }) };
}

function outcomesOf(rows: Row[]): Outcome[] {
	return rows.map(({ outcome }) => outcome as Outcome);
}

function problemOf(row: Row): RowProblem {
	const { itemIndex, outcome } = row;
	const problem = row.problem ?? {
		itemIndex,
		message: `Row ${itemIndex + 1}: not attempted, because an earlier row failed`,
		description: '',
		details: {},
		requested: false,
	};
	const details: IDataObject = { outcome, ...problem.details, ...orderOf(row) };
	return { ...problem, details };
}
