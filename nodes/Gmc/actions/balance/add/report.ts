import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Addition } from '../../../core/service/record';
import { isCompleted, isSettled } from '../../../core/additions/status';
import { sumsOf } from '../../../core/money/limits';
import { amounts, count, inOne, inSentences, ranges, tally } from '../../../core/texts/words';
import { toRunProblem, withoutUndefined } from '../../../shared/errors';
import { showHint } from '../../../shared/context';
import { mapItems } from '../../../shared/eventLoop';
import { errorOfRow } from '../../../shared/refusal';
import { hintAtWorkbook } from '../../../shared/workbook';
import { apply } from './decide';
import { paidByEnded } from './progress';
import type { Row } from './row';
import { isIn, mustBeTold } from './row';
import type { FailedRow } from './rowItem';
import { hasFailed, shownOutcome, problemOf, refuseSheet, toRowItem } from './rowItem';
import type { AddRun } from './run';
import { isCalled, stopsAtFirst } from './run';
import type { RowVerdict } from './verdict';

/**
 * Ends the run: one item per row, in the order of the input, or the error that stops the workflow. In a dry run, rows that
 * would be sent stay planned, unless others would keep them back.
 *
 * @throws NodeApiError or NodeOperationError at the first failed row, under On Error: Stop Workflow
 */
export async function report(run: AddRun, rows: Row[]): Promise<INodeExecutionData[]> {
	const { dryRun } = run.settings;
	const isRefused = stopsAtFirst(run) && rows.some(isIn('rejected'));
	if (isRefused && !rows.some(mustBeTold)) refuseSheet(run, rows);
	await endSameKeys(run, rows);
	const reasons = rows.filter(hasFailed);
	if (!dryRun || (stopsAtFirst(run) && reasons.some(isIn('rejected', 'notAttempted')))) {
		const cause = causeOf(reasons, stopsAtFirst(run));
		for (const row of rows) row.close(cause);
	}
	const isStopped = stopsAtFirst(run) && rows.some(hasFailed);
	if (isRefused || (isStopped && !dryRun)) stopWorkflow(run, rows, reasons);
	hintAtResult(run, rows);
	return await mapItems(rows.length, (at) => toRowItem(run, rows[at]));
}

/** Rows with the key of another row come out with what became of that. If it is still planned, so are they. */
async function endSameKeys(run: AddRun, rows: Row[]): Promise<void> {
	const repeated = rows.flatMap((row): Array<[Row, RowVerdict]> => {
		const { sameKeyAs: first } = row;
		return first ? [[row, { is: 'repeats', first }]] : [];
	});
	await apply(run, new Map(repeated));
}

/** Which row has kept back the others: one that is unknown, or else the first one that ends a run. */
function causeOf(reasons: FailedRow[], stopAtFirst: boolean): Row | undefined {
	const failed = reasons.filter(isIn('rejected', 'notAttempted'));
	const ending = failed.find(({ state }) => state.problem.endsRun);
	return reasons.find(isIn('unknown')) ?? ending ?? (stopAtFirst ? failed[0] : undefined);
}

/**
 * An unknown row matters more than any other, so the error is about the first of those.
 *
 * @param reasons the rows that failed by themselves; none when the execution was cancelled
 */
function stopWorkflow(run: AddRun, rows: Row[], reasons: FailedRow[]): never {
	const ofReason = reasons.find(isIn('unknown')) ?? reasons.find(isIn('rejected')) ?? reasons[0];
	const problem = problemOf(run, ofReason ?? rows.find(hasFailed));
	const all = rows.length;
	const rest =
		all > 1 ? `Of ${count(all, 'row', 'rows')}: ${tallyOf(rows, run.settings.dryRun)}.` : undefined;
	// n8n shows no hints beside an error.
	const unwritten = inSentences(unwrittenIn(run));
	const ended = inSentences(paidByEnded(run, rows));
	const description = inOne(ended, problem.description, rest, unwritten, adviceFor(run, rows));
	const error = errorOfRow(run.context, problem, { all, description });
	const summaries = rows.map((row) => {
		const additionId = isIn('issued', 'skipped')(row) ? row.state.addition._id : undefined;
		return withoutUndefined({ row: row.itemIndex + 1, outcome: shownOutcome(row), additionId });
	});
	error.context.data = { rows: summaries };
	throw error;
}

/** What running these rows again does, by the button that is pressed. An unknown row says so itself. */
function adviceFor(run: AddRun, rows: Row[]): string | undefined {
	// Other calls of a tool, or of a sub-workflow, may have paid.
	if (!rows.some(isIn('issued')) && !run.isTool && !isCalled(run)) {
		if (rows.some(isIn('skipped', 'unknown'))) return undefined;
		if (!run.execution.mayHavePaid) return 'Nothing was paid.';
	}
	return run.protection.words.again(run);
}

/** A step that the ledger or GMC has kept from being done. */
export function hintAtFailure(context: IExecuteFunctions, happened: string, error: unknown): void {
	const { message, description } = toRunProblem(error);
	showHint(context, 'warning', `${happened}: ${inSentences(message, description)}`);
}

/** What the table says of rows whose result could not be written; undefined if there are none. */
export function unwrittenIn({ ledger, settings }: AddRun): string | undefined {
	const rows = ledger.unwritten.size;
	if (ledger.failure === undefined || rows === 0) return undefined;
	return `The result of ${count(rows, 'row', 'rows')} could not be written, so the Data Table "${settings.ledgerTable}" still says sending`;
}

/**
 * Says what the items alone would hide: how many rows came out how, what was paid, or would be in a dry run, whose names
 * differ, and where to look.
 */
function hintAtResult(run: AddRun, rows: Row[]): void {
	const { context, settings, protection, ledger } = run;
	hintAtNames(context, rows);
	if (!run.isTool) hintAtWorkbook(context);
	const told = tallyOf(rows, settings.dryRun);
	const done = rows.filter(isIn('issued', 'skipped'));
	const hasWaited = settings.waitTimeout !== undefined && !settings.dryRun;
	const isLate = hasWaited && done.some(({ state }) => !isSettled(state.addition));
	const isBad = rows.some(hasFailed);
	const unshown = done.filter(({ state: { addition } }) => isOnlyNamed(addition)).length;
	const isLedgerUnread = rows.some(
		(row) => isIn('notAttempted')(row) && row.state.problem.code.startsWith('LEDGER_'),
	);
	// What the ledger does not show is told apart.
	const isShown = protection.isForGood && done.length > 0 && ledger.unwritten.size === 0;
	const sentences = [
		paidByEnded(run, rows),
		settings.dryRun ? `Dry run: ${told}. Nothing was sent` : told,
		done.length === 0 &&
			isLedgerUnread &&
			'The ledger could not be read, so these rows may have been paid earlier',
		isBad && 'Each row says why',
		unshown > 0 &&
			`GMC did not show the top-ups of ${count(unshown, 'row', 'rows')} that were paid before, so they may have failed since`,
		isLate &&
			"'Wait Timeout' is over. Do not send these again: Balance: Get Top-Up shows their status",
		paidAgain(run, rows),
		isShown && `Data tables → ${settings.ledgerTable} shows what was paid`,
	];
	const isWarning = isBad || isLate || unshown > 0;
	showHint(context, isWarning ? 'warning' : 'info', sentences.filter(Boolean).join('. '));
}

/** From when on a second click pays again the first of what this run has paid, or would. */
function paidAgain({ context, settings, protection }: AddRun, rows: Row[]): string | false {
	const { ends } = protection.words;
	if (ends === undefined) return false;
	const paid = rows.filter(isIn('issued', ...(settings.dryRun ? (['planned'] as const) : [])));
	const since = paid.reduce((first, { paidSince }) => Math.min(first, paidSince), Date.now());
	return paid.length > 0 && withoutDot(ends(context, since));
}

const withoutDot = (sentences: string): string => sentences.replace(/\.$/, '');

/** Whether nothing but the id of an addition is known. */
const isOnlyNamed = (addition: Addition): boolean => Object.keys(addition).length === 1;

/** Such as `2 paid (21.00 BRL), 1 not paid`. */
function tallyOf(rows: Row[], isDryRun: boolean): string {
	const isSameKeyPaid = (row: Row) =>
		row.sameKeyAs !== undefined && isIn('skipped', 'planned')(row);
	const own = rows.filter((row) => !isSameKeyPaid(row));
	const countOf = (...states: Parameters<typeof isIn>) => own.filter(isIn(...states)).length;
	// In a dry run of a retry, what an earlier try has paid would not be paid again.
	const paid = own.filter(isIn(isDryRun ? 'planned' : 'issued'));
	const issued = isDryRun ? [] : own.filter(isIn('issued'));
	const sums = amounts(sumsOf(paid.flatMap(({ shownRequest }) => shownRequest ?? [])));
	const would = isDryRun ? 'would be ' : '';
	const wouldNot = isDryRun ? 'would not be ' : 'not ';
	return tally([
		[paid.length, `${would}paid (${sums})`],
		[issued.filter(({ state }) => state.replayed).length, 'of these by an earlier try'],
		[
			issued.filter(({ state }) => !isCompleted(state.addition)).length,
			'of these not completed by GMC yet',
		],
		[isDryRun ? countOf('skipped', 'issued') : countOf('skipped'), 'paid before'],
		[rows.length - own.length, 'the same as another row'],
		[countOf('unknown'), 'may have been paid'],
		[countOf('rejected'), `${wouldNot}paid`],
		[countOf('notAttempted'), `${wouldNot}sent`],
	]);
}

/** Whose name differs from Expected Name. What was paid earlier may have any. */
const NAMES = {
	close: "In these rows the name at GMC is close to 'Expected Name', but not the same",
	mismatch:
		"These rows were paid, and their customers have another name at GMC than 'Expected Name'",
	notChecked: "'Expected Name' is empty in these rows, so their names were not checked",
};

function hintAtNames(context: IExecuteFunctions, rows: Row[]): void {
	const going = rows.filter(isIn('issued', 'skipped', 'planned'));
	for (const [match, told] of Object.entries(NAMES)) {
		const named = going.filter(({ nameMatch }) => nameMatch === match);
		if (named.length === 0) continue;
		// If all are empty, the column is probably missing.
		const isExpected = match === 'notChecked' && named.length < rows.length;
		const numbers = ranges(named.map(({ itemIndex }) => itemIndex + 1));
		showHint(context, isExpected ? 'info' : 'warning', `${told}: ${numbers}.`);
	}
}
