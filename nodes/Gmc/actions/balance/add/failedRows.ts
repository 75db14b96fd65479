import type { Code } from '../../../core/codes';
import type { IDataObject } from 'n8n-workflow';
import type { Moment, Sum } from '../../../core/texts/words';
import { toIso } from '../../../core/time/time';
import type { RowProblem } from '../../../shared/errors';
import { withoutUndefined, ofRow } from '../../../shared/errors';
import { refuseRows } from '../../../shared/refusal';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { Unknown } from './rowState';
import type { AddRun } from './run';
import { isCalled, stopsAtFirst } from './run';
import { isNamedByUser } from './settings';
import { time, inOne, money, number } from '../../../core/texts/words';
import { momentIn } from '../../../shared/context';
import type { Addition } from '../../../api/schemas';
import type { Charge } from '../../../core/additions/charge';
import { failureReason } from '../../../core/additions/status';
import { InputError } from '../../../core/util/inputError';

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
	const code = isIn('unknown')(row) && !IN_USE.has(problem.code) ? 'ROW_IN_DOUBT' : problem.code;
	return { ...problem, description, code, details };
}

/** Of a name that the user gave, which another run has left open. */
const IN_USE: ReadonlySet<Code> = new Set(['IDEMPOTENCY_KEY_IN_USE', 'BATCH_ROW_IN_USE']);

const doubts = ({ askedAt, candidates = [] }: Unknown): IDataObject => ({
	askedAt: toIso(askedAt),
	candidates,
});

/** The one cure of a row that may have been paid: the same run again, once it is held no more. */
function whatToDo(run: AddRun, row: RowIn<'unknown'>): string {
	const { context, settings } = run;
	const { candidates, askedAt: asked, heldUntil = asked + settings.holdMs } = row.state;
	const after = momentIn(context, heldUntil);
	const askedAt = momentIn(context, asked);
	const known = whatIsKnown({ askedAt, candidates });
	return inOne(row.state.problem.description, cureOf(run, after), known);
}

function cureOf(run: AddRun, after: Moment): string {
	const { settings } = run;
	if (isNamedByUser(settings)) {
		return `Run it again after ${time(after)}: what GMC lists by then is skipped, and what it does not list is sent. If it stays so, look for it with Balance → Get Many, and set outcome in its row of the Data Table "${settings.ledgerTable}" to issued or to rejected.`;
	}
	// n8n offers no Retry of what has succeeded under Continue.
	const hasRetry = stopsAtFirst(run) && !isCalled(run) && !run.isTool;
	return hasRetry
		? `Executions → Retry after ${time(after)}: what GMC lists by then is shown, and what it does not list is sent. Before you send the row in any other way, look for it with Balance → Get Many.`
		: `Look for it with Balance → Get Many after ${time(after)}, before you send this row again.`;
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
	const asked = `GMC was asked at ${time(askedAt)}.`;
	if (candidates === undefined)
		return `${asked} GMC's list was not seen whole, so it proves nothing.`;
	if (candidates.length === 0) return `${asked} GMC's list does not show it so far.`;
	return `${asked} These additions may be it: ${candidates.join(', ')}.`;
};

const TWO_WAYS =
	'If this row is a top-up of its own, set Duplicate Protection to Idempotency Key, with a number such as that of the order, or to Batch: these tell equal top-ups apart. Or set it to Off, and the row is sent whatever was sent before.';

/** What is wrong with a row whose answer an earlier try has lost. */
export function lostAnswerProblem(itemIndex: number): RowProblem {
	return {
		itemIndex,
		code: 'ROW_IN_DOUBT',
		message: ofRow(
			itemIndex,
			'an earlier try sent this row and lost the answer; whether the addition was issued is not known',
		),
		details: {},
		requested: true,
	};
}

/** What is wrong with a row that another one has kept back; without that one, the execution was stopped. */
export function notAttemptedProblem(itemIndex: number, cause?: { itemIndex: number }): RowProblem {
	const row = cause && cause.itemIndex + 1;
	return {
		itemIndex,
		code: 'NOT_ATTEMPTED',
		message: ofRow(
			itemIndex,
			row === undefined
				? 'not attempted, because the run ended before'
				: `not attempted, because of row ${number(row)}`,
		),
		details: {},
		requested: false,
	};
}

/** What is wrong with a row whose addition has failed for good. */
export function failedProblem(itemIndex: number, addition: Addition): RowProblem {
	const reason = failureReason(addition);
	const { _id: additionId } = addition;
	const status = String(addition.status);
	return {
		itemIndex,
		code: 'ADDITION_FAILED',
		message: ofRow(
			itemIndex,
			`GMC took the addition ${additionId}, but it failed${reason ? `: ${reason}` : ''}`,
		),
		description: `The addition has the status ${status}, so nothing was added. Find out why at GMC, then send the row again: its name is free.`,
		details: { additionId, status },
		requested: true,
	};
}

/** @param found the addition that the row equals, and when it was made, where that can be read */
export function suspectedDuplicate(
	found: { additionId: string; at?: Moment },
	{ amount, currency }: Charge,
	customerName?: string,
): InputError {
	const name = customerName ?? 'this customer';
	return new InputError({
		message: suspected({ ...found, name, amount, currency }),
		advice: `If it is the same top-up, there is nothing to do. ${TWO_WAYS}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** @param sent when the equal row was sent whose fate is open, and until when it is held */
export function equalInDoubt(
	{ at, until }: { at: Moment; until: Moment },
	{ amount, currency }: Charge,
): InputError {
	return new InputError({
		message: `${money(amount, currency)} was sent for this customer at ${time(at)}, and whether it was paid is not known`,
		advice: `Look for it with Balance → Get Many after ${time(until)}. If GMC lists it, this row is paid: leave it out. If not, run it again then, and it is sent. ${TWO_WAYS}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** What keeps back a row while this execution has an answer that is lost and not cleared up. */
export const lostBefore = (): InputError =>
	new InputError({
		message:
			'not attempted, because an answer was lost earlier in this execution, and whether that row was paid is not known',
		advice: 'What is said of that row says what to do.',
		code: 'NOT_ATTEMPTED',
	});

const suspected = (equal: Sum & { name: string; additionId: string; at?: Moment }) => {
	const when = equal.at === undefined ? 'a short while ago' : `at ${time(equal.at)}`;
	return `${equal.name} was given ${money(equal.amount, equal.currency)} ${when} (addition ${equal.additionId}), so the row looks like the same top-up sent twice`;
};
