import type { Entry } from './entry';

/** How long a row that GMC's list does not show is held, unless the node sets another time. */
export const DEFAULT_HOLD_MINUTES = 15;

/** How long an entry that may have been sent is held, in milliseconds. */
export interface HoldRules {
	/** Starts when the request leaves. */
	holdMs: number;
	/** The timeout of a request. GMC may still carry it out for as long after that. */
	timeoutMs: number;
}

const MAX_WAIT_MS = 300_000;

/** How long a claim may wait for its request. An older claim is not sent. */
const maxWaitMs = ({ holdMs, timeoutMs }: HoldRules): number =>
	Math.max(timeoutMs, Math.min(holdMs, MAX_WAIT_MS));

/** How long a claim is held. Its request may leave at the last moment. */
export const claimHoldMs = (rules: HoldRules): number =>
	maxWaitMs(rules) + Math.max(rules.holdMs, rules.timeoutMs);

/** The last moment at which the request of a claim may leave. */
export const sendDeadline = (claimedAt: number, rules: HoldRules): number =>
	claimedAt + maxWaitMs(rules);

export const heldUntilOf = ({ heldUntil, askedAt }: Entry, rules: HoldRules): number =>
	heldUntil ?? askedAt + claimHoldMs(rules);
