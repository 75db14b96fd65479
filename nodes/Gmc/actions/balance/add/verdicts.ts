import { getAdditions, MAX_LOOKUPS } from '../../../api/additions';
import type { Addition } from '../../../api/schemas';
import { sameCharge } from '../../../core/additions/charge';
import { hasFailedFor, isOther, readItems } from '../../../core/additions/item';
import { update } from '../../../core/ledger/effects';
import type { Entry, Verdict } from '../../../core/ledger/entry';
import { FAILED, isOpen } from '../../../core/ledger/entry';
import { momentIn } from '../../../shared/context';
import { toRowProblem } from '../../../shared/errors';
import { listRecent } from '../recentList';
import { usedByOtherAccount } from './accounts';
import {
	batchRowInUse,
	busy,
	failedUnasked,
	twinNotIssued,
	nameInUse,
	reusedName,
	unreadableEntry,
	equalUnknown,
	lostAnswerProblem,
	suspectedDuplicate,
} from './problems';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';

type OpenRow = RowIn<'planned' | 'unknown'>;
type VerdictThat<Is extends Verdict['is']> = Extract<Verdict, { is: Is }>;

/** Changes the state of rows by the verdicts of the ledger. Rows that are `claimed` or `free` may be sent. @throws LedgerError */
export async function applyVerdicts(run: AddRun, verdicts: Map<Row, Verdict>): Promise<void> {
	const additions = await namedAdditions(run, verdicts);
	for (const [row, verdict] of verdicts) {
		if (!isIn('planned', 'unknown')(row)) continue;
		if (verdict.is === 'free') await applyFree(run, row, { verdict, additions });
		else if (verdict.is === 'paid') await applyPaid(run, row, { verdict, additions });
		else if (verdict.is === 'reused') await applyReused(run, row, { verdict, additions });
		else if (verdict.is === 'open') leaveOpen(run, row, verdict);
		else if (verdict.is === 'claimed') replan(row);
		// A row that is unknown stays so.
		else if (isIn('planned')(row)) applyOthers(run, row, { verdict, additions });
		if (verdict.is === 'paid') run.ledger.known.add(verdict.additionId);
	}
}

/** Verdicts that stop a planned row because of other runs or people. */
function applyOthers(
	run: AddRun,
	row: RowIn<'planned'>,
	{ verdict, additions }: { verdict: Verdict; additions: Map<string, Addition> },
): void {
	if (verdict.is === 'batchInUse') {
		const again =
			'Nothing was sent for this row. Run the sheet again once the other run has ended.';
		row.notAttempt(batchRowInUse(run.settings.batch?.label ?? '', again));
	}
	if (verdict.is === 'busy') row.notAttempt(busy());
	if (verdict.is === 'unreadable') row.notAttempt(unreadableEntry(run, row, verdict.entry));
	if (verdict.is === 'foreign') row.notAttempt(usedByOtherAccount(run, verdict.entry));
	if (verdict.is === 'duplicate') refuseEqual(run, row, { entries: verdict.entries, additions });
}

/** Under Recent, another execution has sent an equal row. An agent that repeats itself is told what became of it. */
function refuseEqual(
	run: AddRun,
	row: RowIn<'planned'>,
	{ entries, additions }: { entries: Entry[]; additions: Map<string, Addition> },
): void {
	const { context, isTool, execution } = run;
	const entry = entries.find(({ outcome }) => outcome === 'issued') ?? entries[0];
	const { askedAt, additionId = '' } = entry;
	const heldUntil = run.ledger.heldUntil(entry);
	if (isTool && entry.execution === execution.token) {
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
	const { customerName } = row.state.plan;
	row.reject(
		isOpen(entry)
			? equalUnknown({ at, until: momentIn(context, heldUntil) }, chargeOf(row))
			: suspectedDuplicate({ additionId, at }, chargeOf(row), customerName),
	);
}

/** The row was proven not done. A row that this run has sent is never sent again. */
function replan(row: OpenRow): void {
	if (isIn('unknown')(row) && !row.isSent) row.replan();
}

interface Told<Is extends Verdict['is']> {
	verdict: VerdictThat<Is>;
	additions: Map<string, Addition>;
}

/** A name whose additions have failed is sent again only while all of them are still failed. */
async function applyFree(
	run: AddRun,
	row: OpenRow,
	{ verdict, additions }: Told<'free'>,
): Promise<void> {
	replan(row);
	for (const entry of verdict.failed) {
		if (!isIn('planned')(row)) return;
		const { id, additionId = '' } = entry;
		const addition = additions.get(additionId);
		if (addition === undefined) row.notAttempt(failedUnasked(additionId));
		else if (!hasFailedFor(entry.charge, addition)) {
			// It has moved money after all.
			await run.ledger.perform(update([{ id, outcome: 'issued', settledAt: Date.now() }]));
			if (sameCharge(entry.charge, chargeOf(row))) endPaid(run, row, { entry, addition });
			else row.reject(reusedName(run, row, { ...entry, outcome: 'issued' }));
		}
	}
}

async function applyPaid(
	run: AddRun,
	row: OpenRow,
	{ verdict: { additionId, entry }, additions }: Told<'paid'>,
): Promise<void> {
	const addition = additions.get(additionId) ?? { _id: additionId };
	if (!hasFailedFor(entry.charge, addition)) return endPaid(run, row, { entry, addition });
	await free(run, row, entry);
}

/** The name was used for something else, which has paid unless it has failed. */
async function applyReused(
	run: AddRun,
	row: OpenRow,
	{ verdict: { entry }, additions }: Told<'reused'>,
): Promise<void> {
	const addition = additions.get(entry.additionId ?? '');
	if (entry.outcome === 'issued' && addition && hasFailedFor(entry.charge, addition)) {
		return await free(run, row, entry);
	}
	// While the customers cannot be listed, the entry may know the row's customer by another tax ID.
	const { customerId, customerProblem } = row.state.plan;
	const isKnown = customerId !== undefined || customerProblem !== undefined;
	// Another entry does not prove that a row that was sent is not done.
	if (!row.isSent && isKnown) row.reject(reusedName(run, row, entry));
}

/** The addition of the name has failed since, so the name is free. */
async function free(run: AddRun, row: OpenRow, { id }: Entry): Promise<void> {
	await run.ledger.perform(update([{ id, ...FAILED }]));
	replan(row);
}

/** Paid by this execution: `issued`, now or by an earlier try. Paid by another one: `skipped`. */
function endPaid(
	{ ledger, execution }: AddRun,
	row: OpenRow,
	{ entry, addition }: { entry: Entry; addition: Addition },
): void {
	const isLost = isIn('unknown')(row);
	// Another pass of a loop, or another call of a tool, counts as another one.
	const isOwn = isLost ? entry.execution === execution.token : execution.hasWritten(entry);
	if (!isOwn && !ledger.isOurs(entry)) return row.skip(addition);
	const items = readItems(addition);
	const item = items.find((one) => !isOther(chargeOf(row), one)) ?? items[0];
	row.issue(item, isLost ? { reconciled: true } : { replayed: true });
}

function leaveOpen(run: AddRun, row: OpenRow, { entries, candidates }: VerdictThat<'open'>): void {
	if (isIn('planned')(row)) {
		const askedAt = Math.max(0, ...entries.map((one) => one.askedAt)) || Date.now();
		// As the entry says, not by the Hold of this run.
		const heldUntil = Math.max(0, ...entries.map((one) => run.ledger.heldUntil(one))) || undefined;
		const isOwn = entries.some(({ execution }) => execution === run.execution.token);
		row.leaveUnknown({ askedAt, heldUntil, isOwn, problem: problemOf(run, row) });
	}
	if (candidates && isIn('unknown')(row)) row.setCandidates(candidates);
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
		else row.notAttempt(twinNotIssued(first.itemIndex + 1));
	}
}

/** Milliseconds before an entry was written at which its addition surely was not there. */
const LIST_MARGIN_MS = 60_000;

/** The additions that verdicts name, by id, as far as they can be had: few by one request each, many by one list. */
async function namedAdditions(
	run: AddRun,
	verdicts: Map<Row, Verdict>,
): Promise<Map<string, Addition>> {
	const asked = new Map<string, number>();
	for (const { additionId, askedAt } of [...verdicts.values()].flatMap(namedBy)) {
		if (additionId !== undefined) asked.set(additionId, askedAt);
	}
	const found = new Map<string, Addition>();
	if (asked.size > MAX_LOOKUPS) {
		const since = [...asked.values()].reduce((first, at) => Math.min(first, at)) - LIST_MARGIN_MS;
		const list = await listRecent(run, since).catch(() => undefined);
		for (const addition of list?.additions ?? []) {
			if (asked.has(addition._id)) found.set(addition._id, addition);
		}
	}
	const missing = [...asked.keys()].filter((id) => !found.has(id));
	return new Map([...found, ...(await getAdditions(run.client.transport, missing))]);
}

/** The entries whose additions matter: they have paid, or have failed. */
function namedBy(verdict: Verdict): Entry[] {
	if (verdict.is === 'paid')
		return [{ ...verdict.entry, additionId: verdict.additionId || undefined }];
	if (verdict.is === 'reused' && verdict.entry.outcome === 'issued') return [verdict.entry];
	return verdict.is === 'free' ? verdict.failed : [];
}
