/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repoRoot } from './paths';

const MADE = /<!-- made: ([\w ]+) -->\n([^]*?)<!-- end -->/g;

/** The generated tables of a document, by name. */
export const tablesIn = (page: string): Record<string, string> =>
	Object.fromEntries([...page.matchAll(MADE)].map(([, name, table]) => [name, table.trim()]));

/** The page with each table in its place. @throws Error when a place and a table have no counterpart */
export function withTables(page: string, tables: Record<string, string>): string {
	const places = Object.keys(tablesIn(page));
	const alone = [...Object.keys(tables), ...places].find(
		(name) => !places.includes(name) || !Object.hasOwn(tables, name),
	);
	if (alone !== undefined) throw new Error(`"${alone}" is not both a table and a place for one`);
	return page.replace(
		MADE,
		(_, name: string) => `<!-- made: ${name} -->\n\n${tables[name]}\n\n<!-- end -->`,
	);
}

/** Writes these tables into a document. @param name its path in the repository */
export async function writeTables(name: string, tables: Record<string, string>): Promise<void> {
	const file = path.join(repoRoot, name);
	const page = await readFile(file, 'utf8');
	await writeFile(file, withTables(page, { ...tablesIn(page), ...tables }));
	process.stdout.write(`${name} written\n`);
}
