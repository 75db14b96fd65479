import { differInZeros } from '../../../core/ledger/key';
import type { Entry } from '../../../core/ledger/entry';
import { InputError } from '../../../core/util/inputError';
import type { Row, RowIn } from './row';
import type { AddRun } from './run';
import { amounts, money, number, time } from '../../../core/texts/words';
import { momentIn } from '../../../shared/context';

const KEY_AS_IT_WAS =
	'A spreadsheet may have dropped or added the zeros. Give the row its key as it was at first, in a column that is formatted as text. If it is another top-up, give it a key that differs in more than leading zeros.';

const quoted = (key: string | undefined) => JSON.stringify((key ?? '').slice(0, 60));

export function contradictedKey(key: string | undefined): InputError {
	return new InputError({
		message: `the Idempotency Key ${quoted(key)} stands at several rows with another customer, amount or currency`,
		advice: 'A key names one top-up. Give each row a key of its own, such as its order number.',
		code: 'IDEMPOTENCY_KEY_REUSED',
	});
}

/** @param two keys of the sheet */
export function keysDifferInZeros([one, other]: [string, string]): InputError {
	return new InputError({
		message: `the Idempotency Keys ${quoted(one)} and ${quoted(other)} of this sheet differ in leading zeros only`,
		advice: KEY_AS_IT_WAS,
		code: 'IDEMPOTENCY_KEY_REUSED',
	});
}

/** The name of a row was used for something else. @param entry what the ledger has under it */
export function reusedName(
	run: AddRun,
	row: RowIn<'planned' | 'inDoubt'>,
	entry: Entry,
): InputError {
	const { settings, context } = run;
	const { key } = row;
	if (key === undefined) return batchRowChanged(run, row, [entry]);
	const { charge, key: knownKey, askedAt, outcome } = entry;
	const table = settings.ledgerTable;
	const used = `${money(charge.amount, charge.currency)}, ${time(momentIn(context, askedAt))}`;
	const code = 'IDEMPOTENCY_KEY_REUSED';
	if (differInZeros(key, knownKey ?? '')) {
		const known = quoted(knownKey);
		return new InputError({
			message: `the ledger knows the Idempotency Key ${known} (${used}), and this row says ${quoted(key)}`,
			advice: `${KEY_AS_IT_WAS} What became of ${known}, the Data Table "${table}" shows.`,
			code,
		});
	}
	return new InputError({
		message: `the Idempotency Key ${quoted(key)} was used for another top-up (${used})`,
		advice:
			outcome === 'issued'
				? `That one is paid, as the Data Table "${table}" shows. If this row is a new top-up, give it a key of its own. If it corrects the amount, give a row for the difference only a key of its own: this row would be a second payment.`
				: 'Whether that one was paid is not known: look for it with Balance → Get Many first. If this row is a new top-up, give it a key of its own.',
		code,
	});
}

/** @param changed what the batch has paid, or may have, that stands in no row of the customer */
export function batchRowChanged(
	{ settings }: AddRun,
	row: RowIn<'planned' | 'inDoubt'>,
	changed: Entry[],
): InputError {
	const { customerName: name = 'this customer', request: now } = row.state.plan;
	const sums = changed.map(({ charge: { amount, currency } }) => ({ amount, currency }));
	const batch = settings.batch?.label ?? '';
	const isOne = sums.length === 1;
	const more = now.amount - sums[0].amount;
	const isCorrection = isOne && sums[0].currency === now.currency && more > 0;
	const rest = isCorrection
		? `add one of ${money(Number(more.toFixed(8)), now.currency)}`
		: 'add one for what is still to be paid';
	return new InputError({
		message: changed.every(({ outcome }) => outcome === 'issued')
			? `the batch "${batch}" has paid ${amounts(sums)} to ${name}, and no row of the sheet says so any more`
			: `the batch "${batch}" has sent ${amounts(sums)} for ${name}, which no row of the sheet says any more; whether it was paid is not known`,
		advice: `A correction is never paid on top. Put ${isOne ? 'that row' : 'those rows'} back as ${isOne ? 'it was' : 'they were'}, and ${rest}. If it is another sheet, give it another Batch Name.`,
		code: 'BATCH_ROW_CHANGED',
	});
}

export function batchRowMoved(row: RowIn<'planned'>): InputError {
	const { customerName } = row.state.plan;
	return new InputError({
		message: `a customer with this tax ID was paid already, and at GMC the tax ID belongs to another one by now (${customerName ?? 'this customer'})`,
		advice:
			'Look at both in GMC. If this row is a top-up of its own, send it in a batch of another name, or in a new execution.',
		code: 'BATCH_ROW_CHANGED',
	});
}

/** Another run is at it, or has left it open. */
export function nameInUse({ settings: { batch } }: AddRun, { key }: Row): InputError {
	if (batch !== undefined) return batchRowInUse(batch.label);
	return new InputError({
		message: `another run has sent the Idempotency Key ${quoted(key)}, or is sending it now; whether it was paid is not known`,
		code: 'IDEMPOTENCY_KEY_IN_USE',
	});
}

/** @param advice where another run is paying the batch's customer with another sheet at this moment */
export const batchRowInUse = (batch: string, advice?: string): InputError =>
	new InputError({
		message: `another run has sent this row of the batch "${batch}", or is paying this customer now; whether it was paid is not known`,
		advice,
		code: 'BATCH_ROW_IN_USE',
	});

/** Another run wants the same row, or an equal one under Recent, and did not end in time. */
export const busy = (): InputError =>
	new InputError({
		message: 'two runs wanted this row at the same moment, so this one has not sent it',
		advice: 'Run it again once the other run has ended.',
		code: 'BUSY',
	});

/** Holds a row back while people have not mended an entry. */
export function unreadableEntry(
	{ settings }: AddRun,
	{ key }: Row,
	{ id, unreadable: columns = [] }: Entry,
): InputError {
	const named = key === undefined ? '' : `, key ${quoted(key)}`;
	return new InputError({
		message: `not sent, because row ${id} of the ledger (Data Table "${settings.ledgerTable}"${named}) cannot be read: ${columns.join(', ')}`,
		advice:
			'Somebody has edited it. Set outcome to "issued" if it was paid and to "rejected" if it was not, and fill in what is missing; or delete the row, which frees its name.',
		code: 'LEDGER_ROW_UNREADABLE',
	});
}

/** An addition under this name had failed, and whether it still has cannot be asked. */
export function failedUnasked(additionId: string): InputError {
	return new InputError({
		message: `the addition ${additionId} of this row had failed, and whether it still has could not be asked`,
		advice:
			'Run the workflow again. If it stays so, look at it with Balance → Get: as long as it has failed, deleting the row in the ledger frees its name.',
		code: 'ADDITION_FAILED',
	});
}

/** What holds a row back that is the same as another one of its sheet. */
export function heldByTwin(row: number): InputError {
	return new InputError({
		message: `not attempted, because row ${number(row)} with the same Idempotency Key was not issued`,
		advice: 'It is one top-up: what is said of that row holds for this one, too.',
		code: 'NOT_ATTEMPTED',
	});
}
