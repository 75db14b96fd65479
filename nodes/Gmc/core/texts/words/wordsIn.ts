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

/** How a language writes what is no word of its own. */
interface Style {
	/** BCP 47, for numbers. */
	locale: string;
	/** Whether thousands are parted. */
	useGrouping: boolean;
	and: string;
	/** Of luxon; the seconds matter where requests are told apart. */
	dateTime: string;
	/** @param plain the amount as a number; @param cents the same with two decimals at least */
	money: (currency: string, plain: string, cents: string) => string;
}

/** More decimal places than an amount of 15 significant digits can have in practice. */
const MAX_DECIMALS = 20;

/** Numbers, lists, counts and times as one language writes them; its texts are made with these. */
export function wordsIn({ locale, useGrouping, and, dateTime, money }: Style) {
	const decimals = { useGrouping, maximumFractionDigits: MAX_DECIMALS };
	// Made once: to look up the locale at every number would cost thirty times as much.
	const format = new Intl.NumberFormat(locale, decimals);
	const cents = new Intl.NumberFormat(locale, { ...decimals, minimumFractionDigits: 2 });
	const number = (value: number) => format.format(value);
	const inMoney = (amount: number, currency: string) =>
		money(currency, number(amount), cents.format(amount));
	const list = (items: string[]) =>
		items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${and} ${items.at(-1)}`;
	return {
		number,
		/** `3 rows`: a count with the word for one or for several. */
		count: (value: number, one: string, many: string) =>
			`${number(value)} ${value === 1 ? one : many}`,
		/** An amount with its currency. */
		money: inMoney,
		/** Such amounts, one for each currency. */
		amounts: (all: Sum[]) => list(all.map(({ amount, currency }) => inMoney(amount, currency))),
		/** `a, b and c` */
		list,
		/** Day and time by the workflow's clock. */
		time: ({ millis, timeZone }: Moment) =>
			DateTime.fromMillis(millis, { zone: timeZone }).toFormat(dateTime),
	};
}

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
