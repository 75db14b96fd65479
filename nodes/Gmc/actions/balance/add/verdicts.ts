import { sleep } from 'n8n-workflow';
import type { Addition } from '../../../core/service/record';
import { hasFailedFor } from '../../../core/additions/item';
import { settledAtOf } from '../../../core/ledger/neighbours';
import type { Entry, Verdict } from '../../../core/ledger/entry';
import { isOpen } from '../../../core/ledger/entry';
import { delays } from '../../../core/pace/delays';
import type { Told } from './entriesTold';
import { heldUntilOfAll, latestOf, provenBy, tellerOf } from './entriesTold';
import { renewIdentifiers } from './identify';
import { lostAnswer } from './outcomes';
import {
	batchInUse,
	busy,
	equalUnknown,
	failedUnasked,
	nameInUse,
	reusedName,
	suspectedDuplicate,
	unreadableEntry,
	refuseForeign,
} from './problems';
import { MAX_JUDGEMENTS, recheck } from './recheck';
import { hintAtFailure } from './report';
import type { Row, RowIn, UndecidedRow } from './row';
import { isIn, isLookedUp } from './row';
import type { AddRun } from './run';
import { isCancelled } from './run';
import { isNamedByUser } from './settings';

/** What rows are judged by besides their verdicts. */
interface Known {
	/** As GMC shows them now, by id. */
	additions: ReadonlyMap<string, Addition>;
	toldBy: (entries: Entry[]) => Told;
}

/**
 * Changes the state of rows by the verdicts of the ledger. Rows that are `claimed` or `free` may be sent. The entries that
 * stop rows are rechecked before; where one has changed, the rows are judged again.
 *
 * @throws LedgerError
 */
export async function applyVerdicts(
	run: AddRun,
	verdicts: Map<Row, Verdict>,
	judgeAgain = async (rows: Row[]) => await run.ledger.lookUp(rows),
): Promise<void> {
	for (let round = 1; ; round++) {
		const stopped = [...verdicts].filter(([, verdict]) => entriesIn(verdict).length > 0);
		// Rows of one charge share theirs.
		const lists = new Set(stopped.map(([, verdict]) => entriesIn(verdict)));
		const entries = [...new Set([...lists].flat())];
		const { isChanged, additions } = await recheck(run, entries);
		if (!isChanged) {
			const toldBy = tellerOf(run);
			for (const [row, verdict] of verdicts) {
				if (isIn('planned', 'unknown')(row)) apply(run, row, { verdict, additions, toldBy });
			}
			return;
		}
		const rows = stopped.map(([row]) => row);
		const again = round < MAX_JUDGEMENTS ? await judgeAgain(rows) : undefined;
		for (const row of rows) {
			const verdict: Verdict | undefined = again ? again.get(row) : { is: 'busy' };
			if (verdict === undefined) verdicts.delete(row);
			else verdicts.set(row, verdict);
		}
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

function apply(
	run: AddRun,
	row: UndecidedRow,
	{ verdict, ...known }: { verdict: Verdict } & Known,
): void {
	const { additions } = known;
	// It was proven not done. A row that this run has sent is never sent again.
	const isNotDone = verdict.is === 'free' || verdict.is === 'claimed';
	if (isNotDone && isIn('unknown')(row) && !row.isSent) row.replan();
	if (verdict.is === 'paid') {
		const { entry, additionId } = verdict;
		endPaid(run, row, entry, additions.get(additionId) ?? { _id: additionId });
	} else if (verdict.is === 'open') {
		if (isIn('planned')(row)) leaveOpen(run, row, verdict.entries);
		if (verdict.candidates && isIn('unknown')(row)) row.setCandidates(verdict.candidates);
	} else if (verdict.is === 'reused') {
		// While the customers cannot be listed, the entry may know the row's customer by another tax ID. And another entry
		// does not prove that a row that was sent is not done.
		if (!row.isSent && isLookedUp(row)) row.reject(reusedName(run, row, verdict.entry));
	} else if (isIn('planned')(row)) refuse(run, row, { verdict, ...known });
}

/** Stops a planned row because of other runs or people, or of what cannot be asked. A row that is unknown stays so. */
function refuse(
	run: AddRun,
	row: RowIn<'planned'>,
	{ verdict, ...known }: { verdict: Verdict } & Known,
): void {
	if (verdict.is === 'batchInUse') row.notAttempt(batchInUse(run));
	if (verdict.is === 'busy') row.notAttempt(busy());
	if (verdict.is === 'unreadable') row.notAttempt(unreadableEntry(run, row, verdict.entry));
	if (verdict.is === 'duplicate') refuseEqual(run, row, verdict.entries, known);
	if (verdict.is === 'foreign') refuseForeign(run, row, verdict.entry);
	if (verdict.is === 'free') {
		// A name whose additions have failed is sent again only if GMC shows that all of them still are.
		const unasked = verdict.failed.find(({ charge, additionId = '' }) => {
			const addition = known.additions.get(additionId);
			return !addition || !hasFailedFor(charge, addition);
		});
		if (unasked) row.notAttempt(failedUnasked(unasked.additionId ?? ''));
	}
}

/** Under Recent, another execution has sent an equal row. An agent that repeats itself is told what became of it. */
function refuseEqual(
	run: AddRun,
	row: RowIn<'planned'>,
	entries: Entry[],
	{ additions, toldBy }: Known,
): void {
	const { entry, since, heldUntil } = toldBy(entries);
	const { askedAt: at, additionId = '' } = entry;
	if (run.isTool && run.execution.isOfExecution(entry)) {
		if (!isOpen(entry)) return row.skip(additions.get(additionId) ?? { _id: additionId });
		return row.leaveUnknown(lostAnswer(entry), { ...provenBy(entry), heldUntil });
	}
	if (entry.isForeign) refuseForeign(run, row, entry);
	else if (isOpen(entry)) row.reject(equalUnknown(run, row, { entry, heldUntil }));
	else {
		row.paidBy = entry;
		row.reject(suspectedDuplicate(run, row, { additionId, at, since, entry }));
	}
}

/** Paid by this execution: `issued`, now or by an earlier try. Paid by another one: `skipped`. */
function endPaid(
	{ ledger, execution }: AddRun,
	row: UndecidedRow,
	entry: Entry,
	addition: Addition,
): void {
	ledger.known.add(addition._id);
	row.knownSince = settledAtOf(entry);
	row.namePaid(entry);
	const isLost = isIn('unknown')(row);
	// Another pass of a loop, or another call of a tool, counts as another one.
	const isOwn = isLost ? execution.isOfExecution(entry) : execution.hasWritten(entry);
	if (!isOwn && !ledger.isOurs(entry.claim)) {
		row.paidBy = entry;
		return row.skip(addition);
	}
	row.issue(addition, isLost ? { reconciled: true } : { replayed: true });
}

function leaveOpen(run: AddRun, row: RowIn<'planned'>, entries: Entry[]): void {
	const latest = latestOf(entries);
	const problem = isNamedByUser(run.settings) ? nameInUse(run, row, latest) : lostAnswer(latest);
	row.leaveUnknown(problem, {
		...provenBy(latest),
		heldUntil: heldUntilOfAll(run, entries),
		isOwn: entries.some((entry) => run.execution.isOfExecution(entry)),
	});
}

/**
 * Finds out what became of unknown rows. GMC's list is read once, and again after growing delays for rows whose answer
 * this run has lost, since an addition may be listed late.
 *
 * @param rows that are unknown
 * @param listedBefore ids of the additions that were listed before this run sent, if it read the list
 */
export async function resolveRows(
	run: AddRun,
	rows: Row[],
	listedBefore?: ReadonlySet<string>,
): Promise<void> {
	const { ledger, context } = run;
	if (rows.length === 0) return;
	try {
		// GMC lists additions under the present identifiers of customers.
		const { isShared } = await renewIdentifiers(run, rows);
		const resolve = async (some: Row[]) =>
			await applyVerdicts(run, await ledger.resolve(some, { listedBefore, isShared }));
		await resolve(rows.filter(isIn('unknown')));
		const lost = () => rows.filter(isIn('unknown')).filter(({ isSent }) => isSent);
		for (const delay of delays.reconcileDelaysMs) {
			if (lost().length === 0 || isCancelled(run)) break;
			await sleep(delay);
			await resolve(lost());
		}
	} catch (error) {
		// They stay unknown; a later run asks again.
		hintAtFailure(context, 'Rows that may have been paid stay unknown', error);
	}
	// Those that were found to be issued are settled already.
	for (const row of rows.filter(isIn('rejected'))) ledger.settleSoon(row);
}
