import { readingsOf } from './readings';

/** Shorter ones are part of many a word; a secret that short keeps nobody out. */
const SHORTEST_SECRET = 4;
/** Fewer digits of Base64, or the beginning of a secret where the text was cut off, are part of many a word, too. */
const SHORTEST_PART = 6;

const MARK = '[hidden]';

/**
 * A text of the service without the secrets that were sent to it: an error page may well repeat the request. What
 * repeats a secret as it was sent is shown without it. Whatever tells one in another way (in JSON, HTML, an
 * address, Base64, two of these within each other, or cut off) is not shown at all. To be cut only afterwards.
 *
 * @param secrets passwords, keys and tokens; undefined and empty ones are passed over
 */
export function withoutSecrets(text: string, secrets: Array<string | undefined>): string {
	const hidden = secrets
		.filter((secret): secret is string => (secret?.length ?? 0) >= SHORTEST_SECRET)
		.sort((one, other) => other.length - one.length);
	const shown = hidden.reduce((rest, secret) => rest.replaceAll(secret, MARK), text);
	const parts = [...new Set(hidden.flatMap(base64Of))];
	const tells = (reading: string): boolean => {
		const digits = reading.replaceAll('-', '+').replaceAll('_', '/');
		return (
			hidden.some((secret) => isIn(reading, secret)) || parts.some((part) => isIn(digits, part))
		);
	};
	return [...readingsOf(shown)].some(tells) ? MARK : shown;
}

/** Whether a secret stands in a text, or the text was cut off within it. */
function isIn(text: string, secret: string): boolean {
	if (text.includes(secret)) return true;
	const end = text.replace(/(?:\.{3}|…)$/, '');
	for (let length = secret.length - 1; length >= SHORTEST_PART; length--) {
		if (end.endsWith(secret.slice(0, length))) return true;
	}
	return false;
}

/**
 * A secret's Base64, alone and with one or two bytes of something else in its first group: of these only the
 * digits that nothing but the secret decides.
 */
function base64Of(secret: string): string[] {
	const bytes = Buffer.from(secret, 'utf8');
	const within = [0, 1, 2].map((before) => {
		const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
		const sure = Math.floor((shifted.length * 8) / 6);
		return shifted.toString('base64').slice(Math.ceil((before * 8) / 6), sure);
	});
	const alone = bytes.toString('base64').replace(/=+$/, '');
	return [alone, ...within].filter(({ length }) => length >= SHORTEST_PART);
}
