import { chargeKeys, sameCharge } from '../../../core/additions/charge';
import { hasFailed, isOther, readItems } from '../../../core/additions/item';
import { certainTimeOf } from '../../../core/additions/recent';
import type { Verdicts } from '../../../core/ledger/claim';
import { isKeylessRef } from '../../../core/ledger/key';
import type { Entry, Verdict } from '../../../core/ledger/entry';
import { isUnreadable, mayEqual } from '../../../core/ledger/entry';
import { Shelf } from '../../../core/util/shelf';
import { RenamedLedgerError } from '../../../ledger/renamedLedgerError';
import { toRowProblem } from '../../../shared/errors';
import { momentIn } from '../../../shared/moment';
import { equalInDoubt, heldInDoubt } from './duplicateProblems';
import { entryOfOtherRun } from './entryOfOtherRun';
import type { KeylessDesk } from './keylessDesk';
import { labelOf } from './keyLabel';
import { unreadableEntry } from './keyProblems';
import { paidAdditions } from './paidAdditions';
import { recordSkip } from './record';
import { rejectDuplicate } from './rejectRecent';
import { settleKnown } from './recordUnknown';
import { hintUnlessAbsent } from './hintAtKeyLedger';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * Holds rows without a key that equal one whose fate an earlier run has left open. What GMC's list shows by now,
 * or does not show once the hold is over, is not open any more. Under `history` such a row counts as the very
 * same one, so that it is skipped, held in doubt or sent in the place of that one; under `recent` it is rejected.
 */
export async function holdUnknown(run: AddRun, rows: Row[]): Promise<void> {
	const { keyless, settings } = run;
	if (settings.duplicateProtection === 'recent') rejectLate(run, rows);
	const planned = rows.filter(isIn('planned'));
	if (!keyless || settings.duplicateProtection === 'off' || planned.length === 0) return;
	const inDoubt = await readInDoubt(run, keyless, rows);
	withholdUnreadable(run, planned, inDoubt.filter(isUnreadable));
	const open = equalTo(
		rows.filter(isIn('planned')),
		inDoubt.filter((row) => !isUnreadable(row)),
	);
	if (open.length === 0) return;
	const stillOpen = await endOpen(run, keyless, open, rows.filter(isIn('planned')));
	if (settings.duplicateProtection !== 'recent') return;
	rejectEqual(run, rows.filter(isIn('planned')), stillOpen);
}

/** Without the ledger nothing is held, unless it is known where it is. What this execution has found out by now holds no other row of it. */
async function readInDoubt(run: AddRun, keyless: KeylessDesk, rows: Row[]): Promise<Entry[]> {
	try {
		if (!run.settings.dryRun) await settleKnown(run, keyless, rows);
		const known = new Set(rows.filter(isIn('issued')).map(({ state }) => state.entry?.ref));
		return (await keyless.inDoubt()).filter(({ ref }) => !known.has(ref));
	} catch (error) {
		if (error instanceof RenamedLedgerError) return await Promise.reject(error);
		hintUnlessAbsent(run.context, 'comparing', error);
		return [];
	}
}

/** What such a row of the ledger was to pay, and whether it was, is for people to say first. */
function withholdUnreadable(
	{ settings }: AddRun,
	planned: Array<RowIn<'planned'>>,
	unreadable: Entry[],
): void {
	for (const row of planned) {
		const perhaps = unreadable.find((one) => mayEqual(one, chargeOf(row)));
		if (perhaps !== undefined) row.withhold(unreadableEntry(perhaps, settings.ledgerTable));
	}
}

/** @returns the rows of the ledger that equal a row of the sheet, in their order */
function equalTo(planned: Array<RowIn<'planned'>>, inDoubt: Entry[]): Entry[] {
	const asked = new Set(planned.flatMap((row) => chargeKeys(chargeOf(row))));
	return inDoubt
		.filter(({ charge }) => chargeKeys(charge).some((key) => asked.has(key)))
		.sort((one, other) => one.id - other.id);
}

/** Finds out what became of the rows without a key. @returns the rows of the ledger that stay in doubt */
async function endOpen(
	run: AddRun,
	keyless: KeylessDesk,
	open: Entry[],
	planned: Array<RowIn<'planned'>>,
): Promise<Entry[]> {
	const byRef = new Map(open.filter(({ ref }) => isKeylessRef(ref)).map((row) => [row.ref, row]));
	const rows = [...byRef.values()];
	const verdicts = await judgeOpen(run, keyless, rows, takersOf(planned, rows));
	// A row is told what was paid before it is sent in the place of what was not.
	const isPaid = ({ ref }: Entry) => Number(verdicts.get(ref)?.is === 'paid');
	const paidFirst = rows.toSorted((one, other) => isPaid(other) - isPaid(one));
	const takers = takersOf(planned, paidFirst);
	const unwanted: Entry[] = [];
	const stillOpen = open.filter(({ ref }) => !isKeylessRef(ref));
	for (const [ref, row] of byRef) {
		const verdict: Verdict = verdicts.get(ref) ?? { is: 'inDoubt', rows: [] };
		const taker = takers.get(ref);
		if (verdict.is === 'inDoubt') {
			stillOpen.push(row);
			if (run.settings.duplicateProtection === 'history' && taker) hold(run, taker, row, verdict);
		} else if (verdict.is === 'mine') {
			if (taker) keyless.adopt(taker, verdict.row);
			else unwanted.push(verdict.row);
		} else if (verdict.is === 'paid' && taker) await endPaid(run, taker, verdict);
	}
	await keyless
		.release(unwanted)
		.catch((error: unknown) => hintUnlessAbsent(run.context, 'resolving', error));
	return stillOpen;
}

/** Gives each row of the ledger an equal row of the sheet of its own, as far as there are any. */
function takersOf(planned: Array<RowIn<'planned'>>, open: Entry[]): Map<string, RowIn<'planned'>> {
	const free = new Shelf((row: RowIn<'planned'>) => chargeKeys(chargeOf(row)));
	for (const row of planned) free.put(row);
	const takers = new Map<string, RowIn<'planned'>>();
	for (const { ref, charge } of open) {
		const taker = free.take(chargeKeys(charge));
		if (taker !== undefined) takers.set(ref, taker);
	}
	return takers;
}

/** A dry run looks, and writes nothing down. Where the ledger fails, all stays in doubt. */
async function judgeOpen(
	run: AddRun,
	keyless: KeylessDesk,
	open: Entry[],
	takers: Map<string, RowIn<'planned'>>,
): Promise<Verdicts> {
	const wishes = open.map(({ ref, charge }) => {
		const taker = takers.get(ref);
		return { ref, charge, label: taker && labelOf(run.context, taker) };
	});
	return await keyless.resolve(wishes, run.settings.dryRun).catch((error: unknown) => {
		hintUnlessAbsent(run.context, 'resolving', error);
		return new Map() as Verdicts;
	});
}

/** @param verdict with what the list shows of it by now, unless it could not be read */
function hold(
	run: AddRun,
	row: RowIn<'planned'>,
	{ askedAt }: Entry,
	{ candidates }: Extract<Verdict, { is: 'inDoubt' }>,
): void {
	const error = heldInDoubt(momentIn(run.context, askedAt), run.settings);
	const problem = { ...toRowProblem(error, row.itemIndex), requested: true };
	row.doubt(entryOfOtherRun(row, askedAt), problem, candidates);
}

/**
 * What turns out to be paid is the row's own under `history`. Under `recent` it is what the row resembles: nobody
 * was told so before, however long ago it was sent.
 */
async function endPaid(
	run: AddRun,
	row: RowIn<'planned'>,
	verdict: Extract<Verdict, { is: 'paid' }>,
): Promise<void> {
	const { additionId } = verdict;
	const found = await paidAdditions(run, [verdict]);
	const addition = found.get(additionId) ?? { _id: additionId };
	if (hasFailed(addition)) return;
	if (run.settings.duplicateProtection === 'recent') {
		const madeAt = certainTimeOf(addition, run.context.getTimezone());
		const { identifiers, amount, currency } = chargeOf(row);
		const charge = { identifiers, amount, currency };
		run.ledger.addLatePayment({ ...charge, additionId, ...(madeAt !== undefined && { madeAt }) });
		return rejectLate(run, [row]);
	}
	const items = readItems(addition);
	recordSkip(run, row, items.find((item) => !isOther(chargeOf(row), item)) ?? items[0]);
}

/** Each refuses one equal row, in every try of this execution. */
function rejectLate({ context, ledger }: AddRun, rows: Row[]): void {
	for (const late of ledger.latePayments) {
		const row = rows.filter(isIn('planned')).find((one) => sameCharge(chargeOf(one), late));
		if (row !== undefined) rejectDuplicate(context, row, late);
	}
}

function rejectEqual(run: AddRun, planned: Array<RowIn<'planned'>>, open: Entry[]): void {
	const byCharge = new Map(open.flatMap((row) => chargeKeys(row.charge).map((key) => [key, row])));
	for (const row of planned) {
		const equal = chargeKeys(chargeOf(row)).flatMap((key) => byCharge.get(key) ?? [])[0];
		if (equal === undefined) continue;
		const at = momentIn(run.context, equal.askedAt);
		row.reject(equalInDoubt(at, chargeOf(row), run.settings));
	}
}
