/** Both are made once, because looking up the locale for every number takes thirty times as long. */
const digits = { useGrouping: false, maximumFractionDigits: 20 };
const format = new Intl.NumberFormat('en-US', digits);
const withCents = new Intl.NumberFormat('en-US', { ...digits, minimumFractionDigits: 2 });

/** A number with all its decimal places, without thousands separators. */
export const number = (value: number): string => format.format(value);

/** A field of the node, as n8n asks to name one in a text. @param label its name in the editor */
export const fieldName = (label: string): string => `'${label}'`;

/** Such as `3 rows`. */
export const count = (value: number, one: string, many: string): string =>
	`${number(value)} ${value === 1 ? one : many}`;

/** Such as `10.00 BRL`: at least two decimal places, and all that the amount has. */
export const money = (amount: number, currency: string): string =>
	`${withCents.format(amount)} ${currency}`;

/** So many amounts are named. */
const MAX_AMOUNTS = 20;

export function amounts(all: Array<{ amount: number; currency: string }>): string {
	const named = all.slice(0, MAX_AMOUNTS).map(({ amount, currency }) => money(amount, currency));
	const more = all.length - MAX_AMOUNTS;
	return list([...named, ...(more > 0 ? [`${number(more)} more`] : [])]);
}

/** `a, b and c` */
export const list = (items: string[], word = 'and'): string =>
	items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

/** `a, b or c` */
export const either = (items: string[]): string => list(items, 'or');

/** Such as `3, 5–8, 11`. @param numbers whole numbers in rising order */
export function ranges(numbers: number[]): string {
	const parts: Array<[first: number, last: number]> = [];
	for (const one of numbers) {
		const open = parts.at(-1);
		if (open !== undefined && open[1] === one - 1) open[1] = one;
		else parts.push([one, one]);
	}
	return parts
		.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
		.join(', ');
}

/** Such as `2 issued, 1 unknown`, without those that count zero. */
export const tally = (told: Array<[count: number, what: string]>): string =>
	told
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${number(count)} ${what}`)
		.join(', ');

export function periodText({ first, last }: { first: string; last?: string }): string {
	if (last === undefined) return `${first} and later`;
	return first === last ? first : `${first} to ${last}`;
}

/** A user's text, as messages show it. @param length in characters, at most */
export const shortened = (text: string, length = 100): string =>
	text.length > length ? `${text.slice(0, length)}…` : text;

/** Joins sentences, without undefined and empty ones. */
export const inOne = (...parts: Array<string | undefined>): string =>
	parts.filter(Boolean).join(' ');

/** The same, and each ends with a full stop. */
export const inSentences = (...parts: Array<string | undefined>): string =>
	inOne(...parts.map((part) => part?.replace(/[^.]$/, '$&.')));

/** Behind "Row 3: " a message goes on in small letters. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
