/** Shorter ones are part of many a word; a secret that short keeps nobody out. */
const SHORTEST_SECRET = 4;
/** Signs that are shown, and that are looked at: a secret that begins among the former ends among the latter. */
const [SHOWN, LOOKED_AT] = [10_000, 20_000];

const HIDDEN = '[hidden]';

/** Hides in a text of the service what nobody may read. */
export type Redact = (text: string) => string;

/**
 * Hides each text that contains a secret which was sent, as an error page may that repeats the request: as it is,
 * in capitals or small letters, or in Base64, alone or within that of something longer. What is looked for is found
 * out once, since a list may have many texts.
 *
 * @param secrets passwords, keys and tokens; those of less than four signs are passed over
 * @returns takes a text; gives the mark `[hidden]` in its place or, of one without secrets, its first 10,000 signs
 */
export function hiding(secrets: string[]): Redact {
	let needles: string[] | undefined;
	return (text) => {
		needles ??= secrets
			.filter(({ length }) => length >= SHORTEST_SECRET)
			.flatMap((secret) => [secret, ...base64Of(secret)].map(folded));
		const within = folded(text.slice(0, LOOKED_AT));
		return needles.some((needle) => within.includes(needle)) ? HIDDEN : text.slice(0, SHOWN);
	};
}

/**
 * The same for a text that the service made up, which may tell secrets of others, too. In one without ours, what may
 * be a secret becomes `…`: a word that mixes letters with digits or symbols.
 *
 * @returns gives a text in plain words, such as `Saldo insuficiente: R$ 1.234,50 em 31/12/2026`, as it is; so it does
 *   a text that is nothing but one code in capitals, such as `E1042`
 */
export function redactionOf(secrets: string[]): Redact {
	const hide = hiding(secrets);
	return (text) => {
		const shown = hide(text);
		if (CODE.test(text)) return shown;
		return shown.replace(/\S+/g, (word) => (isPlain(word) ? word : '…'));
	};
}

const CODE = /^[A-Z][A-Z\d_.-]{0,29}$/;

/** What is around them and between them: JSON without blanks is plain if all of its parts are, and so is `CPF:012`. */
const PARTS = /[()[\]{}<>"“”«»`:;,=|]+/;

/** No language needs longer words. */
const LETTERS = String.raw`[\p{L}\p{M}]{1,30}`;
const PUNCTUATION = String.raw`[-–—'‘’./_!?…]`;
const PLAIN = new RegExp(
	`^${PUNCTUATION}*(?:${[
		// `guarda-chuva`, `d'água`, `e/ou`, `CUSTOMER_NOT_FOUND`, `items.0.amount`
		String.raw`${LETTERS}(?:(?:[-–'’./_]{1,2}|\.\d{1,3}\.)${LETTERS})*`,
		// `R$1.234`
		String.raw`(?:R|US)\$[\d.]*`,
		// `01-Nov-2026`, and what stands before and after the colons of `2026-11-01T10:30:00Z`
		String.raw`\d{1,2}[-/.]\p{L}{3,9}[-/.]\d{2,4}|\d{4}-\d\d-\d\dT\d\d|\d\d(?:\.\d{1,9})?Z`,
		// `1º`, `24h`, `10h30`, `30s`
		String.raw`\d{1,4}(?:[ºª]|h(?:\d\d)?(?:min)?|min|m?s|xx)`,
	].join('|')})${PUNCTUATION}*$`,
	'u',
);

/** Numbers, amounts and dates have no letters. */
const isPlain = (word: string): boolean =>
	word.split(PARTS).every((part) => !/\p{L}/u.test(part) || PLAIN.test(part));

/** In one case, and in one spelling of Base64. */
const folded = (text: string) =>
	text.normalize('NFC').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');

/** A secret's Base64 behind none, one or two bytes of something else: the digits that nothing but the secret decides. */
function base64Of(secret: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, 'utf8')]);
		const surely = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		return bytes.toString('base64').slice(...surely);
	});
}
