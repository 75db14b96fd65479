/** JSON within an address, HTML within JSON: an encoding, and another one of what it wrote. */
const WITHIN_ANOTHER = 2;

type Decoder = (text: string) => string;

const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** JSON, and whatever else puts a backslash before a sign. */
const quoted: Decoder = (text) =>
	text.replace(
		/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis,
		(_, unit?: string, byte = unit, sign = '') =>
			byte === undefined ? (CONTROLS[sign] ?? sign) : String.fromCharCode(parseInt(byte, 16)),
	);

const addressIn =
	(charset: BufferEncoding): Decoder =>
	(text) =>
		text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
			Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(charset),
		);
const address = addressIn('utf8');
const addressOfOldServers = addressIn('latin1');

const form: Decoder = (text) => address(text.replaceAll('+', ' '));

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Behind a letter. */
const ACCENTS: Record<string, string> = {
	acute: '\u0301',
	grave: '\u0300',
	circ: '\u0302',
	tilde: '\u0303',
	uml: '\u0308',
	cedil: '\u0327',
};
const ENTITY = new RegExp(
	`&(?:#(\\d{1,7})|#x([0-9a-f]{1,6})|(${Object.keys(NAMED).join('|')})|([a-z])(${Object.keys(ACCENTS).join('|')}));`,
	'gi',
);

/** What libraries escape: these names, letters with an accent, or numbers. */
const html: Decoder = (text) =>
	text.replace(ENTITY, (found, ...groups) => {
		const [decimal, hex, name, letter, accent] = groups as Array<string | undefined>;
		if (name !== undefined) return NAMED[name.toLowerCase()];
		if (accent !== undefined) return (letter! + ACCENTS[accent.toLowerCase()]).normalize('NFC');
		const point = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
		return point <= 0x10ffff ? String.fromCodePoint(point) : (found as string);
	});

/** UTF-8 that somebody took for Latin-1. */
const mistaken: Decoder = (text) => Buffer.from(text, 'latin1').toString('utf8');

const DECODERS = [quoted, address, addressOfOldServers, form, html, mistaken];

/**
 * A text in every way that it can be read: as it is, and out of JSON, an address, a form, HTML or a wrong charset, or
 * two of these within each other. Each takes time in proportion to the text's length.
 */
export function readingsOf(text: string): Set<string> {
	const readings = new Set([text]);
	let last = [text];
	for (let depth = 0; depth < WITHIN_ANOTHER; depth++) {
		const decoded = last.flatMap((reading) => DECODERS.map((decode) => decode(reading)));
		last = decoded.filter((reading) => !readings.has(reading));
		for (const reading of last) readings.add(reading);
	}
	return readings;
}
