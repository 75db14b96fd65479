import { filesBelow, read } from './files';

// Comments cite documents: `service.md 4.2`, `n8n.md E3`, `CONTRIBUTING M4`, `reference.md "Options"`. All of them are here.

const ROOMS = ['bench', 'credentials', 'harness', 'nodes', 'sandbox', 'scripts', 'test'];
/** The words that this very file has to name. */
const SELF = 'test/repository/citations.test.ts';

const sources = ROOMS.flatMap((room) => filesBelow(room, '.ts')).filter((name) => name !== SELF);

const pages = ['docs/internals/service.md', 'docs/internals/n8n.md'];
const citing = [
	...sources,
	...pages,
	'docs/money-safety.md',
	'docs/internals/trigger.md',
	'CONTRIBUTING.md',
];

/** A comment may go on in the next line. */
const textOf = (name: string) => read(name).replace(/\n\s*(\*|\/\/)?\s*/g, ' ');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one);

const headings = (name: string) => all(read(name), /^#+ (.+)$/gm);
const sections = all(read('docs/internals/service.md'), /^#+ (\d+(?:\.\d+)?)\b/gm);
/** Each rule has a row of a table, each fact an item of a list. */
const namedIn = (name: string) => all(read(name), /^(?:\| |- \*\*)([A-Z]\d+)(?: \||\*\*)/gm);

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const FACT = String.raw`[A-Z]\d+`;
/** `service.md 4.2, 5 and 7.1 to 7.4`: every number, with the document before the first one only. */
const cited = (name: string, document: string, item: string) =>
	all(
		textOf(name),
		new RegExp(String.raw`${document} (${item}(?:(?:,| and| to| or|;) ${item}\b)*)`, 'g'),
	).flatMap((list) => list.match(new RegExp(item, 'g')) ?? []);

test.each([
	['service.md', NUMBER, sections],
	['n8n.md', FACT, namedIn('docs/internals/n8n.md')],
	['CONTRIBUTING', FACT, namedIn('CONTRIBUTING.md')],
])('what is cited of %s is in it', (document, item, known) => {
	expect([...new Set(known)]).toEqual(known);
	const escaped = document.replace('.', String.raw`\.`);
	const missing = citing.flatMap((name) =>
		cited(name, escaped, item)
			.filter((one) => !known.includes(one))
			.map((one) => `${name}: ${document} ${one}`),
	);
	expect(missing).toEqual([]);
});

test.each(
	['first-top-up', 'money-safety', 'reference'].map((page) => [`${page}.md`, `docs/${page}.md`]),
)('what is cited of %s is a heading of it', (document, file) => {
	const known = headings(file);
	const escaped = document.replace('.', String.raw`\.`);
	const missing = citing.flatMap((name) =>
		all(textOf(name), new RegExp(String.raw`${escaped},? "([^"]+)"`, 'g'))
			.filter((one) => !known.includes(one))
			.map((one) => `${name}: ${one}`),
	);
	expect(missing).toEqual([]);
});

const files = [...pages, 'docs/internals/promises.md', 'CONTRIBUTING.md'].flatMap((page) =>
	all(read(page), /`([\w/.-]+\.ts)`/g).map((file) => [page, file]),
);

test.each(files)('%s: there is a file %s', (_, file) => {
	expect(sources.concat(SELF).some((name) => `/${name}`.endsWith(`/${file}`))).toBe(true);
});
