/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { RECENT_MINUTES } from '../../nodes/Gmc/core/additions/recent';
import { claimHoldMs, DEFAULT_HOLD_MINUTES } from '../../nodes/Gmc/core/ledger/hold';

const RealDate = Date;
let aheadMs = 0;

const now = () => RealDate.now() + aheadMs;

/** Tells the time of this process, ahead of the machine's. Timers are not concerned. */
const ShiftedDate = new Proxy(RealDate, {
	construct: (target, args: unknown[]) =>
		args.length > 0 ? Reflect.construct(target, args) : new target(now()),
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

const CLAIM_SECONDS = claimHoldMs({ holdMs: DEFAULT_HOLD_MINUTES * 60_000, timeoutMs: 0 }) / 1000;

/**
 * So long that a row whose fate is open is held no more, also one that a crash has left as `sending`, and that Recent refuses
 * no row for what was paid before.
 */
export const AFTER_HOLD = { seconds: Math.max(CLAIM_SECONDS, RECENT_MINUTES * 60) + 120 };

/** Lets time pass at once for everything in this process: for n8n as well as for a sandbox. */
export function passTime({ seconds }: { seconds: number }): void {
	aheadMs += seconds * 1000;
	globalThis.Date = ShiftedDate;
}

export function endPassedTime(): void {
	aheadMs = 0;
	globalThis.Date = RealDate;
}
