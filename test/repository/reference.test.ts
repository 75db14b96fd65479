/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGES, placesIn, withTables } from '../../scripts/reference/page';
import { PORTUGUESE } from '../../scripts/reference/portuguese';
import { referenceTables } from '../../scripts/reference/tables';
import { LANGUAGES, LEFT_OUT_IN_WORDS, inLanguage } from '../../scripts/reference/words';
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
		expect(placesIn(page).sort()).toEqual(Object.keys(tables).sort());
	});
});

test('a description without its Portuguese is found', () => {
	expect(() => inLanguage('Another text', 'pt-BR')).toThrow(
		'lacks the Portuguese of:\nAnother text',
	);
});

test('no Portuguese is left over, and no word about what an option means that is left out', () => {
	const portuguese = Object.values(referenceTables('pt-BR')).join('\n').replace(/\\/g, '');
	const unused = Object.values(PORTUGUESE).filter((text) => !portuguese.includes(text));
	expect(unused).toEqual([]);
	const names = Object.keys(LEFT_OUT_IN_WORDS).filter(
		(name) => !portuguese.includes(`| \`${name}\` |`),
	);
	expect(names).toEqual([]);
});

test('a changed table and a place without a table are seen', () => {
	const page = 'a\n<!-- made: one -->\n\nold\n\n<!-- end -->\nb';
	expect(withTables(page, { one: 'new' })).toBe('a\n<!-- made: one -->\n\nnew\n\n<!-- end -->\nb');
	expect(() => withTables(page, { two: 'new' })).toThrow('There is no table "one"');
});
