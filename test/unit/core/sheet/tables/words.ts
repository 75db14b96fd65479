// What the tables say about a cell. They were written by hand, from the interface and from what people have in their
// files, before there was any code to read them.

/** The cell holds nothing. */
export const EMPTY = Symbol('empty');

/** Why a cell is refused, with words that the text has to have. */
export const REFUSALS = {
	'!currency': /is written in .*, but the currency is|currency .* is not known/,
	'!date': /date|a time of day/,
	'!decimals': /at most two decimals/,
	'!digits': /15 digits/,
	'!email': /not an email address/,
	'!long': /characters|too long/,
	'!marks': /Take off/,
	'!no': /is not an amount|the amount is not a number/,
	'!nothing': /stands for no value/,
	'!number': /number that is too large or not whole/,
	'!point': /\.0|,0/,
	'!positive': /more than zero/,
	'!sheet': /spreadsheet.*(error|no value)/,
	'!short': /what Excel makes of a long number/,
	'!taxId': /neither a CPF nor a CNPJ/,
	'!template': /the expression itself/,
	'!two': /two ways/,
	'!type': /a list|an object|of type boolean|of another type/,
	'!whole': /whole number of hundredths/,
} as const;

export type Refusal = keyof typeof REFUSALS;

/** The value, nothing, or why it is refused. */
export type Says<T> = T | typeof EMPTY | Refusal;

export const isRefusal = (says: unknown): says is Refusal =>
	typeof says === 'string' && Object.hasOwn(REFUSALS, says);
