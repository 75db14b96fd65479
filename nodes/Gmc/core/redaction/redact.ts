/** Shorter secrets are part of many words, and protect nothing. */
const SHORTEST_SECRET = 4;
/** Characters that are shown, and that are searched: a secret may begin in the former and end in the latter. */
const [SHOWN, LOOKED_AT] = [10_000, 20_000];

const HIDDEN = '[hidden]';

/** Redacts a text of GMC. */
export type Redact = (text: string) => string;

/**
 * Hides a text that contains a secret of the request, as an error page may that repeats it: in any case, or in Base64,
 * alone or as part of something longer. The patterns are built once, because a list may have many texts.
 *
 * @param secrets passwords, keys and tokens. Those of fewer than four characters are ignored
 * @returns a function that returns `[hidden]`, or the first 10,000 characters of a text without secrets
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
 * The same for GMC's error texts, which may contain secrets of others, too. A word that mixes letters with digits or
 * symbols becomes `…`. Plain words stay, such as `Saldo insuficiente: R$ 1.234,50 em 31/12/2026`, and so does a text
 * that is one code in capitals, such as `E1042`.
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

/** Separators around and between words, so that compact JSON is plain if its parts are, and so is `CPF:012`. */
const PARTS = /[()[\]{}<>"“”«»`:;,=|]+/;

/** A longer word may be a secret. */
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

/** Normalizes case and the alphabet of Base64. */
const folded = (text: string) =>
	text.normalize('NFC').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');

/** The part of a secret's Base64 that does not depend on its neighbors, for each of the three alignments. */
function base64Of(secret: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, 'utf8')]);
		const surely = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		return bytes.toString('base64').slice(...surely);
	});
}
