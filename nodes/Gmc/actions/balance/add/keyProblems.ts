import { differInZeros } from '../../../core/ledger/key';
import type { Entry } from '../../../core/ledger/entry';
import type { Message } from '../../../core/texts/message';
import type { Moment } from '../../../core/texts/words/wordsIn';
import { InputError } from '../../../core/util/inputError';

/** Under `details.code` (reference.md "Idempotency Key"). */
const REUSED = 'IDEMPOTENCY_KEY_REUSED';
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
		REUSED,
	);
}

/** @param two keys of the sheet */
export function keysDifferInZeros([one, other]: [string, string]): InputError {
	return new InputError(
		({ keys }) => keys.differInZeros({ one: quoted(one), other: quoted(other) }),
		({ keys }) => keys.keyAsItWas,
		REUSED,
	);
}

/** @param used what the ledger has under the key, or under one that differs in leading zeros, and since when */
export function reusedKey(
	key: string | undefined,
	used: { key?: string; amount: number; currency: string; at: Moment; isPaid: boolean },
	table: string,
): InputError {
	if (differInZeros(key ?? '', used.key ?? '')) {
		const known = quoted(used.key);
		return new InputError(
			({ keys }) => keys.knownWithZeros({ ...used, known, shown: quoted(key) }),
			({ keys }) => `${keys.keyAsItWas} ${keys.seeLedger({ known, table })}`,
			REUSED,
		);
	}
	return new InputError(
		({ keys }) => keys.reused({ ...used, shown: quoted(key) }),
		({ keys }) => (used.isPaid ? keys.newKeyOrDifference({ table }) : keys.newKeyOrLook),
		REUSED,
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

/**
 * Holds a row back while people have not mended a row of the ledger.
 *
 * @param key of that row, where it is known
 */
export function unreadableEntry(
	{ id, unreadable: columns = [] }: Entry,
	table: string,
	key?: string,
): InputError {
	const shown = key === undefined ? undefined : quoted(key);
	return new InputError(
		({ keys }) => keys.rowUnreadable({ table, id: String(id), shown, columns }),
		({ keys }) => keys.mendRow,
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
