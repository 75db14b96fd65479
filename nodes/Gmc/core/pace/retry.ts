import { delays } from './delays';

/** Attempts, the first one included. */
export const MAX_ATTEMPTS = 4;

/** If GMC asks for a longer pause, the user gets the error instead. */
const MAX_RETRY_AFTER_MS = 30_000;

/** Statuses after which a read or a login is repeated. Writes are not. */
export function isTransientStatus(statusCode: number): boolean {
	return statusCode === 408 || statusCode === 429 || statusCode >= 500;
}

/**
 * How long to wait before the next attempt: full jitter over a doubling, capped delay; `Retry-After` wins.
 *
 * @param attempt the one that failed, from 1
 * @param retryAfter the header as it came. Only seconds are read
 * @param random from 0 to 1
 * @returns milliseconds, or undefined if there is no further attempt
 */
export function retryDelay(
	attempt: number,
	retryAfter: unknown,
	random: number,
): number | undefined {
	if (attempt >= MAX_ATTEMPTS) return undefined;
	if (typeof retryAfter === 'string' && /^\s*\d+\s*$/.test(retryAfter)) {
		const asked = Number(retryAfter) * 1000;
		return asked <= MAX_RETRY_AFTER_MS ? asked : undefined;
	}
	return random * Math.min(delays.retryMaxMs, delays.retryBaseMs * 2 ** (attempt - 1));
}
