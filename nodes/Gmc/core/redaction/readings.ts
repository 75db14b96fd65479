/** JSON within an address, HTML within JSON: an encoding, and another one of what it wrote. */
const WITHIN_ANOTHER = 2;

type Decoder = (text: string) => string;

const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** JSON, and whatever else puts a backslash before a sign. */
const quoted: Decoder = (text) =>
	text.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, unit?: string, sign = '') =>
		unit === undefined ? (CONTROLS[sign] ?? sign) : String.fromCharCode(parseInt(unit, 16)),
	);

const address: Decoder = (text) =>
	text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
		Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
	);

const form: Decoder = (text) => address(text.replaceAll('+', ' '));

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What libraries escape: these names, or numbers. */
const html: Decoder = (text) =>
	text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (found, ...groups) => {
		const [decimal, hex, name] = groups as Array<string | undefined>;
		if (name !== undefined) return NAMED[name.toLowerCase()];
		const point = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
		return point <= 0x10ffff ? String.fromCodePoint(point) : (found as string);
	});

const DECODERS = [quoted, address, form, html];

/**
 * A text in every way that it can be read: as it is, and out of JSON, an address, a form or HTML, or two of these
 * within each other. Each takes time in proportion to the text's length.
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
