import { DateTime } from 'luxon';
import { keptInProcess } from '../util/processMemory';

/** A day of 24 hours. */
export const DAY_MS = 86_400_000;

/** Digits of an instant before 2000 or after 2100 (UTC) mean something else. */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * Reads the service's digits-only timestamps, whose unit is not shown (service.md 2.2): epoch milliseconds (13
 * digits), epoch seconds (10 digits) or `yyyyMMddHHmmss` (14 digits).
 *
 * @param digits the field as GMC sent it
 * @param timeZone IANA zone for `yyyyMMddHHmmss`, which names none: the workflow's (reference.md "Operations")
 * @returns epoch milliseconds, or undefined if the digits cannot be read with certainty
 */
export function readTimestamp(digits: unknown, timeZone: string): number | undefined {
	const text = typeof digits === 'number' ? String(digits) : digits;
	if (typeof text !== 'string' || !/^\d+$/.test(text)) return undefined;
	if (text.length === 13) return plausible(Number(text));
	if (text.length === 10) return plausible(Number(text) * 1000);
	if (text.length !== 14) return undefined;
	const offset = offsetOfDay(text.slice(0, 8), timeZone);
	if (offset !== undefined) {
		const isTime = DIGITS.test(text);
		const local = isTime ? Date.parse(text.replace(DIGITS, '$1-$2-$3T$4:$5:$6Z')) : NaN;
		return Number.isNaN(local) ? undefined : plausible(local - offset * MINUTE_MS);
	}
	const parsed = DateTime.fromFormat(text, 'yyyyMMddHHmmss', { zone: timeZone });
	return isCertain(parsed, text) ? plausible(parsed.toMillis()) : undefined;
}

/** ISO 8601 would take 24:00 for the next day. */
const DIGITS = /^(\d{4})(\d\d)(\d\d)([01]\d|2[0-3])(\d\d)(\d\d)$/;
const MINUTE_MS = 60_000;

/** Offsets by zone and day, because a list may have 50,000 times, and luxon takes a tenth of a millisecond for one. */
const offsets = keptInProcess(new Map<string, number | undefined>());
const MAX_OFFSETS = 2_000;

/**
 * The offset of a zone from UTC on a day, in minutes.
 *
 * @param day `yyyyMMdd`
 * @returns undefined where it changes about that day, and for what is no day or no zone
 */
function offsetOfDay(day: string, timeZone: string): number | undefined {
	const key = `${timeZone} ${day}`;
	if (offsets.has(key)) return offsets.get(key);
	const start = DateTime.fromFormat(day, 'yyyyMMdd', { zone: 'utc' }).toMillis();
	const [first, ...others] = [-1, 0, 1, 2].map(
		(days) => DateTime.fromMillis(start + days * DAY_MS, { zone: timeZone }).offset,
	);
	const isSame = others.every((offset) => offset === first);
	if (offsets.size >= MAX_OFFSETS) offsets.clear();
	offsets.set(key, isSame ? first : undefined);
	return offsets.get(key);
}

/** The format of a timestamp; `other` cannot be read with certainty. */
export type TimestampForm = 'epochMilliseconds' | 'epochSeconds' | 'yyyyMMddHHmmss' | 'other';

const FORM_BY_LENGTH: Partial<Record<number, TimestampForm>> = {
	10: 'epochSeconds',
	13: 'epochMilliseconds',
	14: 'yyyyMMddHHmmss',
};

/** @param digits as for `readTimestamp` */
export function timestampForm(digits: unknown): TimestampForm {
	// In UTC, every hour exists exactly once.
	if (readTimestamp(digits, 'utc') === undefined) return 'other';
	return FORM_BY_LENGTH[String(digits).length] ?? 'other';
}

/** Whether digits that `readTimestamp` can read count from 1970 in UTC, whatever the time zone. */
export function isEpoch(digits: unknown): boolean {
	return /^(\d{10}|\d{13})$/.test(String(digits));
}

/** Daylight saving time skips an hour, which does not exist, and repeats one, which is ambiguous. */
function isCertain(parsed: DateTime, text: string): boolean {
	const exists = parsed.isValid && parsed.toFormat('yyyyMMddHHmmss') === text;
	return exists && parsed.getPossibleOffsets().length === 1;
}

function plausible(millis: number): number | undefined {
	return millis >= EARLIEST && millis < LATEST ? millis : undefined;
}

/** Day and time in an IANA zone. Seconds tell requests apart. @param millis epoch milliseconds */
export function localTime(millis: number, timeZone: string): string {
	return timeAt(millis, offsetAt(millis, timeZone));
}

/** The same with its zone, such as `2026-11-28 09:06:12 UTC-3`: n8n lists executions in the zone of the browser. */
export function zonedTime(millis: number, timeZone: string): string {
	const offset = offsetAt(millis, timeZone);
	const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
	const beyond = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
	return `${timeAt(millis, offset)} UTC${offset < 0 ? '-' : '+'}${hours}${beyond}`;
}

/** In minutes. Luxon is asked on days on which it changes. n8n does not check its time zone: one that does not exist is UTC. */
function offsetAt(millis: number, timeZone: string): number {
	const ofDay = offsetOfDay(utcDay(millis).replaceAll('-', ''), timeZone);
	const offset = ofDay ?? DateTime.fromMillis(millis, { zone: timeZone }).offset;
	return Number.isNaN(offset) ? 0 : offset;
}

const timeAt = (millis: number, offset: number): string =>
	toIso(millis + offset * MINUTE_MS)
		.slice(0, 19)
		.replace('T', ' ');

/** @returns ISO 8601 with milliseconds, in UTC */
export function toIso(millis: number): string {
	return new Date(millis).toISOString();
}

/**
 * Converts a date field into an instant.
 *
 * @param raw a text, a Date or a luxon DateTime. A text without a time is a whole day, and so is one without a zone whose
 *   time is midnight: n8n's date picker writes a day like that
 * @param timeZone IANA zone of the workflow, for a text without one
 * @param edge which end of a whole day is meant
 * @returns epoch milliseconds, undefined for anything else, also for an empty value
 */
export function toInstant(
	raw: unknown,
	timeZone: string,
	edge: 'first' | 'last',
): number | undefined {
	const parsed = parseDateTime(raw, timeZone);
	if (!parsed?.isValid) return undefined;
	const isDay = typeof raw === 'string' && IS_DAY.test(raw.trim());
	return (isDay && edge === 'last' ? parsed.endOf('day') : parsed).toMillis();
}

const IS_DAY = /^\d{4}-\d{2}-\d{2}([T ]00:00(:00(\.0+)?)?)?$/;

/** The day of an instant (epoch milliseconds) in an IANA zone, as `YYYY-MM-DD`. */
export function dayIn(millis: number, timeZone: string): string {
	return localTime(millis, timeZone).slice(0, 'YYYY-MM-DD'.length);
}

function parseDateTime(raw: unknown, timeZone: string): DateTime | undefined {
	if (raw instanceof Date) return DateTime.fromJSDate(raw);
	// Not `instanceof DateTime`, because expressions may use another copy of luxon.
	if (typeof raw === 'object' && raw !== null && 'toISO' in raw) {
		return DateTime.fromISO(String((raw as DateTime).toISO()), { setZone: true });
	}
	if (typeof raw !== 'string') return undefined;
	const text = raw.trim();
	// Luxon would take `10:30` for today and `2026` for its first day.
	if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
	const iso = DateTime.fromISO(text, { zone: timeZone });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone: timeZone });
}

/** The first instant of the day that an instant is in, both in epoch milliseconds. @param timeZone IANA zone */
export function startOfDay(millis: number, timeZone: string): number {
	return DateTime.fromMillis(millis, { zone: timeZone }).startOf('day').toMillis();
}

/** The day of an instant in UTC, as `YYYY-MM-DD`. @param millis epoch milliseconds */
export function utcDay(millis: number): string {
	return new Date(millis).toISOString().slice(0, 10);
}

/** Days as `YYYY-MM-DD`. Without a last one, it has no end. */
export interface Period {
	first: string;
	last?: string;
}

/** @param day `YYYY-MM-DD` */
export function addDays(day: string, days: number): string {
	return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd');
}

/** The first day to ask for, because GMC's days may be those of another time zone (service.md 4.3). */
export const dayBefore = (first: string): string => addDays(first, -1);

/** The last day to ask for. One more, because GMC may leave out the last day. A year of five digits is no date to GMC. */
export const twoDaysAfter = (last: string): string =>
	last.startsWith('9999') ? last : addDays(last, 2);

/** Number of days from one `YYYY-MM-DD` to another. */
export function daysBetween(first: string, last: string): number {
	const utc = (day: string) => DateTime.fromISO(day, { zone: 'utc' });
	return utc(last).diff(utc(first), 'days').days;
}

/** The UTC days `YYYY-MM-DD` from one instant to a later one, in epoch milliseconds. */
export function utcDays(millis: number, now: number): string[] {
	const days = [utcDay(millis)];
	for (const today = utcDay(now); days[days.length - 1] < today; ) {
		days.push(addDays(days[days.length - 1], 1));
	}
	return days;
}

/** How much the offsets of one clock may differ, in milliseconds: answers may be slow, and give whole seconds. */
const MAX_SPREAD_MS = 60_000;

/** Measures GMC's clock by the header `Date` of all answers of a run (RFC 9110, 6.6.1). */
export class ServiceClock {
	private least = Infinity;

	private most = -Infinity;

	/**
	 * HTTP gives whole seconds. Half a second is added, so the error is at most that.
	 *
	 * @param date the header of an answer
	 * @param now when the answer came, in epoch milliseconds
	 */
	see(date: unknown, now: number): void {
		const millis = typeof date === 'string' ? Date.parse(date) : NaN;
		if (Number.isNaN(millis)) return;
		const offset = millis + 500 - now;
		this.least = Math.min(this.least, offset);
		this.most = Math.max(this.most, offset);
	}

	/**
	 * How far GMC's clock is ahead of n8n's, in milliseconds. A slow answer makes it look slower, never faster.
	 * Undefined if no answer has a date, or if answers come from several clocks, such as a proxy's.
	 */
	get offset(): number | undefined {
		const isOne = this.most >= this.least && this.most - this.least <= MAX_SPREAD_MS;
		return isOne ? this.most : undefined;
	}
}
