import type { Message } from '../../../core/texts/message';
import type { Moment } from '../../../core/texts/words/wordsIn';
import { InputError } from '../../../core/util/inputError';

/** Under `details.code` (reference.md "Idempotency Key"). */
export const IN_USE = 'IDEMPOTENCY_KEY_IN_USE';

const quoted = (key: string | undefined) => JSON.stringify((key ?? '').slice(0, 60));

export function missingKey(): InputError {
	return new InputError(
		({ keys }) => keys.missing,
		({ keys }) => keys.everyRowOrNone,
	);
}

export function contradictedKey(key: string | undefined): InputError {
	return new InputError(
		({ keys }) => keys.contradicted({ shown: quoted(key) }),
		({ keys }) => keys.oneKeyEach,
		'IDEMPOTENCY_KEY_REUSED',
	);
}

/** @param used what the ledger has under the key, and when it was asked for */
export function reusedKey(
	key: string | undefined,
	used: { amount: number; currency: string; at: Moment; isPaid: boolean },
	table: string,
): InputError {
	return new InputError(
		({ keys }) => keys.reused({ ...used, shown: quoted(key) }),
		({ keys }) => (used.isPaid ? keys.newKeyOrDifference({ table }) : keys.newKeyOrLook),
		'IDEMPOTENCY_KEY_REUSED',
	);
}

/** What to do about a row whose fate is open. @param holdMs milliseconds */
export function runAgain(holdMs: number, table: string): Message {
	const minutes = Math.ceil(holdMs / 60_000);
	return ({ keys }) => keys.runAgain({ minutes, table });
}

export function keyInUse(key: string | undefined, holdMs: number, table: string): InputError {
	return new InputError(
		({ keys }) => keys.inUse({ shown: quoted(key) }),
		runAgain(holdMs, table),
		IN_USE,
	);
}

/** The addition that a key has paid with has failed since, so it moved no money. */
export function failedUnderKey(key: string | undefined, id: string, table: string): InputError {
	return new InputError(
		({ keys }) => keys.failedUnderKey({ id, shown: quoted(key) }),
		({ keys }) => keys.freeKey({ table }),
	);
}

/** What holds a row back that is the same as another one of its sheet. */
export function heldByTwin(row: number): InputError {
	return new InputError(
		({ keys }) => keys.heldByTwin({ row }),
		({ keys }) => keys.oneTopUp,
	);
}
