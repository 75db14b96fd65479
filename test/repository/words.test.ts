import ts from 'typescript';
import { filesBelow, filesIn, read } from './files';

// Everything that users read keeps to the words of CONTRIBUTING "Words".

/** The last column of the table. */
function refusedWords(): string[] {
	const [, table] = read('CONTRIBUTING.md').split('\n| Term | Means | Not |\n');
	const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(1);
	const cells = rows.map((row) => row.split('|').at(-2)!.trim());
	return cells.filter((cell) => cell !== '–').flatMap((cell) => cell.split(', '));
}

const REFUSED = refusedWords();
const pattern = new RegExp(String.raw`\b(?:${REFUSED.join('|')})\b`, 'gi');

/** Tables that are made say what the code says. */
const withoutMadeTables = (text: string) => text.replace(/<!-- made: [^]*?<!-- end -->/g, '');

/** Every text of a file that has several words. */
function textsIn(file: string): string {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
	return texts.filter((text) => text.trim().includes(' ')).join('\n');
}

const PAGES = ['README.md', ...filesIn('docs', '.md')].map((file): [string, () => string] => [
	file,
	() => withoutMadeTables(read(file)),
]);
const SOURCES = ['credentials', 'nodes', 'sandbox/page', 'scripts/demo']
	.flatMap((folder) => filesBelow(folder, '.ts'))
	.map((file): [string, () => string] => [file, () => textsIn(file)]);

test('the list is there, and short', () => {
	expect(REFUSED.length).toBeGreaterThan(10);
});

test.each([...PAGES, ...SOURCES])('%s keeps to the words', (_, text) => {
	expect(text().match(pattern) ?? []).toEqual([]);
});
