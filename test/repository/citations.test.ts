import { filesBelow, read } from './files';

// Comments cite documents: `service.md 4.2`, `n8n.md E3`, `CONTRIBUTING M4`, `reference.md "Options"`. All of them are here.

/** Its words are examples. */
const SELF = 'test/repository/citations.test.ts';

const ROOMS = ['bench', 'credentials', 'harness', 'nodes', 'sandbox', 'scripts', 'test'];
const sources = ROOMS.flatMap((room) => filesBelow(room, '.ts'));
const pages = [...filesBelow('docs', '.md'), 'CONTRIBUTING.md'];

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one);

/** Headings, their numbers, and each rule that has a row of a table, or fact that is an item of a list. */
const partsOf = (page: string) => [
	...all(read(page), /^#+ (.+)$/gm).map((heading) => `"${heading}"`),
	...all(read(page), /^#+ (\d+(?:\.\d+)?)\b/gm),
	...all(read(page), /^(?:\| |- \*\*)([A-Z]\d+)(?: \||\*\*)/gm),
];

/** By the names that citations have for them. */
const documents = new Map(
	pages.map((page) => [page.replace(/.*\/|(?<=CONTRIBUTING)\.md/g, ''), partsOf(page)]),
);

const PART = /"[^"]+"|[A-Z]\d+\b|\d+(?:\.\d+)?\b/g;
/** `service.md 4.2, 5 and 7.1 to 7.4`: with the document before the first part only. */
const CITATION = new RegExp(
	String.raw`\b([\w-]+\.md|CONTRIBUTING),? ((?:${PART.source})(?:(?:,| and| to| or|;) (?:${PART.source}))*)`,
	'g',
);

test.each([...documents])('%s has each part once', (_, parts) => {
	expect([...new Set(parts)]).toEqual(parts);
});

const cited = [...sources, ...pages].flatMap((file) => {
	// A comment may go on in the next line.
	const text = file === SELF ? '' : read(file).replace(/\n\s*(\*|\/\/)?\s*/g, ' ');
	return [...text.matchAll(CITATION)].flatMap(([, document, parts]) =>
		parts.match(PART)!.map((part) => ({ file, document, part })),
	);
});

test('what is cited is there', () => {
	expect(cited.filter(({ document, part }) => !documents.get(document)?.includes(part))).toEqual(
		[],
	);
});

test('the tests that hold a promise cite it, and no other tests do', () => {
	const tests = sources.filter((file) => file.startsWith('test/'));
	const held = [...read('docs/internals/promises.md').matchAll(/^- \*\*(P\d+)\*\* .*$/gm)].flatMap(
		([line, promise]) =>
			all(line, /`([\w/.-]+\.ts)`/g)
				.flatMap((name) => tests.filter((file) => file.endsWith(`/${name}`)))
				.map((file) => `${promise} ${file}`),
	);
	const citing = cited
		.filter(({ file, document }) => document === 'promises.md' && tests.includes(file))
		.map(({ file, part }) => `${part} ${file}`);
	expect(held.length).toBeGreaterThan(0);
	expect(citing.sort()).toEqual(held.sort());
});

test.each(pages)('%s names tests and sources that are there', (page) => {
	const isThere = (file: string) => sources.some((name) => `/${name}`.endsWith(`/${file}`));
	expect(all(read(page), /`([\w/.-]+\.ts)`/g).filter((file) => !isThere(file))).toEqual([]);
});
