import { ENTITIES } from './entities';

/** A text as it reads once it is decoded, and where each of its units stands in the text that came. */
export interface View {
	text: string;
	/** Offset of each unit in the first text, and behind the last one that text's length. */
	at: Int32Array;
}

/** JSON within an address, HTML within JSON: an encoding, and another one of what it wrote. */
const WITHIN_ANOTHER = 2;

interface Decoder {
	pattern: RegExp;
	/** @returns undefined for what means nothing and stays */
	read: (match: string, ...groups: Array<string | undefined>) => string | undefined;
}

const CONTROLS: Record<string, string> = {
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\v',
};
const fromHex = (hex: string) => sign(parseInt(hex, 16));

/** JSON, JavaScript, and whatever else puts a backslash before a sign. */
const QUOTED: Decoder = {
	pattern: /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([bfnrtv]|[^a-z0-9]))/gis,
	read: (_, unicode, byte, one = '') => {
		const hex = unicode ?? byte;
		return hex === undefined ? (CONTROLS[one] ?? one) : fromHex(hex);
	},
};
/** A sign of UTF-8 at a time; a byte that belongs to none is Latin-1. */
const PERCENT: Decoder = {
	pattern:
		/%[0-7][0-9a-f]|%[cd][0-9a-f](?:%[89ab][0-9a-f])|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|%[89a-f][0-9a-f]/gi,
	read: (match) => {
		const hex = match.replaceAll('%', '');
		return hex.length === 2 ? fromHex(hex) : Buffer.from(hex, 'hex').toString('utf8');
	},
};
const FORM: Decoder = {
	pattern: new RegExp(String.raw`\+|${PERCENT.pattern.source}`, 'gi'),
	read: (match) => (match === '+' ? ' ' : PERCENT.read(match)),
};
const HTML: Decoder = {
	pattern: /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));/gi,
	read: (_, decimal, hex, name = '') => {
		if (decimal !== undefined) return sign(Number(decimal));
		return hex === undefined ? ENTITIES.get(name) : fromHex(hex);
	},
};
const DECODERS = [QUOTED, PERCENT, FORM, HTML];

function sign(point: number): string | undefined {
	return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

/**
 * A text in every way that it can be read: as it is, and out of JSON, an address, a form or HTML, or two of these
 * within each other. Each takes time in proportion to the text's length.
 */
export function viewsOf(text: string): View[] {
	const at = Int32Array.from({ length: text.length + 1 }, (_, index) => index);
	const views = [{ text, at }];
	const seen = new Set([text]);
	let last = views;
	for (let depth = 0; depth < WITHIN_ANOTHER; depth++) {
		last = last.flatMap((view) => DECODERS.map((decoder) => decode(view, decoder)));
		last = last.filter((view) => !seen.has(view.text) && seen.add(view.text));
		views.push(...last);
	}
	return views;
}

function decode({ text, at }: View, { pattern, read }: Decoder): View {
	let decoded = '';
	const offsets: number[] = [];
	const append = (part: string, offsetOf: (index: number) => number) => {
		for (let index = 0; index < part.length; index++) offsets.push(offsetOf(index));
		decoded += part;
	};
	let done = 0;
	for (const match of text.matchAll(pattern)) {
		const [found, ...groups] = match;
		const said = read(found, ...groups);
		if (said === undefined) continue;
		const [from, start] = [done, match.index];
		append(text.slice(from, start), (index) => at[from + index]);
		append(said, () => at[start]);
		done = start + found.length;
	}
	append(text.slice(done), (index) => at[done + index]);
	return { text: decoded, at: Int32Array.from([...offsets, at[text.length]]) };
}
