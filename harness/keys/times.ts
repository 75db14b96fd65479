import { claimHoldMs } from '../../nodes/Gmc/core/ledger/hold';

export const HOLD_MS = 900_000;
/** Of a claim, which may wait for its request. */
export const CLAIM_HOLD_MS = claimHoldMs({ holdMs: HOLD_MS, timeoutMs: 0 });
export const CLOCK_DOUBT_MS = 600_000;
const DAY_MS = 86_400_000;

/** Just beyond the hold of what is claimed at the beginning. */
export const HELD = CLAIM_HOLD_MS + 1_000;
export const DAYS_LATER = 3 * DAY_MS;

/** The beginning, half of the hold, beyond it, beyond the doubt about the clock, days. */
export const INSTANTS = [0, HOLD_MS / 2, HELD, HELD + CLOCK_DOUBT_MS, DAYS_LATER];

/** Their places. */
export const AT = { start: 0, half: 1, held: 2, doubted: 3, end: 4 };

/** Long before the beginning. */
export const LONG_AGO = -DAYS_LATER;
