import { kindOf } from '../util/inputError';
import { number } from '../texts/words';

/** The currencies of additions (service.md 4.2). */
export const CURRENCIES = ['BRL', 'USDT', 'GMC', 'USD'] as const;

export type Currency = (typeof CURRENCIES)[number];

/** Ignores case and blanks around. @returns undefined for any other currency */
export function readCurrency(raw: unknown): Currency | undefined {
	if (typeof raw !== 'string') return undefined;
	const text = raw.trim().toUpperCase();
	return CURRENCIES.find((currency) => currency === text);
}

/** Whether a currency has two decimals, and no more. */
export const hasCents = (currency: Currency): boolean => currency === 'BRL' || currency === 'USD';

const WRITE_AMOUNT =
	"Write it like 10.50 or 1.234,50, or choose Decimal Point or Decimal Comma under 'Options' → 'Amount Format'.";

/** An amount in cents cannot be meant to have three decimals. */
const disambiguate = (currency: Currency): string =>
	`If it is a thousand or more, write 1234 or 1.234,00.${hasCents(currency) ? '' : ' If it is a fraction, write 1.2340.'} Or choose Decimal Point or Decimal Comma under 'Options' → 'Amount Format'.`;

const MAP_AMOUNT = 'Map a field that holds a number, or a text such as 10.50.';

/** How a text is read: by its form (`auto`), or with a fixed decimal sign. `cents`: whole numbers of hundredths. */
export const AMOUNT_FORMATS = ['auto', 'cents', 'decimalPoint', 'decimalComma'] as const;

export type AmountFormat = (typeof AMOUNT_FORMATS)[number];

export type AmountReading =
	| { ok: true; amount: number }
	| { ok: false; reason: string; advice: string };

/**
 * A JSON number holds 15 significant decimal digits exactly (IEEE 754). GMC takes the amount as a number (service.md
 * 4.2), so a longer one would be rounded.
 */
const MAX_SIGNIFICANT_DIGITS = 15;

/** Currency marks that spreadsheets write, with their currencies. */
const CURRENCY_MARKS: Readonly<Record<string, Currency[]>> = {
	R$: ['BRL'],
	BRL: ['BRL'],
	US$: ['USD'],
	USD: ['USD'],
	$: ['USD'],
	USDT: ['USDT'],
	GMC: ['GMC'],
};

const PLAIN = /^\d+$/;
/** A number in groups of thousands never begins with a zero. */
const GROUPED = { '.': /^[1-9]\d{0,2}(\.\d{3})+$/, ',': /^[1-9]\d{0,2}(,\d{3})+$/ } as const;

type Separator = keyof typeof GROUPED;

const refuse = (reason: string, advice: string) => ({ ok: false as const, reason, advice });

const empty = () =>
	refuse(
		'the amount is empty',
		'Fill in the amount of this row, such as 10.50. A formula or a filter may have left it empty.',
	);

const notPositive = (shown: string) =>
	refuse(
		`the amount ${shown} must be more than zero`,
		'GMC only adds balance. Correct the amount, or filter out rows without one before this node.',
	);

const noAmount = (shown: string) => refuse(`${shown} is not an amount`, WRITE_AMOUNT);

/**
 * Reads an amount as a person or a spreadsheet wrote it. Never rounds and never guesses.
 *
 * @param raw a number or a text such as `10.5`, `1.234,50`, `R$ 1.234,50`
 * @param format how a text is read. Numbers are taken as they are
 * @param currency the currency of the row; a different currency mark in the text is refused
 * @returns the amount in units of the currency (not minor units), or why it is refused and what to do about it
 */
export function readAmount(raw: unknown, format: AmountFormat, currency: Currency): AmountReading {
	if (typeof raw === 'number') return format === 'cents' ? readCents(raw) : readNumber(raw);
	if (raw === undefined || raw === null) return empty();
	if (typeof raw === 'string') return readText(raw, format, currency);
	const reason = `the amount is ${kindOf(raw)}, not a number`;
	return { ok: false, reason, advice: MAP_AMOUNT };
}

function readNumber(value: number): AmountReading {
	if (!Number.isFinite(value)) {
		return refuse('the amount is not a number', MAP_AMOUNT);
	}
	if (value <= 0) return notPositive(number(value));
	return checkPrecision(value, number(value));
}

function readCents(value: number): AmountReading {
	if (!Number.isFinite(value) || value <= 0) return readNumber(value);
	if (!Number.isSafeInteger(value)) return notWhole(number(value));
	return readNumber(value / 100);
}

const notWhole = (shown: string) =>
	refuse(
		`the amount ${shown} is not a whole number of hundredths, such as 1050 for 10.50`,
		"If the amounts of this source are not in cents, choose another one under 'Options' → 'Amount Format'.",
	);

function readText(raw: string, format: AmountFormat, currency: Currency): AmountReading {
	const shown = JSON.stringify(raw.length > 40 ? `${raw.slice(0, 40)}…` : raw);
	const text = raw.replace(/\s/g, ' ').trim();
	if (text === '') return empty();
	if (text.length > 100) return noAmount(shown);
	const { digits, mark } = splitCurrencyMark(text);
	if (mark !== undefined && !CURRENCY_MARKS[mark].includes(currency)) {
		return refuse(
			`the amount ${shown} is written in ${mark}, but the currency is ${currency}`,
			"Set 'Currency' to that of the amount, or correct the amount.",
		);
	}
	if (/^-\s*\d/.test(digits)) return notPositive(shown);
	if (digits.length > 40) return noAmount(shown);
	if (format === 'cents') return readCentsText({ shown, digits, mark });
	const decimal = READERS[format](digits);
	if (decimal === 'ambiguous') {
		const reason = `the amount ${shown} can be read in two ways (thousands or decimals)`;
		return refuse(reason, disambiguate(currency));
	}
	if (decimal === undefined) return noAmount(shown);
	const amount = Number(decimal);
	if (amount === 0) return notPositive(shown);
	return checkPrecision(amount, decimal);
}

/** A text with a currency or a separator is written in units. */
function readCentsText({
	shown,
	digits,
	mark,
}: Record<'shown' | 'digits', string> & { mark?: string }) {
	if (mark === undefined && PLAIN.test(digits)) return readCents(Number(digits));
	return guessDecimal(digits) === undefined ? noAmount(shown) : notWhole(shown);
}

/** The only currency that a mark stands for. `$` stands for several. */
export function currencyOfMark(mark: string): Currency | undefined {
	const found = Object.entries(CURRENCY_MARKS).find(([one]) => one === mark.toUpperCase());
	return found === undefined || found[0] === '$' ? undefined : found[1][0];
}

/** Whether spreadsheets write it for a currency. */
export const isCurrencyMark = (text: string): boolean =>
	Object.hasOwn(CURRENCY_MARKS, text.toUpperCase());

function splitCurrencyMark(text: string): { digits: string; mark?: string } {
	const match = /^(R\$|US\$|\$|BRL|USDT|USD|GMC)? ?(.*?) ?(BRL|USDT|USD|GMC)?$/i.exec(text);
	const [, before, digits = text, after] = match ?? [];
	const mark = (before ?? after)?.toUpperCase();
	if (before !== undefined && after !== undefined && before.toUpperCase() !== after.toUpperCase()) {
		return { digits: text };
	}
	return { digits, mark };
}

/** @returns the number in plain decimal notation, `ambiguous`, or undefined if it is no number */
function guessDecimal(text: string): string | undefined {
	if (PLAIN.test(text)) return text;
	const separators = text.replace(/\d/g, '');
	const last = separators.at(-1);
	if (last !== '.' && last !== ',') return undefined;
	const other: Separator = last === '.' ? ',' : '.';
	if (separators.includes(other)) return withDecimal(text, last);
	if (separators.length > 1) return withDecimal(text, other);
	if (GROUPED[last].test(text)) return 'ambiguous';
	return withDecimal(text, last);
}

const READERS: Record<Exclude<AmountFormat, 'cents'>, (text: string) => string | undefined> = {
	auto: guessDecimal,
	decimalPoint: (text) => withDecimal(text, '.'),
	decimalComma: (text) => withDecimal(text, ','),
};

function withDecimal(text: string, decimal: Separator): string | undefined {
	const [whole, fraction, ...rest] = text.split(decimal);
	const group: Separator = decimal === '.' ? ',' : '.';
	if (rest.length > 0 || (fraction !== undefined && !PLAIN.test(fraction))) return undefined;
	if (!PLAIN.test(whole) && !GROUPED[group].test(whole)) return undefined;
	const digits = whole.split(group).join('');
	return fraction === undefined ? digits : `${digits}.${fraction}`;
}

function checkPrecision(amount: number, decimal: string): AmountReading {
	const significant = decimal
		.replace(/(\.\d*?)0+$/, '$1')
		.replace('.', '')
		.replace(/^0+/, '');
	if (significant.length > MAX_SIGNIFICANT_DIGITS) {
		return refuse(
			`the amount has more than ${number(MAX_SIGNIFICANT_DIGITS)} digits and would be rounded; round it yourself before this node`,
			'It may come from a calculation, such as 0.1 + 0.2. Round it to cents before this node.',
		);
	}
	return { ok: true, amount };
}
