import { readingsOf } from './readings';

/** Shorter ones are part of many a word; a secret that short keeps nobody out. */
const SHORTEST_SECRET = 4;
/** Fewer digits of Base64, or the beginning of a secret where the text was cut off, are part of many a word, too. */
const SHORTEST_PART = 6;
/** From so many signs on a secret is known in capitals, and with blanks in between. */
const SURE = 8;
/** So many signs in a row are a piece of a secret that has this many more, wherever the text was cut off. */
const PIECE = 12;
const MORE = 4;
/** Signs that are looked at, many more than are ever shown. */
const MOST = 20_000;

const MARK = '[hidden]';

/** Hides secrets in a text of the service. */
export type Redact = (text: string) => string;

/** What tells secrets, in the spellings that are looked for. */
interface Needles {
	/** As they were sent, the longest first. */
	secrets: string[];
	/** In capitals, with blanks in between, and in hex. */
	signs: string[];
	/** In Base64. */
	digits: string[];
	/** Of these two. */
	pieces: Set<string>;
}

/**
 * A text of the service without the secrets that were sent to it: an error page may well repeat the request. What
 * repeats a secret as it was sent is shown without it. Whatever tells one in another way (in JSON, HTML, an
 * address, Base64, hex, capitals, over several lines, two of these within each other, or a piece of it) is not
 * shown at all. To be cut only afterwards. What is looked for is found out once: a list may have many texts.
 *
 * @param secrets passwords, keys and tokens; undefined and empty ones are passed over
 * @returns takes a text; gives, of a longer one, its first 20,000 signs
 */
export function redactionOf(secrets: Array<string | undefined>): Redact {
	let needles: Needles | undefined;
	return (text) => {
		needles ??= needlesOf(secrets);
		const shown = needles.secrets.reduce(
			(rest, secret) => rest.replaceAll(secret, MARK),
			text.slice(0, MOST),
		);
		for (const reading of readingsOf(shown)) if (tells(reading, needles)) return MARK;
		return shown;
	};
}

/** One text without these secrets; see `redactionOf`. */
export const withoutSecrets = (text: string, secrets: Array<string | undefined>): string =>
	redactionOf(secrets)(text);

function needlesOf(given: Array<string | undefined>): Needles {
	const secrets = given
		.filter((secret): secret is string => (secret?.length ?? 0) >= SHORTEST_SECRET)
		.sort((one, other) => other.length - one.length);
	const signs = secrets
		.flatMap((secret) => [plain(secret), hexOf(secret)])
		.filter(({ length }) => length >= SURE);
	const inDigits = [...new Set(secrets.flatMap(base64Of))];
	const long = [...signs, ...inDigits].filter(({ length }) => length >= PIECE + MORE);
	return { secrets, signs, digits: inDigits, pieces: new Set(long.flatMap(piecesOf)) };
}

function tells(reading: string, needles: Needles): boolean {
	const [signs, base64] = [plain(reading), digits(reading)];
	return (
		needles.secrets.some((secret) => isIn(reading, secret)) ||
		needles.digits.some((part) => isIn(base64, part)) ||
		needles.signs.some((secret) => signs.includes(secret)) ||
		[signs, base64].flatMap(piecesOf).some((piece) => needles.pieces.has(piece))
	);
}

/** Whether a secret stands in a text, or the text was cut off within it. */
function isIn(text: string, secret: string): boolean {
	if (text.includes(secret)) return true;
	const end = text.replace(/(?:\.{3}|…)$/, '');
	const longest = Math.min(secret.length - 1, end.length);
	for (let length = longest; length >= SHORTEST_PART; length--) {
		if (end.endsWith(secret.slice(0, length))) return true;
	}
	return false;
}

/** Every run of so many signs. */
const piecesOf = (text: string): string[] =>
	Array.from({ length: Math.max(0, text.length - PIECE + 1) }, (_, from) =>
		text.slice(from, from + PIECE),
	);

/** However it is written and set. */
const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, '').toLowerCase();

/** Base64 of any kind, over one line or several. */
const digits = (text: string) => text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');

const hexOf = (secret: string) => Buffer.from(secret, 'utf8').toString('hex');

/**
 * A secret's Base64, alone and with one or two bytes of something else in its first group: of these only the
 * digits that nothing but the secret decides.
 */
function base64Of(secret: string): string[] {
	return [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'latin1')].flatMap((bytes) => {
		const within = [0, 1, 2].map((before) => {
			const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
			const sure = Math.floor((shifted.length * 8) / 6);
			return shifted.toString('base64').slice(Math.ceil((before * 8) / 6), sure);
		});
		const alone = bytes.toString('base64').replace(/=+$/, '');
		return [alone, ...within].filter(({ length }) => length >= SHORTEST_PART);
	});
}
