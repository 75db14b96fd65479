import { utcDay } from './time';

/** What both clocks show, in epoch milliseconds. */
export interface Clocks {
	n8n: number;
	/** As the service's answers tell it (RFC 9110, 6.6.1); undefined where they do not. */
	service?: number;
}

/** Half a day, in milliseconds: the look-back has a day to spare, so less moves nothing out of it. */
const MIN_JUMP_MS = 12 * 3_600_000;

/** What the clocks did between two polls that time does not do. */
export type ClockJump =
	/** n8n's clock has moved against the service's by so many milliseconds, ahead if above zero. */
	| { kind: 'apart'; by: number }
	/** The clock that dates additions has gone back by so many milliseconds. */
	| { kind: 'back'; whose: 'service' | 'n8n'; by: number };

/**
 * The day, `YYYY-MM-DD` (UTC), by the clock that is behind: one that is ahead then hides nothing, and one that is
 * behind does no more than make the look-back longer.
 */
export function dayBy({ n8n, service = n8n }: Clocks): string {
	return utcDay(Math.min(n8n, service));
}

/** The same by the clock that is ahead: a bound of what is dated by either. */
export function lastDayBy({ n8n, service = n8n }: Clocks): string {
	return utcDay(Math.max(n8n, service));
}

/** @returns undefined when both clocks went on as time does, as far as one can see, or nearly so */
export function jumpBetween(last: Clocks, now: Clocks): ClockJump | undefined {
	if (last.service === undefined || now.service === undefined) {
		const by = last.n8n - now.n8n;
		return by >= MIN_JUMP_MS ? { kind: 'back', whose: 'n8n', by } : undefined;
	}
	const back = last.service - now.service;
	if (back >= MIN_JUMP_MS) return { kind: 'back', whose: 'service', by: back };
	const by = now.n8n - now.service - (last.n8n - last.service);
	return Math.abs(by) >= MIN_JUMP_MS ? { kind: 'apart', by } : undefined;
}
