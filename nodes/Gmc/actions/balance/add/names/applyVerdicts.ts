import type { Addition } from '../../../../api/schemas';
import { hasFailed, isOther, readItems } from '../../../../core/additions/item';
import { sameCharge } from '../../../../core/additions/charge';
import { update } from '../../../../core/ledger/effects';
import type { Entry, Verdict } from '../../../../core/ledger/entry';
import { FAILED } from '../../../../core/ledger/entry';
import { toRowProblem } from '../../../../shared/errors';
import {
	batchRowInUse,
	failedUnasked,
	heldByTwin,
	nameInUse,
	reusedName,
	unreadableEntry,
} from '../rows/nameProblems';
import { namedAdditions } from './namedAdditions';
import type { Row, RowIn } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import { lostAnswerProblem } from '../rows/rowProblems';
import type { AddRun } from '../run/run';
import { isNamedByUser } from '../run/settings';

type OpenRow = RowIn<'planned' | 'inDoubt'>;

/** Lets rows know what the ledger has said of them. What is `mine` or `free` may be sent. @throws LedgerError */
export async function applyVerdicts(run: AddRun, verdicts: Map<Row, Verdict>): Promise<void> {
	const { ledger } = run;
	const additions = await namedAdditions(run, verdicts);
	for (const [row, verdict] of verdicts) {
		if (!isIn('planned', 'inDoubt')(row)) continue;
		if (verdict.is === 'free') await applyFree(run, row, verdict, additions);
		else if (verdict.is === 'paid') await applyPaid(run, row, verdict, additions);
		else if (verdict.is === 'reused') await applyReused(run, row, verdict.row, additions);
		else if (verdict.is === 'inDoubt') putInDoubt(run, row, verdict);
		else if (verdict.is === 'mine') replan(row);
		// What is in doubt by now stays so.
		else if (!isIn('planned')(row)) continue;
		else if (verdict.is === 'moved') row.withhold(batchRowInUse(run));
		else row.withhold(unreadableEntry(run, row, verdict.row));
		if (verdict.is === 'paid') ledger.known.add(verdict.additionId);
	}
}

/** It turned out that nothing was done. What this run has sent, no verdict makes it send again. */
function replan(row: OpenRow): void {
	if (isIn('inDoubt')(row) && !row.isSent) row.replan();
}

/** What has failed before is sent again only if that is so still, of all that was made under the name. */
async function applyFree(
	run: AddRun,
	row: OpenRow,
	{ isKnown, failed }: Extract<Verdict, { is: 'free' }>,
	additions: Map<string, Addition>,
): Promise<void> {
	if (!isKnown && isKnownHere(run, row) && tellRemembered(run, row)) return;
	replan(row);
	for (const entry of failed) {
		if (!isIn('planned')(row)) return;
		const { id, additionId = '' } = entry;
		const addition = additions.get(additionId);
		if (addition === undefined) row.withhold(failedUnasked(additionId));
		else if (!hasFailed(addition)) {
			// It has moved money after all.
			await run.ledger.perform(update([{ id, outcome: 'issued' }]));
			if (sameCharge(entry.charge, chargeOf(row))) endPaid(run, row, entry, addition);
			else row.reject(reusedName(run, row, { ...entry, outcome: 'issued' }));
		}
	}
}

async function applyPaid(
	run: AddRun,
	row: OpenRow,
	{ additionId, row: entry }: Extract<Verdict, { is: 'paid' }>,
	additions: Map<string, Addition>,
): Promise<void> {
	const addition = additions.get(additionId) ?? { _id: additionId };
	if (!hasFailed(addition)) return endPaid(run, row, entry, addition);
	// What another run has sent under the name says nothing about what this one has.
	if (isIn('inDoubt')(row) && row.isSent) return row.suspect([additionId]);
	await free(run, row, entry);
}

/**
 * Whether this execution knows more of a row than the table, where its entry was deleted, or Ledger Table is another one
 * now. Of what is open, deleting the entry of a key or a batch says that it is free.
 */
function isKnownHere({ ledger, settings }: AddRun, row: OpenRow): boolean {
	const own = ledger.remembered(row);
	if (own === undefined || own.outcome === 'issued') return own !== undefined;
	if (isNamedByUser(settings)) return false;
	ledger.memory.entries.takeBack(own);
	return true;
}

/**
 * Tells a row of which the ledger says nothing what this execution knows of it: what it has issued is not issued again,
 * and what is open stays so.
 *
 * @returns whether it knows anything
 */
export function tellRemembered({ ledger }: AddRun, row: OpenRow): boolean {
	const own = ledger.remembered(row);
	if (own === undefined || own.outcome === 'rejected' || row.claimed) return false;
	const { addition, additionId = '', item = additionId, askedAt } = own;
	if (own.outcome === 'issued') {
		row.issue({ addition: { _id: additionId, ...addition }, claim: item }, { replayed: true });
	} else if (isIn('planned')(row)) {
		row.doubt({ askedAt, problem: lostAnswerProblem(row.itemIndex) });
	}
	return true;
}

/** Used for something else; unless that has failed, which moved nothing. */
async function applyReused(
	run: AddRun,
	row: OpenRow,
	entry: Entry,
	additions: Map<string, Addition>,
): Promise<void> {
	const addition = additions.get(entry.additionId ?? '');
	if (entry.outcome === 'issued' && addition && hasFailed(addition)) {
		return await free(run, row, entry);
	}
	// What was sent is not proven undone by what the ledger has besides.
	if (!row.isSent) row.reject(reusedName(run, row, entry));
}

/** The addition of a name has failed since, so the name is free again. */
async function free(run: AddRun, row: OpenRow, { id }: Entry): Promise<void> {
	await run.ledger.perform(update([{ id, ...FAILED }]));
	replan(row);
}

/** By this execution: issued, now or by an earlier try; else by another one, so that it is skipped. */
function endPaid(run: AddRun, row: OpenRow, entry: Entry, addition: Addition): void {
	const { ledger } = run;
	const own = ledger.remembered(row);
	const isLost = isIn('inDoubt')(row);
	const isOwn =
		ledger.isOurs(entry) || own?.additionId === addition._id || own?.claim === entry.claim;
	// What another pass of a loop has done, or another call of a tool, was there before.
	const isOfOtherPass = !isLost && own !== undefined && own.pass !== ledger.memory.pass;
	if (!isOwn || isOfOtherPass) return row.skip(addition);
	const items = readItems(addition);
	const item =
		items.find(({ claim }) => claim === own?.item) ??
		items.find((one) => !isOther(chargeOf(row), one)) ??
		items[0];
	row.issue(item, isLost ? { reconciled: true } : { replayed: true });
	ledger.fates.remember(row, entry);
}

function putInDoubt(
	run: AddRun,
	row: OpenRow,
	{ rows, candidates }: Extract<Verdict, { is: 'inDoubt' }>,
): void {
	const unwritten = rows.find(({ claim }) => claim === run.ledger.remembered(row)?.claim);
	if (unwritten !== undefined && tellIssued(run, row, unwritten)) return;
	if (isIn('planned')(row)) {
		const askedAt = Math.max(0, ...rows.map((one) => one.askedAt)) || Date.now();
		// As it is held, not as this run would hold it.
		const heldUntil = Math.max(0, ...rows.map((one) => run.ledger.heldUntil(one))) || undefined;
		row.doubt({ askedAt, heldUntil, problem: problemOf(run, row) });
	}
	if (candidates && isIn('inDoubt')(row)) row.suspect(candidates);
}

/**
 * What an earlier try of this execution has issued, and the ledger could not take: it is written down now.
 *
 * @param entry by which that try had claimed the name
 */
function tellIssued(run: AddRun, row: OpenRow, entry: Entry): boolean {
	if (run.ledger.remembered(row)?.outcome !== 'issued' || !tellRemembered(run, row)) return false;
	row.claimed = entry;
	run.ledger.fates.settleSoon(row);
	return true;
}

function problemOf(run: AddRun, row: Row) {
	if (!isNamedByUser(run.settings)) return lostAnswerProblem(row.itemIndex);
	return { ...toRowProblem(nameInUse(run, row), row.itemIndex), requested: true };
}

/** Once the run is over: rows that are the same as another one come out with what became of that. */
export function endTwins(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		const { twinOf: first } = row;
		if (first === undefined) continue;
		if (isIn('issued', 'skipped')(first)) row.skip(first.state.addition);
		else row.withhold(heldByTwin(first.itemIndex + 1));
	}
}
