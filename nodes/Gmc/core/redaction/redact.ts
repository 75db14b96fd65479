import type { View } from './decoded';
import { viewsOf } from './decoded';

/** Shorter ones are part of many a word; a secret that short keeps nobody out. */
const SHORTEST_SECRET = 4;
/** Fewer digits of Base64, or the beginning of a secret where the text was cut off, are part of many a word, too. */
const SHORTEST_PART = 6;

const MARK = '[hidden]';

/** Offsets, the end exclusive. */
type Range = [start: number, end: number];

/**
 * A text of the service without the secrets that were sent to it: an error page may well repeat the request, and
 * not as it was sent: in JSON, HTML, an address, Base64, two of these within each other, or cut off. To be cut
 * only afterwards.
 *
 * @param secrets passwords, keys and tokens; undefined and empty ones are passed over
 */
export function withoutSecrets(text: string, secrets: Array<string | undefined>): string {
	const hidden = secrets.filter(
		(secret): secret is string => (secret?.length ?? 0) >= SHORTEST_SECRET,
	);
	const digits = [...new Set(hidden.flatMap(base64Of))];
	const ranges = viewsOf(text).flatMap((view) => [
		...hidden.flatMap((secret) => find(view, secret)),
		...findBase64(view, digits),
	]);
	return withoutRanges(text, ranges);
}

function withoutRanges(text: string, ranges: Range[]): string {
	const parts: string[] = [];
	let end = 0;
	for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
		if (from >= end) parts.push(text.slice(end, from), MARK);
		end = Math.max(end, to);
	}
	return parts.join('') + text.slice(end);
}

/** Where a secret stands, the places that overlap too, and where the text was cut off within it. */
function find({ text, at }: View, secret: string): Range[] {
	const ranges: Range[] = [];
	for (let index = text.indexOf(secret); index >= 0; index = text.indexOf(secret, index + 1)) {
		ranges.push([at[index], at[index + secret.length]]);
	}
	const end = /(?:\.{3}|…)?$/.exec(text)!.index;
	for (let length = Math.min(secret.length - 1, end); length >= SHORTEST_PART; length--) {
		if (text.startsWith(secret.slice(0, length), end - length)) {
			return [...ranges, [at[end - length], at[end]]];
		}
	}
	return ranges;
}

/** With the padding behind it; `-` and `_` are the digits of Base64 in addresses. */
function findBase64({ text, at }: View, digits: string[]): Range[] {
	const view = { text: text.replaceAll('-', '+').replaceAll('_', '/'), at };
	const ranges = digits.flatMap((one) => find(view, one));
	const padded = [...text.matchAll(/={1,2}/g)].map(({ 0: { length }, index }) => [index, length]);
	const endOf = new Map(padded.map(([index, length]) => [at[index], at[index + length]]));
	return ranges.map(([start, end]) => [start, endOf.get(end) ?? end]);
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
