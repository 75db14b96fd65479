import type { IExecuteFunctions } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import { failureReason } from '../../../core/additions/status';
import type { Entry } from '../../../core/ledger/entry';
import { differInZeros } from '../../../core/ledger/key';
import { amounts, money, number, time } from '../../../core/texts/words';
import { GmcRequestError, unreadableFailure } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import { momentIn } from '../../../shared/context';
import type { RowProblem } from '../../../shared/errors';
import type { Plan, RowCustomer } from './rowState';
import type { RunSettings } from './settings';

interface Run {
	context: IExecuteFunctions;
	settings: RunSettings;
}

export interface RefusedRow {
	key?: string;
	customer?: RowCustomer;
	state: { plan: Plan };
}

const RESTORE_KEY =
	'A spreadsheet may have dropped or added zeros. Give the row its original key, in a column that is formatted as text. If it is another top-up, give it a key that differs in more than leading zeros.';

export const nameIn = ({ customer }: RefusedRow) => customer?.customerName ?? 'this customer';

const quoted = (key: string | undefined) => JSON.stringify((key ?? '').slice(0, 60));

export function contradictedKey(key: string | undefined): InputError {
	return new InputError({
		message: `several rows have the Idempotency Key ${quoted(key)} with a different customer, amount or currency`,
		advice: 'A key names one top-up. Give each row its own key, such as its order number.',
		code: 'IDEMPOTENCY_KEY_REUSED',
	});
}

/** @param two keys of the sheet */
export function keysDifferInZeros([one, other]: [string, string]): InputError {
	return new InputError({
		message: `the Idempotency Keys ${quoted(one)} and ${quoted(other)} of this sheet differ only in leading zeros`,
		advice: RESTORE_KEY,
		code: 'IDEMPOTENCY_KEY_REUSED',
	});
}

/** The name of a row was used for something else. @param entry what it was used for */
export function reusedName(run: Run, row: RefusedRow, entry: Entry): InputError {
	const { settings, context } = run;
	const { key } = row;
	if (key === undefined) return batchRowChanged(run, row, [entry]);
	const { charge, key: knownKey, askedAt, outcome } = entry;
	const used = `${money(charge.amount, charge.currency)}, ${time(momentIn(context, askedAt))}`;
	const code = 'IDEMPOTENCY_KEY_REUSED';
	if (differInZeros(key, knownKey ?? '')) {
		const known = quoted(knownKey);
		return new InputError({
			message: `the ledger knows the Idempotency Key ${known} (${used}), but this row says ${quoted(key)}`,
			advice: `${RESTORE_KEY} The Data Table "${settings.ledgerTable}" shows what became of ${known}.`,
			code,
		});
	}
	return new InputError({
		message: `the Idempotency Key ${quoted(key)} was used for another top-up (${used})`,
		advice:
			outcome === 'issued'
				? `That one is paid (see the Data Table "${settings.ledgerTable}"). If this row is a new top-up, give it its own key. If it corrects the amount, put the old amount back, and send only the difference, as a row with its own key.`
				: "We don't know whether that one was paid: look for it with Balance: Get Many first. If this row is a new top-up, give it its own key.",
		code,
	});
}

/**
 * @param changed entries of the customer that no row of the sheet matches
 * @param isOnlyOne whether the customer has no other row that may be its correction
 */
export function batchRowChanged(
	{ settings }: Run,
	row: RefusedRow,
	changed: Entry[],
	isOnlyOne = true,
): InputError {
	const { request: now } = row.state.plan;
	const sums = changed.map(({ charge: { amount, currency } }) => ({ amount, currency }));
	const isOne = sums.length === 1;
	const more = now.amount - sums[0].amount;
	const isCorrection = isOnlyOne && isOne && sums[0].currency === now.currency && more > 0;
	const rest = isCorrection
		? `add one of ${money(Number(more.toFixed(8)), now.currency)}`
		: 'add one for what is still to be paid';
	return new InputError({
		message: changed.every(({ outcome }) => outcome === 'issued')
			? `the batch "${settings.batch?.label}" has paid ${amounts(sums)} to ${nameIn(row)}, which no longer matches any row of the sheet`
			: `the batch "${settings.batch?.label}" has sent ${amounts(sums)} for ${nameIn(row)}, which no longer matches any row of the sheet. We don't know whether it was paid`,
		advice: `A batch never pays a correction on top. Restore ${isOne ? 'that row' : 'those rows'}, and ${rest}. If this is another sheet, give it another Batch Name.`,
		code: 'BATCH_ROW_CHANGED',
	});
}

/** @param isPaid false: it is not known */
export function batchRowMoved(row: RefusedRow, isPaid: boolean): InputError {
	return new InputError({
		message: `a customer with this tax ID ${isPaid ? 'was' : 'may have been'} paid already, under another ID or with another GMC account. The tax ID now belongs to ${nameIn(row)}`,
		advice:
			'Compare the two customers in GMC. If this row is a separate top-up, send it in a batch with another name, or in a new execution.',
		code: 'BATCH_ROW_CHANGED',
	});
}

/** Another run has left the row open. @param isSending whether it may still be at it */
export function nameInUse(
	{ settings: { batch } }: Run,
	{ key }: Pick<RefusedRow, 'key'>,
	isSending: boolean,
): InputError {
	const row =
		batch === undefined
			? `the Idempotency Key ${quoted(key)}`
			: `this row of the batch "${batch.label}"`;
	const happened = isSending
		? `another run is sending ${row} now, or was stopped while it did`
		: `an earlier run sent ${row} and lost the answer`;
	return new InputError({
		message: `${happened}. We don't know yet whether it was paid`,
		code: batch === undefined ? 'IDEMPOTENCY_KEY_IN_USE' : 'BATCH_ROW_IN_USE',
	});
}

/** Another run wants the same row, or an equal one under Recent, and did not end in time. */
export const busy = (): InputError =>
	new InputError({
		message: 'two runs wanted this row at the same moment, so this run did not send it',
		advice:
			'Look for it with Balance: Get Many once the other run has ended. If it is not there, run this row again.',
		code: 'BUSY',
	});

/** A row is not sent while its entry cannot be read. */
export function unreadableEntry(
	{ context, settings, ledger }: Run & { ledger: { heldUntil: (entry: Entry) => number } },
	{ key }: Pick<RefusedRow, 'key'>,
	entry: Entry,
): InputError {
	const { id, unreadable: columns = [] } = entry;
	const named = key === undefined ? '' : `, key ${quoted(key)}`;
	return new InputError({
		message: `not sent, because row ${id} of the ledger (Data Table "${settings.ledgerTable}"${named}) cannot be read: ${columns.join(', ')}`,
		advice: `Somebody has edited it. Look for the top-up with Balance: Get Many after ${time(momentIn(context, ledger.heldUntil(entry)))}, then set outcome to "issued" if it is there or to "rejected" if it is not, and correct what cannot be read. Deleting the row frees its name.`,
		code: 'LEDGER_ROW_UNREADABLE',
	});
}

/** An addition under this name had failed, and GMC cannot be asked whether it still has. */
export function failedUnasked(additionId: string): InputError {
	return new InputError({
		message: `top-up ${additionId} of this row had failed, and GMC does not say whether it still has`,
		advice:
			'Look up the top-up with Balance: Get. If it has failed, delete its row in the ledger, which frees its name.',
		code: 'ADDITION_FAILED',
	});
}

/** A row with the same key as another row of its sheet, which was not issued. */
export function sameKeyNotIssued(row: number): InputError {
	return new InputError({
		message: `not attempted, because row ${number(row)} with the same Idempotency Key was not issued`,
		advice: 'Both rows are the same top-up. See the error of that row.',
		code: 'NOT_ATTEMPTED',
	});
}

/** The answer to this row was lost by an earlier try. */
export function lostAnswerProblem(itemIndex: number): RowProblem {
	return {
		itemIndex,
		code: 'ROW_IN_DOUBT',
		message:
			"an earlier try sent this row and lost the answer. We don't know whether the top-up went through",
		details: {},
		requested: true,
	};
}

/** The row was not sent because of another row, or because the execution was stopped. */
export function notAttemptedProblem(itemIndex: number, cause?: { itemIndex: number }): RowProblem {
	const row = cause && number(cause.itemIndex + 1);
	return {
		itemIndex,
		code: 'NOT_ATTEMPTED',
		message: `not attempted, because ${row ? `of row ${row}` : 'the run ended first'}`,
		description: row && 'Follow the advice of that row.',
		details: {},
		requested: false,
	};
}

/** The addition of the row has failed for good. */
export function failedProblem(itemIndex: number, addition: Addition): RowProblem {
	const reason = failureReason(addition);
	const { _id: additionId } = addition;
	const status = String(addition.status);
	return {
		itemIndex,
		code: 'ADDITION_FAILED',
		message: `GMC accepted top-up ${additionId}, but it failed${reason ? `: ${reason}` : ''}`,
		description: 'So no money was added. Find out why at GMC, then send the row again.',
		details: { additionId, status },
		requested: true,
	};
}

/** The row was not sent because this execution has a lost answer that is not resolved. */
export const lostBefore = (): InputError =>
	new InputError({
		message:
			"not attempted, because an answer was lost earlier in this execution, and we don't know whether that row was paid",
		advice: 'Follow the advice of that row.',
		code: 'NOT_ATTEMPTED',
	});

const MISMATCHED = {
	notAskedFor: 'GMC answered with a top-up that was not asked for',
	madeBefore: 'GMC answered with a top-up that it had made before',
	ofAnotherRow: 'GMC answered with a top-up that belongs to another row of the ledger',
};

/** An answer with an addition that cannot be this row's counts as a lost answer. @param which what it names instead */
export function mismatchedAnswer(
	which: keyof typeof MISMATCHED,
	{ _id: id }: Addition,
): GmcRequestError {
	const said = `${MISMATCHED[which]} (${id})`;
	return new GmcRequestError('issueAddition', unreadableFailure(201, said));
}
