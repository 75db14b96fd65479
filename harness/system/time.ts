/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
const RealDate = Date;
let aheadMs = 0;

const now = () => RealDate.now() + aheadMs;

/** Tells the time of this process, ahead of the machine's. Timers are not concerned. */
const ShiftedDate = new Proxy(RealDate, {
	construct: (target, args: unknown[]) =>
		args.length > 0 ? Reflect.construct(target, args) : new target(now()),
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

/** So long that a row whose fate is open is held no more, also one that a crash has left as `sending`. */
export const AFTER_HOLD = { seconds: 22 * 60 };

/** Lets time pass at once for everything in this process: for n8n as well as for a sandbox. */
export function passTime({ seconds }: { seconds: number }): void {
	aheadMs += seconds * 1000;
	globalThis.Date = ShiftedDate;
}

export function endPassedTime(): void {
	aheadMs = 0;
	globalThis.Date = RealDate;
}
