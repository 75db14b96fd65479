import type { IExecuteFunctions } from 'n8n-workflow';
import { isCompleted } from '../../../core/additions/status';
import { sumsOf } from '../../../core/money/limits';
import { toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';
import { hintAtPayees } from './payees';
import { count, list, money, number, tally, inSentences } from '../../../core/texts/words';

/** The ledger could not say what became of unknown rows, or could not be written to. */
export function hintAtLedger(context: IExecuteFunctions, error: unknown): void {
	show(context, 'Rows that may have been paid stay unknown', error);
}

/** Of which rows the table does not know what became of them, and what that means; undefined: of none. */
export function unwrittenIn({ ledger, settings }: AddRun): string | undefined {
	const rows = [...ledger.unwritten];
	if (ledger.failure === undefined || rows.length === 0) return undefined;
	const issued = rows.filter(isIn('issued')).length;
	const told = { issued, others: rows.length - issued, table: settings.ledgerTable };
	return unwritten(told);
}

/** Tells so, and why. */
export function hintAtUnwritten(run: AddRun): void {
	const unwritten = unwrittenIn(run);
	if (unwritten !== undefined) show(run.context, unwritten, run.ledger.failure);
}

function show(context: IExecuteFunctions, happened: string, error: unknown): void {
	const { message, description } = toRunProblem(error);
	showHint(context, 'warning', inSentences(happened, message, description));
}

/** Says what the items alone would hide: rows that were not issued this time or have not completed, and where they stand. */
export function hintAtDone(run: AddRun, rows: Row[]): void {
	const { context } = run;
	const all = rows.length;
	const done = rows.filter(isIn('issued', 'skipped'));
	hintAtNames(run, rows);
	hintAtPayees(run, rows);
	const replayed = done.filter(({ state }) => state.replayed).length;
	if (replayed > 0) {
		showHint(
			context,
			'info',
			`${number(replayed)} of ${count(all, 'row', 'rows')} were paid by an earlier try of this execution, and not again`,
		);
	}
	const pending = done.filter(({ state }) => state.waited === 'timedOut').length;
	if (pending > 0) {
		showHint(
			context,
			'warning',
			`GMC accepted ${number(pending)} of ${count(all, 'row', 'rows')}, but did not complete them within Wait Timeout. Do not send them again: Balance → Get shows their status later.`,
		);
	}
	hintAtSum(run, rows);
}

/** The same of a dry run. */
export function hintAtPlan(run: AddRun, rows: Row[]): void {
	hintAtNames(run, rows);
	hintAtPayees(run, rows);
	hintAtSum(run, rows);
}

/** The last line: how many rows came out how, and what was paid, or would be. */
function hintAtSum({ context, settings }: AddRun, rows: Row[]): void {
	const [same, own] = [rows.filter(isTwinPaid), rows.filter((row) => !isTwinPaid(row))];
	const paid = own.filter(isIn('issued', 'planned'));
	const counts = {
		paid: paid.length,
		pending: paid.filter(isIn('issued')).filter(({ state }) => !isCompleted(state.addition)).length,
		paidBefore: own.filter(isIn('skipped')).length,
		same: same.length,
		unknown: own.filter(isIn('unknown')).length,
		withProblem: own.filter(isIn('rejected', 'notAttempted')).length,
	};
	const sums = sumsOf(paid.flatMap(({ request }) => request ?? []));
	const isGood = counts.unknown + counts.withProblem === 0;
	const told = { counts, sums, isDryRun: settings.dryRun };
	showHint(context, isGood ? 'info' : 'warning', summary(told));
}

const isTwinPaid = (row: Row): boolean =>
	row.twinOf !== undefined && isIn('skipped', 'planned')(row);

/** Where people see what was paid under a name. */
function hintAtNames({ context, settings, ledger }: AddRun, rows: Row[]): void {
	// What the ledger does not show is told apart.
	if (!isNamedByUser(settings) || ledger.unwritten.size > 0) return;
	if (!rows.some(isIn('issued', 'skipped'))) return;
	showHint(context, 'info', `Data tables → ${settings.ledgerTable} shows what was paid`);
}

const summary = ({ counts, sums, isDryRun }: Summary) => {
	const paid = list(sums.map(({ amount, currency }) => money(amount, currency)));
	const told = tally(counts, {
		paid: (n) => `${number(n)} ${isDryRun ? 'would be paid' : 'paid'} (${paid})`,
		pending: (n) => `${number(n)} of these not completed by GMC yet`,
		paidBefore: (n) => `${number(n)} paid before`,
		same: (n) => `${number(n)} the same as another row`,
		unknown: (n) => `${number(n)} may have been paid`,
		withProblem: (n) => `${number(n)} ${isDryRun ? 'would not be paid' : 'not paid'}`,
	});
	const isWhy = counts.unknown + counts.withProblem > 0;
	return [
		isDryRun ? `Dry run: ${told}. Nothing was sent` : told,
		...(isWhy ? ['The error of each row says why'] : []),
	].join('. ');
};

const unwritten = ({ issued, others, table }: { issued: number; others: number; table: string }) =>
	[
		issued > 0 &&
			`${count(issued, 'row was', 'rows were')} paid, but the Data Table "${table}" still says sending`,
		others > 0 &&
			`${count(others, 'row was', 'rows were')} not paid, or may not have been, but the Data Table "${table}" still says sending`,
	]
		.filter(Boolean)
		.join('. ');

/** What has become of the rows of a run. */
interface Summary {
	/** `paid` in a dry run: would be; `pending`: of these, what GMC has not completed. */
	counts: Record<'paid' | 'pending' | 'paidBefore' | 'same' | 'unknown' | 'withProblem', number>;
	/** What was paid in all, by currency. */
	sums: Array<{ amount: number; currency: string }>;
	isDryRun: boolean;
}
