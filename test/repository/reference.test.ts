import { tablesIn, withTables } from '../../harness/system/pages';
import { referenceTables } from '../../scripts/reference/tables';
import { read } from './files';

const page = read('docs/reference.md');
const tables = referenceTables();

// If this fails: `npm run reference`, and look at what it has written.
test('the reference says what the descriptions of the nodes and of the credential give', () => {
	expect(withTables(page, tables)).toBe(page);
});

test('the reference has a place for each table, once', () => {
	expect(Object.keys(tablesIn(page)).sort()).toEqual(Object.keys(tables).sort());
});

test('each field that is described elsewhere has a heading to go to', () => {
	const anchorOf = (heading: string) => heading.toLowerCase().replace(/:/g, '').replace(/ /g, '-');
	const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, one]) => anchorOf(one));
	const links = Object.values(tables).flatMap((table) =>
		[...table.matchAll(/\(#([^)]+)\)/g)].map(([, anchor]) => anchor),
	);
	expect(links.length).toBeGreaterThan(0);
	expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});
