import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Addition } from '../../../core/service/record';
import { customerOf } from '../../../core/additions/simplified';
import type { Code } from '../../../core/codes';
import { capitalized, inOne, inSentences } from '../../../core/texts/words';
import { toIso } from '../../../core/time/time';
import { namedExecution, shownTime } from '../../../shared/context';
import type { RowProblem } from '../../../shared/errors';
import { toRunProblem, withoutUndefined } from '../../../shared/errors';
import { toItem, withNodeMetadata } from '../../../shared/items';
import { isSimplified } from '../../../shared/output';
import { locatorValue } from '../../../shared/parameters';
import { refuseRows, toErrorItem, withheld } from '../../../shared/refusal';
import type { Execution } from './execution';
import { maybeSent } from './ownProblems';
import { paidByEnded } from './progress';
import { recordItem } from './record';
import type { Row, RowIn, RowTexts } from './row';
import { isIn } from './row';
import type { Unknown } from './rowState';
import type { AddRun } from './run';

/** Whether a row has a problem to tell. */
export const hasFailed = isIn('rejected', 'unknown', 'notAttempted');

export type FailedRow = RowIn<'rejected' | 'unknown' | 'notAttempted'>;

/** What the user calls the row, and notes about it, in what is told of it. */
const namesOf = ({ protection }: AddRun, { texts }: Row) => ({
	idempotencyKey: texts.key,
	batchName: protection.batch,
	note: texts.note,
});

/** Of a name that the user gave, which another run has left open. */
const IN_USE: ReadonlySet<Code> = new Set(['IDEMPOTENCY_KEY_IN_USE', 'BATCH_ROW_IN_USE']);

/** What a row that was not issued has to say, with its details (reference.md "The five outcomes"). */
export function problemOf(run: AddRun, row: FailedRow): RowProblem {
	const { state, shownRequest, itemIndex } = row;
	const customerName = row.customer?.customerName ?? row.expectedName;
	const { is: outcome, problem } = state;
	const details: IDataObject = {
		outcome,
		...problem.details,
		// Nothing was done, and nothing is wrong with the row: the login, the keys, the network.
		...(outcome === 'rejected' && problem.endsRun && { retryable: true }),
		...shownRequest,
		...withoutUndefined(namesOf(run, row)),
	};
	if (!isIn('unknown')(row)) return { ...problem, itemIndex, customerName, details };
	const { askedAt, candidates = [] } = row.state;
	return {
		...problem,
		itemIndex,
		customerName,
		description: whatToDo(run, row),
		code: IN_USE.has(problem.code) ? problem.code : 'ROW_IN_DOUBT',
		details: { ...details, askedAt: toIso(askedAt), candidates },
	};
}

/** What to do about a row that may have been paid. */
function whatToDo(run: AddRun, row: RowIn<'unknown'>): string {
	const { context, settings, protection } = run;
	const { problem, candidates, askedAt, heldUntil = askedAt + settings.holdMs } = row.state;
	const known = `${whatIsProven(run, row.state)} ${whatIsKnown(candidates)}`;
	const cure = protection.words.cure(run, shownTime(context, heldUntil), candidates ?? []);
	return inOne(problem.description, cure, known);
}

function whatIsProven({ context }: AddRun, { askedAt, proves, executionId }: Unknown): string {
	const at = shownTime(context, askedAt);
	const execution = namedExecution(executionId ?? context.getExecutionId());
	if (proves === 'begun') return `The first try began at ${at}.`;
	return proves === 'claimed'
		? `The row was claimed at ${at} by ${execution}, and its request may have left since, or not.`
		: `The request was sent at ${at} by ${execution}.`;
}

function whatIsKnown(candidates?: string[]): string {
	if (candidates === undefined) return "GMC's list was not read completely, so it proves nothing.";
	return candidates.length === 0
		? "GMC's list does not show it yet, or shows it as failed."
		: `It may be one of these top-ups: ${candidates.join(', ')}.`;
}

/**
 * Ends the run before anything was sent, naming the bad rows.
 *
 * @throws NodeOperationError
 */
export function refuseSheet(run: AddRun, rows: Row[]): never {
	const problems = rows.filter(hasFailed).map((row) => problemOf(run, row));
	const first = inSentences(paidByEnded(run, rows));
	refuseRows(run.context, problems, { all: rows.length, isWrite: true, first });
}

/** What became of a closed row. In a dry run: what would. */
export function shownOutcome({ state, sameKeyAs }: Row): string {
	return state.is === 'planned' && sameKeyAs ? 'skipped' : state.is;
}

/** What comes out for a row: a flat record, or without Simplify the addition, the plan or the error. */
export function toRowItem(run: AddRun, row: Row): INodeExecutionData {
	const { context, settings } = run;
	const { itemIndex, nameMatch, customer, shownRequest } = row;
	const problem = hasFailed(row) ? problemOf(run, row) : undefined;
	const done = isIn('issued', 'skipped')(row) ? row.state : undefined;
	const outcome = shownOutcome(row);
	const { replayed, reconciled } = done ?? {};
	if (settings.simplify) {
		return recordItem(context, itemIndex, {
			outcome,
			...askedOf(context, row),
			...(problem && reasonsOf(problem)),
			...(done && additionOf(done.addition)),
			...namesOf(run, row),
			reconciled,
			...(settings.dryRun && comparedIn(run, row)),
		});
	}
	if (problem !== undefined) return toErrorItem(context, problem);
	const { customerIdentifier, amount, currency } = shownRequest ?? {};
	// Who and how much at the left of the editor's table.
	const asked = { outcome, customerName: customer?.customerName, nameMatch };
	const named = { amount, currency, ...namesOf(run, row) };
	if (done === undefined) {
		const _gmc = withoutUndefined({ ...asked, customerIdentifier, ...named });
		return { json: { _gmc }, pairedItem: { item: itemIndex } };
	}
	const _gmc = withoutUndefined({ ...asked, ...named, replayed, reconciled });
	return toItem(context, withNodeMetadata(done.addition, _gmc), itemIndex);
}

/**
 * The same, under Continue, for a row of a run that could not begin. What an earlier try has sent cannot be told then.
 */
export function toWithheldItem(
	context: IExecuteFunctions,
	error: unknown,
	{ itemIndex, execution }: { itemIndex: number; execution: Execution },
): INodeExecutionData {
	const problem: RowProblem = execution.hasBegun
		? { ...toRunProblem(maybeSent(error)), itemIndex, details: { outcome: 'unknown' } }
		: { ...withheld(toRunProblem(error), execution.mayHaveBegun), itemIndex };
	if (!isSimplified(context, itemIndex)) return toErrorItem(context, problem);
	const told = { ...reasonsOf(problem), ...fieldsOf(context, itemIndex) };
	return recordItem(context, itemIndex, told);
}

const additionOf = ({ _id, status }: Addition) =>
	({ additionId: _id || undefined, status }) as IDataObject;

/**
 * What a person compares before money moves. The columns in every row would make the editor's table very high, and it shows
 * `undefined` where a row lacks a field of the others.
 */
const comparedIn = ({ columns }: AddRun, { customer, nameMatch, itemIndex }: Row): IDataObject => ({
	...(customer && customer.taxId !== customer.customerId && { taxId: customer.taxId }),
	nameMatch,
	columns: columns && (columns.firstItem === itemIndex ? columns.told : ''),
});

function reasonsOf(problem: RowProblem): IDataObject {
	const { message, description, code, details } = problem;
	const { outcome, additionId, status, candidates } = details;
	const hasCandidates = Array.isArray(candidates) && candidates.length > 0;
	return {
		outcome,
		reason: inSentences(capitalized(message), description),
		code,
		additionId,
		status,
		candidates: hasCandidates ? candidates : undefined,
	};
}

/** Who should get how much. */
function askedOf(context: IExecuteFunctions, row: Row): IDataObject {
	const { customer, shownRequest } = row;
	if (shownRequest === undefined) return fieldsOf(context, row.itemIndex, row.texts.asked);
	const { customerIdentifier, amount, currency } = shownRequest;
	if (customer === undefined) return { ...namedBy(customerIdentifier), amount, currency };
	const { customerId, customerName } = customer;
	return { customerId, customerName, amount, currency };
}

/** Digits are a tax ID, also where a spreadsheet has dropped its zeros. */
function namedBy(identifier: string | number | undefined) {
	const named = customerOf(identifier);
	return /^\d{8,14}$/.test(named.customerId ?? '') ? { taxId: named.customerId } : named;
}

/** The same of a row that cannot be read: its fields as they came. */
function fieldsOf(
	context: IExecuteFunctions,
	itemIndex: number,
	asked?: RowTexts['asked'],
): IDataObject {
	const read = (name: 'customer' | 'amount' | 'currency'): string | number | undefined => {
		try {
			const value = asked?.[name] ?? locatorValue(context.getNodeParameter(name, itemIndex));
			return typeof value === 'string' || typeof value === 'number' ? value : undefined;
		} catch {
			return undefined;
		}
	};
	return { ...namedBy(read('customer')), amount: read('amount'), currency: read('currency') };
}
