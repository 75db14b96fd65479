import { utcDay } from './time';

/** Both clocks, in epoch milliseconds. */
export interface Clocks {
	n8n: number;
	/** From the header `Date` of GMC's answers (RFC 9110, 6.6.1). Undefined if unknown. */
	service?: number;
}

/**
 * The day, `YYYY-MM-DD` (UTC), by the slower clock. So a fast clock hides nothing, and a slow one only makes the
 * look-back longer.
 */
export function dayBy({ n8n, service = n8n }: Clocks): string {
	return utcDay(Math.min(n8n, service));
}

/** The same by the faster clock: an upper bound for dates of either. */
export function lastDayBy({ n8n, service = n8n }: Clocks): string {
	return utcDay(Math.max(n8n, service));
}
