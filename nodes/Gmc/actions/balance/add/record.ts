import type { Addition } from '../../../api/schemas';
import type { AdditionItem } from '../../../core/additions/item';
import type { Message, Texts } from '../../../core/texts/message';
import type { LedgerEntry } from '../../../core/additions/ledgerMemory';
import { GmcRequestError, unreadableFailure } from '../../../core/service/failure';
import type { RowIn } from './row';
import { chargeOf } from './row';
import type { AddRun } from './run';

// What becomes of a row, and what the ledger keeps of it, together: no step does one without the other.

/** The addition is the row's. */
export function recordAddition(
	{ ledger, issuedHere }: AddRun,
	row: RowIn<'planned' | 'inDoubt'>,
	entry: LedgerEntry,
	{ item: { addition, claim }, ...provenance }: { item: AdditionItem<Addition>; reconciled?: true },
): void {
	// One that has failed stays in the ledger as well, so that no try sends it again by itself.
	ledger.recordIssued(entry, addition, claim);
	issuedHere.push(addition._id);
	row.issue(entry, addition, provenance);
}

/** The addition of the answer is what another key has paid with: the answer proves nothing. */
export function recordContest({ ledger, issuedHere }: AddRun, row: RowIn<'issued'>): void {
	const { entry, addition } = row.state;
	if (entry === undefined) return;
	ledger.contest(entry);
	issuedHere.splice(issuedHere.lastIndexOf(addition._id), 1);
	row.contest(entry, mismatchedAnswer('ofAnotherKey', addition));
}

/** An answer with an addition that cannot be this row's; as good as lost. @param which what it names instead */
export function mismatchedAnswer(
	which: keyof Texts['additions']['mismatchedAnswer'],
	{ _id: id }: Addition,
): GmcRequestError {
	const said: Message = ({ additions }) => additions.mismatchedAnswer[which]({ id });
	return new GmcRequestError('issueAddition', unreadableFailure(201, said));
}

/** Proven not done. */
export function recordRefusal(
	{ ledger }: AddRun,
	row: RowIn<'planned'>,
	entry: LedgerEntry,
	error: unknown,
): void {
	ledger.release(entry);
	row.reject(error);
}

/** An addition that was there before stands for the row. */
export function recordSkip(
	{ ledger }: AddRun,
	row: RowIn<'planned'>,
	item: AdditionItem<Addition>,
): void {
	row.skip(ledger.skip(chargeOf(row), item, new Date()), item.addition);
}

/** The addition as it is now. That of a skipped row is somebody else's, and stays as it was in the ledger. */
export function recordProgress(
	{ ledger }: AddRun,
	row: RowIn<'issued' | 'skipped'>,
	addition: Addition,
): void {
	const { is, entry } = row.state;
	if (is === 'issued' && entry) ledger.recordIssued(entry, addition);
	row.refresh(addition);
}
