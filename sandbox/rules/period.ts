import { DateTime } from 'luxon';
import type { SandboxSettings } from '../settings';

/**
 * The period between two dates `YYYY-MM-DD` in `list.timeZone`; without one, that side is open. Assumed: initialDate is
 * inclusive; whether finalDate is, is a setting (service.md 4.3).
 *
 * @returns epoch milliseconds; `from` is inside, `to` is outside
 */
export function periodOf(
	initialDate: string | undefined,
	finalDate: string | undefined,
	{ timeZone, finalDateInclusive }: SandboxSettings['list'],
) {
	const startOf = (date: string) => DateTime.fromISO(date, { zone: timeZone }).startOf('day');
	const from = initialDate === undefined ? -Infinity : startOf(initialDate).toMillis();
	if (finalDate === undefined) return { from, to: Infinity };
	const to = finalDateInclusive ? startOf(finalDate).plus({ days: 1 }) : startOf(finalDate);
	return { from, to: to.toMillis() };
}

/** A moment (epoch milliseconds) as the digits that `timestamps.createdAtFormat` asks for. */
export function digitsOf(moment: number, { timestamps, list }: SandboxSettings): string {
	const { createdAtFormat: format } = timestamps;
	if (format === 'epochMs') return String(moment);
	if (format === 'epochSeconds') return String(Math.floor(moment / 1000));
	if (format === 'epochMicroseconds') return `${moment}000`;
	return DateTime.fromMillis(moment, { zone: list.timeZone }).toFormat(format);
}
