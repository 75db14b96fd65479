import { readFileSync } from 'node:fs';

/** What texts for users may not have: the last column of the table of CONTRIBUTING "Words". */
function refusedWords() {
	const page = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
	const [, table] = page.split('\n| Term | Means | Not |\n');
	const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(1);
	const cells = rows.map((row) => row.split('|').at(-2).trim());
	return cells.filter((cell) => cell !== '–').flatMap((cell) => cell.split(', '));
}

export const refused = new RegExp(String.raw`\b(?:${refusedWords().join('|')})\b`, 'i');
