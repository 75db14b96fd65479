import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../../core/ledger/entry';
import { isOpen } from '../../../core/ledger/entry';
import { differInZeros } from '../../../core/ledger/key';
import { amounts, money } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import { timeIn } from '../../../shared/context';
import type { Plan, RowCustomer } from './rowState';
import type { RunSettings } from './settings';

// Why a row may not be sent: because of its name, or of what the ledger or GMC's list has. What becomes of a row in its own
// run is in outcomes.ts.

interface Run {
	context: IExecuteFunctions;
	settings: RunSettings;
	ledger: { heldUntil: (entry: Entry) => number };
}

interface RefusedRow {
	key?: string;
	customer?: RowCustomer;
	state: { plan: Plan };
}

const nameIn = ({ customer }: RefusedRow) => customer?.customerName ?? 'this customer';

const quoted = (key: string | undefined) => JSON.stringify((key ?? '').slice(0, 60));

/** What the user calls the row. */
const nameOfRow = ({ settings: { batch } }: Run, { key }: Pick<RefusedRow, 'key'>) =>
	batch === undefined
		? `the Idempotency Key ${quoted(key)}`
		: `this row of the batch "${batch.label}"`;

export const contradictedKey = (key: string | undefined) =>
	new InputError({
		message: `several rows have the Idempotency Key ${quoted(key)} with a different customer, amount or currency`,
		advice: 'A key names one top-up. Give each row its own key, such as its order number.',
		code: 'IDEMPOTENCY_KEY_REUSED',
	});

/** @param keys the row's, and the one of another row or of the ledger */
export const keysDifferInZeros = ([own, other]: [string, string], where: string) =>
	new InputError({
		message: `the Idempotency Keys ${quoted(own)} and ${quoted(other)} ${where} differ only in leading zeros`,
		advice:
			'A spreadsheet may have dropped or added zeros. Give the row its original key, in a column that is formatted as text. If it is another top-up, give it a key that differs in more than leading zeros.',
		code: 'IDEMPOTENCY_KEY_REUSED',
	});

/** The name of a row was used for something else. @param entry what it was used for */
export function reusedName(run: Run, row: RefusedRow, entry: Entry): InputError {
	const { settings, context } = run;
	const { key } = row;
	if (key === undefined) return batchRowChanged(run, row, [entry]);
	const { charge, key: knownKey = '', askedAt, outcome } = entry;
	const used = `${money(charge.amount, charge.currency)}, ${timeIn(context, askedAt)}`;
	if (differInZeros(key, knownKey)) {
		return keysDifferInZeros(
			[key, knownKey],
			`(${used}, in the Data Table "${settings.ledgerTable}")`,
		);
	}
	return new InputError({
		message: `the Idempotency Key ${quoted(key)} was used for another top-up (${used})`,
		advice:
			outcome === 'issued'
				? `That one is paid (see the Data Table "${settings.ledgerTable}"). If this row is a new top-up, give it its own key. If it corrects the amount, put the old amount back, and send only the difference, as a row with its own key.`
				: "We don't know whether that one was paid: look for it with Balance: Get Many first. If this row is a new top-up, give it its own key.",
		code: 'IDEMPOTENCY_KEY_REUSED',
	});
}

/** @param changed entries of the customer that no row of the sheet matches */
export function batchRowChanged(
	{ settings: { batch } }: Run,
	row: RefusedRow,
	changed: Entry[],
): InputError {
	const isPaid = changed.every(({ outcome }) => outcome === 'issued');
	const sums = amounts(changed.map(({ charge }) => charge));
	return new InputError({
		message: `the batch "${batch?.label}" has ${isPaid ? 'paid' : 'sent'} ${sums} to ${nameIn(row)}, which no longer matches any row of the sheet${isPaid ? '' : ". We don't know whether it was paid"}`,
		advice: `A batch never pays a correction on top. Restore ${changed.length === 1 ? 'that row' : 'those rows'}, and add one for what is still to be paid. If this is another sheet, give it another Batch Name.`,
		code: 'BATCH_ROW_CHANGED',
	});
}

/** @param isPaid false: it is not known */
export const batchRowMoved = (row: RefusedRow, isPaid: boolean) =>
	new InputError({
		message: `a customer with this tax ID ${isPaid ? 'was' : 'may have been'} paid already, under another ID or with another GMC account. The tax ID now belongs to ${nameIn(row)}`,
		advice:
			'Compare the two customers in GMC. If this row is a separate top-up, send it in a batch with another name, or in a new execution.',
		code: 'BATCH_ROW_CHANGED',
	});

/** Another run is sending a row of the user's name, or has left it open. */
export const nameInUse = (run: Run, row: Pick<RefusedRow, 'key'>) =>
	new InputError({
		message: `another run is sending ${nameOfRow(run, row)} now, or lost the answer. We don't know yet whether it was paid`,
		code: run.settings.batch === undefined ? 'IDEMPOTENCY_KEY_IN_USE' : 'BATCH_ROW_IN_USE',
	});

/** Another run is paying the customer with another sheet of the batch right now. */
export const batchInUse = ({ settings: { batch } }: Run) =>
	new InputError({
		message: `another run is paying this customer with the batch "${batch?.label}" now, so this run did not send the row`,
		advice: 'Run the sheet again once the other run has ended.',
		code: 'BATCH_ROW_IN_USE',
	});

/** Another run wants the same row, or an equal one under Recent, and did not end in time. */
export const busy = () =>
	new InputError({
		message: 'two runs wanted this row at the same moment, so this run did not send it',
		advice:
			'Look for it with Balance: Get Many once the other run has ended. If it is not there, run this row again.',
		code: 'BUSY',
	});

/** A row is not sent while its entry cannot be read. */
export function unreadableEntry(
	{ context, settings, ledger }: Run,
	{ key }: Pick<RefusedRow, 'key'>,
	entry: Entry,
): InputError {
	const { id, unreadable: columns = [] } = entry;
	const named = key === undefined ? '' : `, key ${quoted(key)}`;
	return new InputError({
		message: `not sent, because row ${id} of the ledger (Data Table "${settings.ledgerTable}"${named}) cannot be read: ${columns.join(', ')}`,
		advice: `Somebody has edited it. Look for the top-up with Balance: Get Many after ${timeIn(context, ledger.heldUntil(entry))}, then set outcome to "issued" if it is there or to "rejected" if it is not, and correct what cannot be read. Deleting the row frees its name.`,
		code: 'LEDGER_ROW_UNREADABLE',
	});
}

/** An addition under this name had failed, and GMC cannot be asked whether it still has. */
export const failedUnasked = (additionId: string) =>
	new InputError({
		message: `top-up ${additionId} of this row had failed, and GMC does not say whether it still has`,
		advice:
			'Look up the top-up with Balance: Get. If it has failed, delete its row in the ledger, which frees its name.',
		code: 'ADDITION_FAILED',
	});

const IF_SEPARATE =
	'If it is another top-up, set Duplicate Protection to Idempotency Key and send this row alone, with a key of its own.';

/** A top-up that equals the row, or may. */
interface Suspect {
	additionId: string;
	/** When it was made, in epoch milliseconds, where that can be read. */
	at?: number;
	/** Whether GMC's list tells too little of it: a field cannot be read, or several customers have the tax ID. */
	isUncertain?: boolean;
}

/** Under Recent: an equal top-up was made a short time ago, or may have been. */
export function suspectedDuplicate(
	{ context }: Run,
	row: RefusedRow,
	{ additionId, at, isUncertain = false }: Suspect,
): InputError {
	const { amount, currency } = row.state.plan.request;
	const made = at === undefined ? 'a short while ago' : `at ${timeIn(context, at)}`;
	return new InputError({
		message: `${nameIn(row)} ${isUncertain ? 'may have been' : 'was'} given ${money(amount, currency)} ${made} (top-up ${additionId}), so this row looks like the same top-up sent twice`,
		advice: `${isUncertain ? 'Look for it in GMC. ' : ''}If it is the same top-up, do nothing. ${IF_SEPARATE}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** Under Recent: an equal row was sent, and its answer is lost. */
export function equalUnknown(
	{ context, ledger }: Run,
	{ state }: RefusedRow,
	entry: Entry,
): InputError {
	const { amount, currency } = state.plan.request;
	return new InputError({
		message: `${money(amount, currency)} was sent for this customer at ${timeIn(context, entry.askedAt)}, and we don't know yet whether it was paid`,
		advice: `Look for it with Balance: Get Many after ${timeIn(context, ledger.heldUntil(entry))}. If GMC lists it, this row is paid: leave it out. If not, run the row again, and it is sent. ${IF_SEPARATE}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** The name was paid with another account, and that account is another GMC. */
export function paidByOtherAccount(
	{ context, settings }: Run,
	{ account = '', askedAt, additionId = '' }: Entry,
): InputError {
	return new InputError({
		message: `this was paid with another GMC account (${account}) at ${timeIn(context, askedAt)}`,
		advice: `Look for top-up ${additionId} in GMC after ${timeIn(context, askedAt + settings.holdMs)}, since GMC may show it late. If it is there, this row is paid. If not, give this GMC account a Ledger Table of its own, and send only rows that this account has not paid.`,
		code: 'OTHER_ACCOUNT',
	});
}

/** The name was paid with another account that GMC could not be asked about, or may have been paid with it. */
export function usedByOtherAccount({ context, settings, ledger }: Run, entry: Entry): InputError {
	const { account = '', askedAt, additionId } = entry;
	const isPaid = !isOpen(entry) && additionId !== undefined;
	const used = `with another GMC account (${account}) at ${timeIn(context, askedAt)}`;
	return new InputError({
		message: isPaid
			? `not sent, because this was paid ${used}, and GMC could not be asked whether that account is the same GMC`
			: `not sent, because this may have been paid ${used}`,
		advice: isPaid
			? 'Run it again once GMC answers.'
			: `Look for it in GMC after ${timeIn(context, ledger.heldUntil(entry))}. In its row of the Data Table "${settings.ledgerTable}", set outcome to rejected if it is not there; if it is, set outcome to issued and enter its additionId.`,
		code: 'OTHER_ACCOUNT',
	});
}
