import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import { customerOf, isoTime } from '../../../core/additions/simplified';
import { locatorValue } from '../../../shared/parameters';
import type { RowProblem } from '../../../shared/errors';
import { ofRow, withoutUndefined } from '../../../shared/errors';
import { namesOf } from './failedRows';
import type { Row } from './row';
import { isIn } from './row';
import type { RowCustomer } from './rowState';
import type { AddRun } from './run';

/** What became of a row, or would. */
interface Told {
	outcome: string;
	/** Why it was not issued. */
	problem?: RowProblem;
}

/** A row as a flat record: the same fields whatever became of it (reference.md "Simplify"). */
export function rowRecord(run: AddRun, row: Row, { outcome, problem }: Told): INodeExecutionData {
	const { context } = run;
	const { nameMatch, itemIndex } = row;
	const done = isIn('issued', 'skipped')(row) ? row.state : undefined;
	return recordItem(context, itemIndex, {
		outcome,
		...(problem && reasonsOf(problem)),
		...askedOf(context, row),
		...(done && additionOf(done.addition, context.getTimezone())),
		...namesOf(run, row),
		nameMatch,
		replayed: done?.replayed,
		reconciled: done?.reconciled,
	});
}

const additionOf = ({ _id, status, createdAt }: Addition, timeZone: string) =>
	({ additionId: _id, status, createdAt: isoTime(createdAt, timeZone) }) as IDataObject;

/** The same of a row in a run that could not begin. */
export const withheldRecord = (context: IExecuteFunctions, problem: RowProblem) =>
	recordItem(context, problem.itemIndex, {
		...reasonsOf(problem),
		...fieldsOf(context, problem.itemIndex),
	});

function reasonsOf(problem: RowProblem): IDataObject {
	const { description, code, details } = problem;
	const { outcome, additionId, status, candidates } = details;
	const hasCandidates = Array.isArray(candidates) && candidates.length > 0;
	return {
		outcome,
		reason: ofRow(problem),
		advice: description || undefined,
		code,
		additionId,
		status,
		candidates: hasCandidates ? candidates : undefined,
	};
}

/** Who should get how much. */
function askedOf(context: IExecuteFunctions, row: Row): IDataObject {
	const { customer: found, shownRequest } = row;
	if (shownRequest === undefined) return fieldsOf(context, row.itemIndex);
	const { customerIdentifier, amount, currency } = shownRequest;
	return { ...(found ? shownOf(found) : namedBy(customerIdentifier)), amount, currency };
}

const shownOf = ({ customerId, customerName, taxId }: RowCustomer) => ({
	customerId,
	customerName,
	taxId: taxId === customerId ? undefined : taxId,
});

/** Digits are a tax ID, also where a spreadsheet has dropped its zeros. */
function namedBy(identifier: string | number | undefined) {
	const named = customerOf(identifier);
	return /^\d{8,14}$/.test(named.customerId ?? '') ? { taxId: named.customerId } : named;
}

/** The same of a row that cannot be read: its fields as they came. */
function fieldsOf(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const read = (name: string): string | number | undefined => {
		try {
			const value = locatorValue(context.getNodeParameter(name, itemIndex));
			return typeof value === 'string' || typeof value === 'number' ? value : undefined;
		} catch {
			return undefined;
		}
	};
	return { ...namedBy(read('customer')), amount: read('amount'), currency: read('currency') };
}

/** What a person checks comes first, since the editor's table shows four or five columns. */
const firstOf = ({ outcome, customerName, amount, currency, reason }: IDataObject) => ({
	outcome,
	customerName,
	amount,
	currency,
	reason,
});

/**
 * A failed row has `error` as well. Where n8n sends it to the error output, it lets through `error` and `details` only,
 * and puts them over the fields of the input (n8n.md E8).
 */
function recordItem(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: IDataObject,
): INodeExecutionData {
	const record = withoutUndefined({ ...firstOf(fields), ...fields });
	const { reason: error } = record;
	const pairedItem = { item: itemIndex };
	if (error === undefined) return { json: record, pairedItem };
	const isSplit = context.getNode().onError === 'continueErrorOutput';
	return { json: isSplit ? { error, details: record } : { ...record, error }, pairedItem };
}
