import { showHint } from '../../../shared/hints';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/** Says what the items alone would hide: rows that were not issued this time or have not completed, and where their keys stand. */
export function hintAtDone(run: AddRun, rows: Row[]): void {
	const { context } = run;
	const all = rows.length;
	const done = rows.filter(isIn('issued', 'skipped'));
	hintAtKeys(run, rows);
	const skipped = done.filter(({ state }) => state.is === 'skipped' && !state.byKey).length;
	const replayed = done.filter(({ state }) => state.replayed).length;
	if (skipped > 0) {
		showHint(context, 'info', ({ additions }) => additions.skipped({ skipped, all }));
	}
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
	hintAtKeys(run, rows);
	const all = rows.length;
	const planned = rows.filter(isIn('planned')).length;
	const type = planned < all ? 'warning' : 'info';
	showHint(run.context, type, ({ additions }) => additions.dryRun({ planned, all }));
}

/** How many rows their keys have kept from being paid again, and where people see that. */
function hintAtKeys({ context, settings, keys }: AddRun, rows: Row[]): void {
	const done = rows.filter(isIn('issued', 'skipped'));
	// What the ledger does not show is told apart.
	if (keys === undefined || done.length === 0 || keys.unwritten.size > 0) return;
	const skipped = done.filter(({ state }) => state.byKey).length;
	const told = { skipped, all: rows.length, table: settings.ledgerTable };
	showHint(context, 'info', (texts) => texts.keys.written(told));
}
