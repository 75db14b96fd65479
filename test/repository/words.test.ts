/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repoRoot } from '../../harness/system/paths';

// Everything that users read keeps to the words of CONTRIBUTING "Words".

const read = (file: string) => readFileSync(path.join(repoRoot, file), 'utf8');
const filesIn = (folder: string, end: string) =>
	readdirSync(path.join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(end))
		.map((name) => path.posix.join(folder, name));

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

const PAGES = [
	'README.md',
	...readdirSync(path.join(repoRoot, 'docs')).map((name) => `docs/${name}`),
]
	.filter((file) => file.endsWith('.md'))
	.map((file): [string, () => string] => [file, () => withoutMadeTables(read(file))]);
const SOURCES = ['credentials', 'nodes', 'sandbox/page', 'scripts/demo']
	.flatMap((folder) => filesIn(folder, '.ts'))
	.map((file): [string, () => string] => [file, () => textsIn(file)]);

test('the list is there, and short', () => {
	expect(REFUSED.length).toBeGreaterThan(10);
});

test.each([...PAGES, ...SOURCES])('%s keeps to the words', (_, text) => {
	expect(text().match(pattern) ?? []).toEqual([]);
});
