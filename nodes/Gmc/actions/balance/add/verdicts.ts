import type { Addition } from '../../../api/schemas';
import { isOther, readItems } from '../../../core/additions/item';
import type { Entry, Verdict } from '../../../core/ledger/entry';
import { isOpen } from '../../../core/ledger/entry';
import { momentIn } from '../../../shared/context';
import { InputError } from '../../../core/util/inputError';
import { toRowProblem } from '../../../shared/errors';
import { refuseForeign, usedByOtherAccount } from './accounts';
import {
	busy,
	failedUnasked,
	sameKeyNotIssued,
	nameInUse,
	reusedName,
	unreadableEntry,
	lostAnswerProblem,
} from './problems';
import { equalUnknown, suspectedDuplicate } from './recentProblems';
import { recheck } from './recheck';
import type { Row, RowIn } from './row';
import { chargeOf, isIn, isLookedUp } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';

type UndecidedRow = RowIn<'planned' | 'unknown'>;
type VerdictThat<Is extends Verdict['is']> = Extract<Verdict, { is: Is }>;

/** How often rows are judged again because an entry that stops one has changed. */
const MAX_JUDGEMENTS = 5;

/**
 * Changes the state of rows by the verdicts of the ledger. Rows that are `claimed` or `free` may be sent. The entries that
 * stop rows are rechecked before; where one has changed, the rows are judged again.
 *
 * @throws LedgerError
 */
export async function applyVerdicts(
	run: AddRun,
	verdicts: Map<Row, Verdict>,
	judgeAgain = async (rows: Row[]) => await run.ledger.lookUp(rows, true),
): Promise<void> {
	for (let round = 1; ; round++) {
		const stopped = [...verdicts].flatMap(([row, verdict]) =>
			entriesIn(verdict).map((entry) => ({ row, entry })),
		);
		const { isChanged, additions } = await recheck(
			run,
			stopped.map(({ entry }) => entry),
		);
		if (!isChanged) return applyAll(run, verdicts, additions);
		const rows = [...new Set(stopped.map(({ row }) => row))];
		for (const row of rows) verdicts.delete(row);
		if (round === MAX_JUDGEMENTS) for (const row of rows) verdicts.set(row, { is: 'busy' });
		else for (const [row, verdict] of await judgeAgain(rows)) verdicts.set(row, verdict);
	}
}

/** The entries that stop a row, or would if their addition had not failed. Open ones of its own name are resolved later. */
function entriesIn(verdict: Verdict): Entry[] {
	if (verdict.is === 'paid') {
		const { entry, additionId } = verdict;
		return [{ ...entry, outcome: 'issued', additionId: additionId || undefined }];
	}
	if (verdict.is === 'reused' || verdict.is === 'foreign') return [verdict.entry];
	if (verdict.is === 'duplicate') return verdict.entries;
	return verdict.is === 'free' ? verdict.failed : [];
}

type Additions = ReadonlyMap<string, Addition>;

function applyAll(run: AddRun, verdicts: Map<Row, Verdict>, additions: Additions): void {
	for (const [row, verdict] of verdicts) {
		if (!isIn('planned', 'unknown')(row)) continue;
		if (verdict.is === 'free') replanUnlessUnasked(row, verdict, additions);
		else if (verdict.is === 'claimed') replan(row);
		else if (verdict.is === 'paid') endPaid(run, row, { verdict, additions });
		else if (verdict.is === 'reused') refuseReused(run, row, verdict);
		else if (verdict.is === 'open') leaveOpen(run, row, verdict);
		// A row that is unknown stays so.
		else if (isIn('planned')(row)) refuse(run, row, { verdict, additions });
	}
}

/** Stops a planned row because of other runs or people. */
function refuse(
	run: AddRun,
	row: RowIn<'planned'>,
	{ verdict, additions }: { verdict: Verdict; additions: Additions },
): void {
	if (verdict.is === 'batchInUse') row.notAttempt(batchInUse(run));
	if (verdict.is === 'busy') row.notAttempt(busy());
	if (verdict.is === 'unreadable') row.notAttempt(unreadableEntry(run, row, verdict.entry));
	if (verdict.is === 'foreign') refuseForeign(run, row, verdict.entry);
	if (verdict.is === 'duplicate') refuseEqual(run, row, { entries: verdict.entries, additions });
}

/** Another run is paying the customer with another sheet of the batch right now. */
const batchInUse = ({ settings: { batch } }: AddRun): InputError =>
	new InputError({
		message: `another run is paying this customer with the batch "${batch?.label}" now, so this run did not send the row`,
		advice: 'Run the sheet again once the other run has ended.',
		code: 'BATCH_ROW_IN_USE',
	});

/** Under Recent, another execution has sent an equal row. An agent that repeats itself is told what became of it. */
function refuseEqual(
	run: AddRun,
	row: RowIn<'planned'>,
	{ entries, additions }: { entries: Entry[]; additions: Additions },
): void {
	const { context, isTool, execution } = run;
	const entry = entries.find(({ outcome }) => outcome === 'issued') ?? entries[0];
	const { askedAt, additionId = '' } = entry;
	const heldUntil = run.ledger.heldUntil(entry);
	if (isTool && execution.isOfExecution(entry)) {
		if (isOpen(entry)) {
			row.leaveUnknown({
				askedAt,
				heldUntil,
				isOwn: true,
				problem: lostAnswerProblem(row.itemIndex),
			});
		} else row.skip(additions.get(additionId) ?? { _id: additionId });
		return;
	}
	if (entry.isForeign) return row.notAttempt(usedByOtherAccount(run, entry));
	const at = momentIn(context, askedAt);
	row.reject(
		isOpen(entry)
			? equalUnknown(row, { at, until: momentIn(context, heldUntil) })
			: suspectedDuplicate(row, { additionId, at }),
	);
}

/** The row was proven not done. A row that this run has sent is never sent again. */
function replan(row: UndecidedRow): void {
	if (isIn('unknown')(row) && !row.isSent) row.replan();
}

/** A name whose additions have failed is sent again only if GMC shows that all of them still are. */
function replanUnlessUnasked(
	row: UndecidedRow,
	{ failed }: VerdictThat<'free'>,
	additions: Additions,
): void {
	replan(row);
	const unasked = failed.find(({ additionId = '' }) => !additions.has(additionId));
	if (unasked && isIn('planned')(row)) row.notAttempt(failedUnasked(unasked.additionId ?? ''));
}

/** The name was used for something else, which has paid or may have. */
function refuseReused(run: AddRun, row: UndecidedRow, { entry }: VerdictThat<'reused'>): void {
	// While the customers cannot be listed, the entry may know the row's customer by another tax ID. And another entry does
	// not prove that a row that was sent is not done.
	if (!row.isSent && isLookedUp(row)) row.reject(reusedName(run, row, entry));
}

/** Paid by this execution: `issued`, now or by an earlier try. Paid by another one: `skipped`. */
function endPaid(
	{ ledger, execution }: AddRun,
	row: UndecidedRow,
	{ verdict, additions }: { verdict: VerdictThat<'paid'>; additions: Additions },
): void {
	const { entry, additionId } = verdict;
	const addition = additions.get(additionId) ?? { _id: additionId };
	ledger.known.add(additionId);
	const isLost = isIn('unknown')(row);
	// Another pass of a loop, or another call of a tool, counts as another one.
	const isOwn = isLost ? execution.isOfExecution(entry) : execution.hasWritten(entry);
	if (!isOwn && !ledger.isOurs(entry)) return row.skip(addition);
	const items = readItems(addition);
	const item = items.find((one) => !isOther(chargeOf(row), one)) ?? items[0];
	row.issue(item, isLost ? { reconciled: true } : { replayed: true });
}

function leaveOpen(
	run: AddRun,
	row: UndecidedRow,
	{ entries, candidates }: VerdictThat<'open'>,
): void {
	if (isIn('planned')(row)) {
		const askedAt = Math.max(0, ...entries.map((one) => one.askedAt)) || Date.now();
		// As the entry says, not by the Hold of this run.
		const heldUntil = Math.max(0, ...entries.map((one) => run.ledger.heldUntil(one))) || undefined;
		const isOwn = entries.some((entry) => run.execution.isOfExecution(entry));
		row.leaveUnknown({ askedAt, heldUntil, isOwn, problem: openProblem(run, row, entries) });
	}
	if (candidates && isIn('unknown')(row)) row.setCandidates(candidates);
}

function openProblem(run: AddRun, row: Row, entries: Entry[]) {
	if (!isNamedByUser(run.settings)) return lostAnswerProblem(row.itemIndex);
	const isSending = entries.some(({ outcome }) => outcome === 'sending');
	const error = nameInUse(run, row, isSending);
	return { ...toRowProblem(error, row.itemIndex), requested: true };
}

/** Once the run is over: rows that are the same as another one come out with what became of that. */
export function endSameKeys(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		const { sameKeyAs: first } = row;
		if (first === undefined) continue;
		if (isIn('issued', 'skipped')(first)) row.skip(first.state.addition);
		else row.notAttempt(sameKeyNotIssued(first.itemIndex + 1));
	}
}
