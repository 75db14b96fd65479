import { InputError } from '../../../core/util/inputError';
import { toIso } from '../../../core/util/time';

/** Under `details.code` (README "Idempotency Key"). */
const IN_USE = 'IDEMPOTENCY_KEY_IN_USE';

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
	used: { amount: number; currency: string; askedAt: number; isPaid: boolean },
	table: string,
): InputError {
	const when = toIso(used.askedAt);
	return new InputError(
		`the Idempotency Key ${shown(key)} was used for another top-up (${used.amount} ${used.currency}, ${when})`,
		used.isPaid
			? `If this row is a new top-up, give it a key of its own. If the earlier one was a mistake, delete its row in the Data Table "${table}": that frees the key.`
			: `Whether that one was paid is not known: look for it with Balance → Get Many first. If this row is a new top-up, give it a key of its own.`,
		'IDEMPOTENCY_KEY_REUSED',
	);
}

export function keyInUse(key: string | undefined, holdMs: number, table: string): InputError {
	const minutes = Math.ceil(holdMs / 60_000);
	return new InputError(
		`another run has sent the Idempotency Key ${shown(key)}, or is sending it now; whether it was paid is not known`,
		`Run the workflow again: what GMC lists by then is skipped, and what it does not list ${minutes} minutes after it was sent is sent. If it stays so, look for it with Balance → Get Many, and set outcome in its row of the Data Table "${table}" to issued or to rejected.`,
		IN_USE,
	);
}

/** The addition that a key has paid with has failed since, so it moved no money. */
export function failedUnderKey(
	key: string | undefined,
	additionId: string,
	table: string,
): InputError {
	return new InputError(
		`the addition ${additionId} of the Idempotency Key ${shown(key)} has failed, so nothing was added`,
		`Find out why at GMC. To send the row again, delete its row in the Data Table "${table}": that frees the key.`,
	);
}

/** What holds a row back that is the same as another one of its sheet. */
export function heldByTwin(row: number): InputError {
	return new InputError(
		`not attempted, because row ${row} with the same Idempotency Key was not issued`,
		'It is one top-up: what is said of that row holds for this one, too.',
	);
}
