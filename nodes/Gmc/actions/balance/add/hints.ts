import type { IExecuteFunctions } from 'n8n-workflow';
import { RECENT_MINUTES } from '../../../core/additions/recent';
import { isCompleted } from '../../../core/additions/status';
import { inSentences } from '../../../core/texts/inOne';
import type { Message, Texts } from '../../../core/texts/message';
import { LedgerError } from '../../../ledger/ledgerError';
import { sumsOf } from '../../../core/money/limits';
import { toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import type { Row } from './rows/row';
import { isIn } from './rows/row';
import type { AddRun } from './run/run';
import { isNamedByUser } from './run/settings';
import { hintAtPayees } from './checks/verifyPayees';

type Undone = keyof Texts['keys']['undone'];

/** What could not be asked of the ledger, or written down in it. */
export function hintAtLedger(context: IExecuteFunctions, undone: Undone, error: unknown): void {
	show(context, ({ keys }) => keys.undone[undone], error);
}

/** The same where it could be done without: an n8n without Data Tables has nothing to tell, and that is no fault. */
export function hintUnlessAbsent(context: IExecuteFunctions, undone: Undone, error: unknown): void {
	const isAbsent = error instanceof LedgerError && error.isAbsent;
	if (!isAbsent) hintAtLedger(context, undone, error);
}

/** Of which rows the table does not know what became of them, and what that means; undefined: of none. */
export function unwrittenIn({ ledger, settings }: AddRun): Message | undefined {
	const rows = [...ledger.fates.unwritten];
	if (ledger.fates.failure === undefined || rows.length === 0) return undefined;
	const issued = rows.filter(isIn('issued')).length;
	const told = { issued, others: rows.length - issued, table: settings.ledgerTable };
	return (texts) => texts.keys.unwritten(told);
}

/** Tells so, and why. */
export function hintAtUnwritten(run: AddRun): void {
	const unwritten = unwrittenIn(run);
	if (unwritten !== undefined) show(run.context, unwritten, run.ledger.fates.failure);
}

function show(context: IExecuteFunctions, happened: Message, error: unknown): void {
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
		showHint(context, 'info', ({ additions }) => additions.replayed({ replayed, all }));
	}
	const pending = done.filter(({ state }) => state.waited === 'timedOut').length;
	if (pending > 0) {
		showHint(context, 'warning', ({ additions }) => additions.stillPending({ pending, all }));
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
	showHint(context, isGood ? 'info' : 'warning', ({ additions }) => additions.summary(told));
}

const isTwinPaid = (row: Row): boolean =>
	row.twinOf !== undefined && isIn('skipped', 'planned')(row);

/** Where people see what was paid under a name. */
function hintAtNames({ context, settings, ledger }: AddRun, rows: Row[]): void {
	// What the ledger does not show is told apart.
	if (!isNamedByUser(settings) || ledger.fates.unwritten.size > 0) return;
	if (!rows.some(isIn('issued', 'skipped'))) return;
	showHint(context, 'info', ({ keys }) => keys.written({ table: settings.ledgerTable }));
}

/** Under `recent`, where it is not known what else a customer may be called. */
export function hintAtUnidentified({ context }: AddRun): void {
	const minutes = RECENT_MINUTES;
	showHint(context, 'warning', ({ duplicates }) => duplicates.notAllIdentified({ minutes }));
}
