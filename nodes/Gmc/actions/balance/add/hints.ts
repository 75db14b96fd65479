import type { IExecuteFunctions } from 'n8n-workflow';
import type { Code } from '../../../core/codes';
import { isCompleted } from '../../../core/additions/status';
import { sumsOf } from '../../../core/money/limits';
import { ranges } from '../../../core/util/ranges';
import { toRunProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';
import { shortened } from './refuseCustomers';
import { amounts, count, inSentences, list, number, tally } from '../../../core/texts/words';

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

/**
 * Says what the items alone would hide: how many rows came out how, what was paid, or would be in a dry run, whose names
 * differ, and where to look.
 */
export function hintAtResult(run: AddRun, rows: Row[]): void {
	const { context, settings, ledger } = run;
	hintAtNames(run, rows);
	const told = outcomesOf(rows, settings.dryRun);
	const done = rows.filter(isIn('issued', 'skipped'));
	const isLate = done.some(({ state }) => state.waited === 'timedOut');
	const hasUnasked = done.some(({ state }) => state.addition.status === undefined);
	const isBad = rows.some(isIn('unknown', 'rejected', 'notAttempted'));
	// What the ledger does not show is told apart.
	const isShown = isNamedByUser(settings) && done.length > 0 && ledger.unwritten.size === 0;
	const isUnread = done.length === 0 && rows.filter(isIn('notAttempted')).some(isLedgerUnread);
	const sentences = [
		settings.dryRun ? `Dry run: ${told}. Nothing was sent` : told,
		isUnread && 'The ledger could not be read, so these rows may have been paid earlier',
		isBad && 'The error of each row says why',
		isLate && 'Wait Timeout is over. Do not send these again: Balance: Get shows their status',
		hasUnasked && 'GMC did not tell the status of some paid rows: Balance: Get shows it later',
		isShown && `Data tables → ${settings.ledgerTable} shows what was paid`,
	];
	const type = isBad || isLate || hasUnasked ? 'warning' : 'info';
	showHint(context, type, sentences.filter(Boolean).join('. '));
}

const UNREAD: ReadonlySet<Code> = new Set([
	'LEDGER_UNUSABLE',
	'LEDGER_RENAMED',
	'LEDGER_ROW_UNREADABLE',
]);

/** Whether what an earlier run has paid is not known. */
const isLedgerUnread = ({ state }: RowIn<'notAttempted'>) => UNREAD.has(state.problem.code);

/** Such as `2 paid (21.00 BRL), 1 not paid`. */
function outcomesOf(rows: Row[], isDryRun: boolean): string {
	const isSameKeyPaid = (row: Row) =>
		row.sameKeyAs !== undefined && isIn('skipped', 'planned')(row);
	const own = rows.filter((row) => !isSameKeyPaid(row));
	const issued = own.filter(isIn('issued'));
	const replayed = issued.filter(({ state }) => state.replayed);
	// In a dry run of a retry, what an earlier try has paid would not be paid again.
	const paid = isDryRun ? own.filter(isIn('planned')) : issued;
	const sums = sumsOf(paid.flatMap(({ shownRequest }) => shownRequest ?? []));
	const counts = {
		paid: paid.length,
		replayed: isDryRun ? 0 : replayed.length,
		pending: isDryRun ? 0 : issued.filter(({ state }) => !isCompleted(state.addition)).length,
		paidBefore: own.filter(isIn('skipped')).length + (isDryRun ? issued.length : 0),
		same: rows.length - own.length,
		unknown: own.filter(isIn('unknown')).length,
		rejected: own.filter(isIn('rejected')).length,
		notAttempted: own.filter(isIn('notAttempted')).length,
	};
	return tally(counts, {
		paid: (n) => `${number(n)} ${isDryRun ? 'would be paid' : 'paid'} (${amounts(sums)})`,
		replayed: (n) => `${number(n)} of these by an earlier try`,
		pending: (n) => `${number(n)} of these not completed by GMC yet`,
		paidBefore: (n) => `${number(n)} paid before`,
		same: (n) => `${number(n)} the same as another row`,
		unknown: (n) => `${number(n)} may have been paid`,
		rejected: (n) => `${number(n)} ${isDryRun ? 'would not be paid' : 'not paid'}`,
		notAttempted: (n) => `${number(n)} ${isDryRun ? 'would not be sent' : 'not sent'}`,
	});
}

const unwritten = ({ issued, others, table }: { issued: number; others: number; table: string }) =>
	[
		issued > 0 &&
			`${count(issued, 'row was', 'rows were')} paid, but the Data Table "${table}" still says sending`,
		others > 0 &&
			`${count(others, 'row was', 'rows were')} not paid, or may not have been, but the Data Table "${table}" still says sending`,
	]
		.filter(Boolean)
		.join('. ');

/** Rows that a hint names. */
const MAX_NAMED = 3;

/** Says which names differ, and which were not compared. */
function hintAtNames({ context }: Pick<AddRun, 'context'>, rows: Row[]): void {
	const all = rows.length;
	const done = rows.filter(isIn('issued', 'skipped'));
	const going = [...done, ...rows.filter(isIn('planned'))];
	const hint = (type: 'info' | 'warning', message: string) => showHint(context, type, message);
	const close = going.filter(({ nameMatch }) => nameMatch === 'close');
	if (close.length > 0) {
		hint(
			'warning',
			`In ${number(close.length)} of ${count(all, 'row', 'rows')} the name at GMC is close to Expected Name, but not the same. ${namedIn(close)}`,
		);
	}
	const others = done.filter(
		({ nameMatch, customer }) => nameMatch === 'mismatch' && customer?.customerName,
	);
	if (others.length > 0) {
		hint(
			'warning',
			`In ${number(others.length)} of ${count(all, 'row', 'rows')}, which were paid, the customer has another name at GMC than Expected Name. ${namedIn(others)}`,
		);
	}
	const notChecked = going.filter(({ nameMatch }) => nameMatch === 'notChecked');
	if (notChecked.length === 0) return;
	// If all are empty, the column is probably missing.
	const isAll = notChecked.length === all;
	const numbers = isAll ? undefined : ranges(notChecked.map(({ itemIndex }) => itemIndex + 1));
	hint(
		isAll ? 'warning' : 'info',
		numbers === undefined
			? 'Expected Name is empty in every row, so no name was checked.'
			: `Expected Name is empty in these rows, so their names were not checked: ${numbers}.`,
	);
}

function namedIn(rows: Row[]): string {
	const named = rows.slice(0, MAX_NAMED).map(({ itemIndex, expectedName, customer }) => {
		const [expected, name] = [expectedName ?? '', customer?.customerName ?? ''].map(shortened);
		return `"${expected}" is "${name}" in row ${number(itemIndex + 1)}`;
	});
	const more = rows.length - named.length;
	return `${list([...named, ...(more > 0 ? [`${number(more)} more`] : [])])}.`;
}
