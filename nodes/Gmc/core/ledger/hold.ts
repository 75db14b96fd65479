import type { Entry } from './entry';

/** For how long a row that the list does not show is held back, unless the node says otherwise. */
export const DEFAULT_HOLD_MINUTES = 15;

/** How long what may have been sent is held back. Milliseconds. */
export interface HoldRules {
	/** After its request has left. */
	holdMs: number;
	/** After which a request is given up. It may be carried out as long after that. */
	timeoutMs: number;
}

/** A claim does not wait for its request for longer than this, or than `holdMs` or `timeoutMs` where that is less or more. */
const LONGEST_WAIT_MS = 300_000;

/** For how long a claim may wait for its request. An older one is not sent. */
const longestWaitMs = ({ holdMs, timeoutMs }: HoldRules): number =>
	Math.max(timeoutMs, Math.min(holdMs, LONGEST_WAIT_MS));

/** For how long a claim is held: its request may leave at the last moment. */
export const claimHoldMs = (rules: HoldRules): number =>
	longestWaitMs(rules) + Math.max(rules.holdMs, rules.timeoutMs);

/** Until when a request may leave in the name of a claim of this moment. */
export const leaveBy = (claimedAt: number, rules: HoldRules): number =>
	claimedAt + longestWaitMs(rules);

/** Until when a row is held back: as it says itself. Epoch milliseconds. */
export const heldUntilOf = ({ heldUntil, askedAt }: Entry, rules: HoldRules): number =>
	heldUntil ?? askedAt + claimHoldMs(rules);
