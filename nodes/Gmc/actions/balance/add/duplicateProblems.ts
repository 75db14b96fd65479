import { DateTime } from 'luxon';
import type { Charge } from '../../../core/additions/charge';
import { InputError } from '../../../core/util/inputError';

/** Under `details.code` (README "Options"). */
const SUSPECTED = 'DUPLICATE_SUSPECTED';

const TWO_WAYS =
	'If this row is a top-up of its own, give it an Idempotency Key, such as its order number: that tells equal top-ups apart. Or set Options → Duplicate Protection to Off, and it is sent whatever was sent before.';

const shown = ({ amount, currency }: Charge) => `${amount} ${currency}`;

/** @param found the addition that the row equals; `madeAt` as people read it */
export function suspectedDuplicate(
	{ additionId, madeAt }: { additionId: string; madeAt?: string },
	charge: Charge,
	customerName: string = 'this customer',
): InputError {
	const when = madeAt === undefined ? 'a short while ago' : `at ${madeAt}`;
	return new InputError(
		`${customerName} was given ${shown(charge)} ${when} (addition ${additionId}), so the row looks like the same top-up sent twice`,
		TWO_WAYS,
		SUSPECTED,
	);
}

interface LedgerSettings {
	/** Name of the Data Table. */
	ledgerTable: string;
	keyHoldMs: number;
}

/** @param askedAt epoch milliseconds at which the equal row was sent whose fate is open */
export function equalInDoubt(
	timeZone: string,
	askedAt: number,
	charge: Charge,
	{ ledgerTable }: LedgerSettings,
): InputError {
	return new InputError(
		`${shown(charge)} was sent for this customer at ${readable(askedAt, timeZone)}, and whether it was paid is not known`,
		`Look for it with Balance → Get Many, then set outcome in its row of the Data Table "${ledgerTable}" to issued or to rejected. ${TWO_WAYS}`,
		SUSPECTED,
	);
}

/** The same under History, where it counts as the very row. */
export function heldInDoubt(
	timeZone: string,
	askedAt: number,
	{ ledgerTable, keyHoldMs }: LedgerSettings,
): InputError {
	const minutes = Math.ceil(keyHoldMs / 60_000);
	return new InputError(
		`an earlier run sent this row at ${readable(askedAt, timeZone)} and lost the answer; whether it was paid is not known`,
		`Run the workflow again: what GMC lists by then is skipped, and what it does not list ${minutes} minutes after it was sent is sent. If it stays so, look for it with Balance → Get Many, and set outcome in its row of the Data Table "${ledgerTable}" to issued or to rejected.`,
		'IDEMPOTENCY_KEY_IN_USE',
	);
}

/** @param millis epoch milliseconds; in the workflow's time zone, as people read it */
export const readable = (millis: number, timeZone: string): string =>
	DateTime.fromMillis(millis, { zone: timeZone }).toFormat('yyyy-MM-dd HH:mm:ss');
