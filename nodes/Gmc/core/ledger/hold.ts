import type { Entry } from './entry';

/** How long a row that GMC's list does not show is held, unless the node sets another time. */
export const DEFAULT_HOLD_MINUTES = 15;

/** How long an entry that may have been sent is held, in milliseconds (promises.md P26). */
export interface HoldRules {
	/** From the end of a request whose answer was lost; of a claim, from the last moment at which it may be sent. */
	holdMs: number;
	/** The timeout of a request. GMC may still carry it out for as long after that. */
	timeoutMs: number;
}

/** How long a claim may wait for its request at most, unless Timeout is longer. */
const MAX_WAIT_MS = 300_000;

/** An older claim is not sent. */
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

/** When the hold ends once the request is over: the claim's own end, or one hold from now if that is earlier. */
export const heldUntilAfterAnswer = (entry: Entry, rules: HoldRules, now: number): number =>
	Math.min(heldUntilOf(entry, rules), now + rules.holdMs);
