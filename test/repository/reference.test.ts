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
