import { InputError } from '../../../core/util/inputError';

/** Under `details.code` (README "Idempotency Key"). */
export const IN_USE = 'IDEMPOTENCY_KEY_IN_USE';

const shown = (key: string | undefined) => JSON.stringify((key ?? '').slice(0, 60));

export function missingKey(): InputError {
	return new InputError(
		'the row has no Idempotency Key, but others have one',
		'Give every row a key, or none.',
	);
}

export function contradictedKey(key: string | undefined): InputError {
	return new InputError(
		`the Idempotency Key ${shown(key)} stands at several rows with another customer, amount or currency`,
		'A key names one top-up. Give each row a key of its own, such as its order number.',
		'IDEMPOTENCY_KEY_REUSED',
	);
}

/** @param used what the ledger has under the key */
export function reusedKey(
	key: string | undefined,
	used: { amount: number; currency: string; askedAt: number },
	table: string,
): InputError {
	const when = new Date(used.askedAt).toISOString();
	return new InputError(
		`the Idempotency Key ${shown(key)} was used for another top-up (${used.amount} ${used.currency}, ${when})`,
		`If this row is a new top-up, give it a key of its own. If the earlier one was a mistake, delete its row in the Data Table "${table}": that frees the key.`,
		'IDEMPOTENCY_KEY_REUSED',
	);
}

export function keyInUse(key: string | undefined, holdMs: number, table: string): InputError {
	const minutes = Math.ceil(holdMs / 60_000);
	return new InputError(
		`another run has sent the Idempotency Key ${shown(key)}, or is sending it now; whether it was paid is not known`,
		`Run the workflow again: what GMC lists by then is skipped, and what it does not list ${minutes} minutes after it was sent is sent. The Data Table "${table}" shows it.`,
		IN_USE,
	);
}

/** What holds a row back that is the same as another one of its sheet. */
export function heldByTwin(row: number): InputError {
	return new InputError(
		`not attempted, because row ${row} with the same Idempotency Key was not issued`,
		'It is one top-up: what is said of that row holds for this one, too.',
	);
}
