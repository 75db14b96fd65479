/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tablesIn, withTables } from '../../harness/system/pages';
import { PORTUGUESE } from '../../scripts/reference/portuguese';
import { referenceTables } from '../../scripts/reference/tables';
import { LANGUAGES, PAGES, inLanguage } from '../../scripts/reference/words';
import { repoRoot } from '../../harness/system/paths';

const pageOf = (language: (typeof LANGUAGES)[number]) =>
	readFileSync(path.join(repoRoot, PAGES[language]), 'utf8');

// If this fails: `npm run reference`, and look at what it has written.
describe.each(LANGUAGES)('the reference (%s)', (language) => {
	const page = pageOf(language);
	const tables = referenceTables(language);

	test('says what the descriptions of the nodes and of the credential give', () => {
		expect(withTables(page, tables)).toBe(page);
	});

	test('has a place for each table, once', () => {
		expect(Object.keys(tablesIn(page)).sort()).toEqual(Object.keys(tables).sort());
	});
});

test('a description without its Portuguese is found', () => {
	expect(() => inLanguage('Another text', 'pt-BR')).toThrow(
		'lacks the Portuguese of:\nAnother text',
	);
});

test('no Portuguese is left over', () => {
	const portuguese = Object.values(referenceTables('pt-BR')).join('\n').replace(/\\/g, '');
	const unused = Object.values(PORTUGUESE).filter((text) => !portuguese.includes(text));
	expect(unused).toEqual([]);
});

test.each(LANGUAGES)(
	'each field that is described elsewhere has a heading to go to (%s)',
	(language) => {
		const anchorOf = (heading: string) =>
			heading.toLowerCase().replace(/:/g, '').replace(/ /g, '-');
		const headings = [...pageOf(language).matchAll(/^#+ (.+)$/gm)].map(([, one]) => anchorOf(one));
		const links = Object.values(referenceTables(language)).flatMap((table) =>
			[...table.matchAll(/\(#([^)]+)\)/g)].map(([, anchor]) => anchor),
		);
		expect(links.length).toBeGreaterThan(0);
		expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([]);
	},
);

test('a changed table and a place without a table are seen', () => {
	const page = 'a\n<!-- made: one -->\n\nold\n\n<!-- end -->\nb';
	expect(withTables(page, { one: 'new' })).toBe('a\n<!-- made: one -->\n\nnew\n\n<!-- end -->\nb');
	expect(() => withTables(page, { two: 'new' })).toThrow('"two" is not both');
});
