import type { Entry } from '../../../core/ledger/entry';
import { isOpen, isUnsettled } from '../../../core/ledger/entry';
import { areSpellings } from '../../../core/ledger/spelling';
import { amounts, money, shortened } from '../../../core/texts/words';
import { InputError, refusal } from '../../../core/util/inputError';
import { namedExecution, shownTime } from '../../../shared/context';
import { howItEnded, recentEnds } from './ownProblems';
import type { Row, UndecidedRow } from './row';
import type { AddRun } from './run';

// Why a row may not be sent: because of its name, or of what the ledger or GMC's list has. What becomes of a row in its
// own run is in ownProblems.ts.

const nameIn = ({ customer }: Row) => customer?.customerName ?? 'this customer';

export const quoted = (key: string | undefined) => JSON.stringify(shortened(key ?? ''));

export const contradictedKey = (key: string | undefined) =>
	refusal(
		'IDEMPOTENCY_KEY_REUSED',
		`several rows have the 'Idempotency Key' ${quoted(key)} with a different customer, amount or currency`,
		'A key names one top-up. Give each row its own key, such as its order number.',
	);

/**
 * @param keys the row's, and the one of another row or of the ledger
 * @param known what the ledger says of the other one
 */
export const twoSpellings = ([own, other]: [string, string], known = 'in this sheet') =>
	refusal(
		'IDEMPOTENCY_KEY_REUSED',
		`the Idempotency Keys ${quoted(own)} and ${quoted(other)} (${known}) are two spellings of one number`,
		'A spreadsheet program may have saved the number in another form, with or without zeros or separators. If it is the same top-up, give the row its first key, in a column that is formatted as text. If it is another top-up, give it a key that is another number.',
	);

/** The key of a row was used for something else. @param entry what it was used for */
export function reusedKey(
	{ settings, context }: AddRun,
	{ key = '' }: Row,
	entry: Entry,
): InputError {
	const { charge, key: knownKey = '', askedAt, outcome } = entry;
	const used = `${money(charge.amount, charge.currency)}, ${shownTime(context, askedAt)}`;
	if (areSpellings(key, knownKey)) {
		const fate = outcome === 'issued' ? 'paid' : 'not known to be paid or not';
		return twoSpellings(
			[key, knownKey],
			`${used}, ${fate}, in the Data Table "${settings.ledgerTable}"`,
		);
	}
	return refusal(
		'IDEMPOTENCY_KEY_REUSED',
		`the 'Idempotency Key' ${quoted(key)} was ${isUnsettled(entry) ? 'claimed' : 'used'} for another top-up (${used})`,
		outcome === 'issued'
			? `That one is paid (see the Data Table "${settings.ledgerTable}"). If this row is a new top-up, give it its own key. If it corrects the amount, put the old amount back, and send only the difference, as a row with its own key.`
			: "We don't know whether that one was paid: look for it with Balance: Get Many Top-Ups first. If this row is a new top-up, give it its own key.",
	);
}

/**
 * @param entries of the customer that no row of the sheet matches
 * @param hasBadRows whether rows are refused for what they say themselves: one of them may be the row that is missed
 */
export function batchRowChanged(
	{ protection }: AddRun,
	row: UndecidedRow,
	{ entries: changed, hasBadRows = false }: { entries: Entry[]; hasBadRows?: boolean },
): InputError {
	const isPaid = changed.every(({ outcome }) => outcome === 'issued');
	const hasSent = changed.some((entry) => !isUnsettled(entry)) ? 'has sent' : 'may have sent';
	const sums = amounts(changed.map(({ charge }) => charge));
	return refusal(
		'BATCH_ROW_CHANGED',
		`the batch "${protection.batch}" ${isPaid ? 'has paid' : hasSent} ${sums} to ${nameIn(row)}, which no longer matches any row of the sheet${isPaid ? '' : ". We don't know whether it was paid"}`,
		hasBadRows
			? 'First correct the rows that are refused for another reason, and run the sheet again: one of them may be that row.'
			: `A batch never pays a correction on top. Restore ${changed.length === 1 ? 'that row' : 'those rows'}, and add one for what is still to be paid. If this is another sheet, pay it as a batch of another name.`,
	);
}

/** @param isPaid false: it is not known */
export const batchRowMoved = (row: UndecidedRow, isPaid: boolean) =>
	refusal(
		'BATCH_ROW_CHANGED',
		`a customer with this tax ID ${isPaid ? 'was' : 'may have been'} paid already, under another ID or with another GMC account. The tax ID now belongs to ${nameIn(row)}`,
		'Compare the two customers in GMC. If this row is a separate top-up, send it in a batch with another name, or in a new execution.',
	);

/** What an entry proves of its request: a claim only that it may have left. */
const sent = (context: AddRun['context'], entry: Entry, what: string): string =>
	isUnsettled(entry)
		? `may have sent ${what} since ${shownTime(context, entry.askedAt)}`
		: `sent ${what} at ${shownTime(context, entry.askedAt)}`;

/** This workflow has sent an equal row, and n8n has lost the record of this execution. */
export const sentByWorkflow = ({ context }: AddRun, entry: Entry) =>
	refusal(
		'EXECUTION_CUT_OFF',
		`this workflow ${sent(context, entry, 'the same top-up')} (${namedExecution(entry.executionId)}), and it may have been this execution: n8n has no record of that`,
		'Look for it with Balance: Get Many Top-Ups. If this execution has not paid the row, send the row in a new execution.',
	);

/** Another run is paying the customer with another sheet of the batch right now. */
export const batchInUse = ({ protection }: AddRun) =>
	refusal(
		'BATCH_ROW_IN_USE',
		`another run is paying this customer with the batch "${protection.batch}" now, so this run did not send the row`,
		'Run the sheet again once the other run has ended.',
	);

/** Another run wants the same row, or an equal one under Recent, and did not end in time. */
export const busy = () =>
	refusal(
		'BUSY',
		'two runs wanted this row at the same moment, so this run did not send it',
		'Look for it with Balance: Get Many Top-Ups once the other run has ended. If it is not there, or has failed, run this row again.',
	);

/** A row is not sent while its entry cannot be read. */
export function unreadableEntry(
	{ context, settings, ledger }: AddRun,
	{ key }: Row,
	entry: Entry,
): InputError {
	const { id, unreadable: columns = [] } = entry;
	const named = key === undefined ? '' : `, key ${quoted(key)}`;
	return refusal(
		'LEDGER_ROW_UNREADABLE',
		`not sent, because row ${id} of the ledger (Data Table "${settings.ledgerTable}"${named}) cannot be read, or was changed: ${columns.join(', ')}`,
		`Somebody has edited it. Look for the top-up with Balance: Get Many Top-Ups after ${shownTime(context, ledger.heldUntil(entry))}, then set outcome to "issued" if it is there and has not failed, else to "rejected", and correct what cannot be read. Deleting the row frees its name.`,
	);
}

/** An addition under this name had failed, and GMC cannot be asked whether it still has. */
export const failedUnasked = (additionId: string) =>
	refusal(
		'ADDITION_FAILED',
		`top-up ${additionId} of this row had failed, and GMC does not say whether it still has`,
		'Look up the top-up with Balance: Get Top-Up. If it has failed, delete its row in the ledger, which frees its name.',
	);

const IF_SEPARATE =
	"If it is another top-up, set 'Duplicate Protection' to 'Idempotency Key' and send this row alone, with a key of its own.";

/** A top-up that equals the row, or may. */
interface EqualTopUp {
	additionId: string;
	/** When it was made, in epoch milliseconds, where that can be read. */
	at?: number;
	/** See `recentEnds`. */
	since?: number;
	/** What the ledger knows of it. */
	entry?: Entry;
	/** Whether GMC's list tells too little of it: a field cannot be read, or several customers have the tax ID. */
	isUncertain?: boolean;
}

/** Under Recent: an equal top-up was made a short time ago, or may have been. */
export function suspectedDuplicate(
	{ context }: AddRun,
	row: UndecidedRow,
	{ additionId, at, since, entry, isUncertain = false }: EqualTopUp,
): InputError {
	const { amount, currency } = row.state.plan.request;
	const made = at === undefined ? 'a short while ago' : `at ${shownTime(context, at)}`;
	const by = entry?.executionId ? ` by ${namedExecution(entry.executionId)}` : '';
	return refusal(
		'DUPLICATE_SUSPECTED',
		`${nameIn(row)} ${isUncertain ? 'may have been' : 'was'} given ${money(amount, currency)} ${made}${by} (top-up ${additionId}), so this row looks like the same top-up sent twice`,
		`${isUncertain ? 'Look for it in GMC. ' : ''}If it is the same top-up, do nothing. ${IF_SEPARATE} ${recentEnds(context, since)}`,
	);
}

/** Another GMC node of this execution has sent an equal row and lost the answer, which may have been found since. */
export function sentByOtherNode(
	{ context, ledger }: AddRun,
	{ state }: UndecidedRow,
	entry: Entry,
): InputError {
	const { amount, currency } = state.plan.request;
	const after = isOpen(entry) ? ` after ${shownTime(context, ledger.heldUntil(entry))}` : '';
	const lost = isUnsettled(entry) ? '' : ` and ${howItEnded(entry)}`;
	return refusal(
		'DUPLICATE_SUSPECTED',
		`another GMC node of this execution ${sent(context, entry, `the same top-up (${money(amount, currency)})`)}${lost}, so this row is not sent beside it`,
		`Look for it with Balance: Get Many Top-Ups${after}. If GMC lists it, and it has not failed, the top-up is paid: leave this row out. If it is not there, or this row is another top-up, send this row in a new execution.`,
	);
}

/** Under Recent: an equal row was sent, and its answer is lost. @param heldUntil in epoch milliseconds */
export function equalUnknown(
	{ context }: AddRun,
	{ state }: UndecidedRow,
	{ entry, heldUntil }: { entry: Entry; heldUntil: number },
): InputError {
	const { amount, currency } = state.plan.request;
	return refusal(
		'DUPLICATE_SUSPECTED',
		`${namedExecution(entry.executionId)} ${sent(context, entry, `${money(amount, currency)} for this customer`)}, and we don't know yet whether it was paid`,
		`Look for it with Balance: Get Many Top-Ups after ${shownTime(context, heldUntil)}. If GMC lists it, and it has not failed, this row is paid: leave it out. Else run the row again, and it is sent. ${IF_SEPARATE}`,
	);
}

/** The name has paid with another account, which is another GMC. */
export function paidByOtherAccount(
	{ context, settings }: AddRun,
	{ account = '', askedAt, additionId = '' }: Entry,
): InputError {
	return refusal(
		'OTHER_ACCOUNT',
		`this was paid with another GMC account (${account}) at ${shownTime(context, askedAt)}`,
		`Look for top-up ${additionId} in GMC after ${shownTime(context, askedAt + settings.holdMs)}, since GMC may show it late. If it is there and has not failed, this row is paid. Else give this GMC account a 'Ledger Table' of its own, and send only rows that this account has not paid.`,
	);
}

/** GMC could not be asked about the other account, or the answer was lost there. */
export function usedByOtherAccount(
	{ context, settings, ledger }: AddRun,
	entry: Entry,
): InputError {
	const { account = '', askedAt, additionId } = entry;
	const isPaid = !isOpen(entry) && additionId !== undefined;
	const used = `with another GMC account (${account}) at ${shownTime(context, askedAt)}`;
	return refusal(
		'OTHER_ACCOUNT',
		isPaid
			? `not sent, because this was paid ${used}, and GMC could not be asked whether that account is the same GMC`
			: `not sent, because this may have been paid ${used}`,
		isPaid
			? 'Run it again once GMC answers.'
			: `Look for it in GMC after ${shownTime(context, ledger.heldUntil(entry))}. In its row of the Data Table "${settings.ledgerTable}", set outcome to rejected if it is not there, or has failed; else set outcome to issued and enter its additionId.`,
	);
}
