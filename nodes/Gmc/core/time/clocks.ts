import { utcDay } from './time';

/** What both clocks show, in epoch milliseconds. */
export interface Clocks {
	n8n: number;
	/** As the service's answers tell it (RFC 9110, 6.6.1); undefined where they do not. */
	service?: number;
}

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
