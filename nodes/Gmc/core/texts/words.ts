import { DateTime } from 'luxon';

/** An instant as people are told it: by the workflow's clock. */
export interface Moment {
	/** Epoch milliseconds. */
	millis: number;
	/** IANA zone. */
	timeZone: string;
}

/** What a row moves, or several. */
export interface Sum {
	amount: number;
	currency: string;
}

/** Made once: to look up the locale at every number would cost thirty times as much. */
const format = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });

/** A number without separators of thousands, with all its decimal places. */
export const number = (value: number): string => format.format(value);

/** `3 rows`: a count with the word for one or for several. */
export const count = (value: number, one: string, many: string): string =>
	`${number(value)} ${value === 1 ? one : many}`;

/** An amount with its currency. */
export const money = (amount: number, currency: string): string => `${number(amount)} ${currency}`;

/** Such amounts, one for each currency. */
export const amounts = (all: Sum[]): string =>
	list(all.map(({ amount, currency }) => money(amount, currency)));

/** `a, b and c` */
export const list = (items: string[]): string =>
	items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Day and time by the workflow's clock, with seconds: they tell requests apart. */
export const time = ({ millis, timeZone }: Moment): string =>
	DateTime.fromMillis(millis, { zone: timeZone }).toFormat('yyyy-MM-dd HH:mm:ss');

/** `2 issued, 1 unknown`: only what occurs, in the order of `words`; each is given its count. */
export function tally<Name extends string>(
	counts: Record<Name, number>,
	words: Record<Name, (count: number) => string>,
): string {
	return (Object.keys(words) as Name[])
		.filter((name) => counts[name] > 0)
		.map((name) => words[name](counts[name]))
		.join(', ');
}

/** A period of days, `YYYY-MM-DD`; without a last one it has no end. */
export function periodText({ first, last }: { first: string; last?: string }): string {
	if (last === undefined) return `${first} and later`;
	return first === last ? first : `${first} to ${last}`;
}

/** Several sentences as one text; what is undefined or empty has nothing to say. */
export const inOne = (...parts: Array<string | undefined>): string =>
	parts.filter(Boolean).join(' ');

/** The same, each with a stop at its end. */
export const inSentences = (...parts: Array<string | undefined>): string =>
	inOne(...parts.map((part) => part?.replace(/[^.]$/, '$&.')));
