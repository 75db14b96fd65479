import type { IExecuteFunctions } from 'n8n-workflow';
import type { Message, Texts } from '../../../core/texts/message';
import { LedgerError } from '../../../ledger/ledgerError';
import { toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';

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

/** Of which rows the table does not know what became of them, and what that means. */
export function hintAtUnwritten({ context, ledger, settings }: AddRun): void {
	const rows = [...ledger.fates.unwritten];
	if (ledger.fates.failure === undefined || rows.length === 0) return;
	const issued = rows.filter(isIn('issued')).length;
	const told = { issued, others: rows.length - issued, table: settings.ledgerTable };
	show(context, (texts) => texts.keys.unwritten(told), ledger.fates.failure);
}

function show(context: IExecuteFunctions, happened: Message, error: unknown): void {
	const { message, description } = toRunProblem(error);
	showHint(context, 'warning', (texts) => {
		const all = [happened, message, description].map((part) => part?.(texts) ?? '');
		return all
			.filter(Boolean)
			.map((part) => part.replace(/\.?$/, '.'))
			.join(' ');
	});
}

/** Says what the items alone would hide: rows that were not issued this time or have not completed, and where they stand. */
export function hintAtDone(run: AddRun, rows: Row[]): void {
	const { context } = run;
	const all = rows.length;
	const done = rows.filter(isIn('issued', 'skipped'));
	hintAtNames(run, rows);
	const replayed = done.filter(({ state }) => state.replayed).length;
	if (replayed > 0) {
		showHint(context, 'info', ({ additions }) => additions.replayed({ replayed, all }));
	}
	const pending = done.filter(({ state }) => state.waited === 'timedOut').length;
	if (pending > 0) {
		showHint(context, 'warning', ({ additions }) => additions.stillPending({ pending, all }));
	}
}

/** The same of a dry run. */
export function hintAtPlan(run: AddRun, rows: Row[]): void {
	hintAtNames(run, rows);
	const all = rows.length;
	const isTwin = (row: Row) => run.ledger.twins.has(row);
	const planned = rows.filter(isIn('planned')).filter((row) => !isTwin(row)).length;
	const type = planned < all ? 'warning' : 'info';
	showHint(run.context, type, ({ additions }) => additions.dryRun({ planned, all }));
}

/** How many rows their names have kept from being paid again, and where people see that. */
function hintAtNames({ context, settings, ledger }: AddRun, rows: Row[]): void {
	const done = rows.filter(isIn('issued', 'skipped'));
	// What the ledger does not show is told apart.
	if (!isNamedByUser(settings) || done.length === 0 || ledger.fates.unwritten.size > 0) return;
	const skipped = done.filter(isIn('skipped')).length;
	const told = { skipped, all: rows.length, table: settings.ledgerTable };
	showHint(context, 'info', (texts) => texts.keys.written(told));
}

/** Under `recent`, where it is not known what else a customer may be called. */
export function hintAtUnidentified({ context }: AddRun): void {
	showHint(context, 'warning', ({ duplicates }) => duplicates.notAllIdentified);
}
