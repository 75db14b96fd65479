/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import type { Language } from './words';

/** Where the reference is, by its language. */
export const PAGES: Record<Language, string> = {
	en: path.join('docs', 'reference.md'),
	'pt-BR': path.join('docs', 'pt-BR', 'reference.md'),
};

const MARKED = /<!-- made: ([\w ]+) -->\n[^]*?<!-- end -->/g;

/** The names of the tables that a page has a place for. */
export const placesIn = (page: string) => [...page.matchAll(MARKED)].map(([, name]) => name);

/** The page with each table in its place. @throws Error when a place is for a table that there is not */
export function withTables(page: string, tables: Record<string, string>): string {
	return page.replace(MARKED, (_, name: string) => {
		if (!Object.hasOwn(tables, name)) throw new Error(`There is no table "${name}"`);
		return `<!-- made: ${name} -->\n\n${tables[name]}\n\n<!-- end -->`;
	});
}
