/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { leaveWith } from '../../harness/system/main';
import { repoRoot } from '../../harness/system/paths';
import { PAGES, withTables } from './page';
import { referenceTables } from './tables';
import { LANGUAGES } from './words';

/** Writes the tables of the reference anew, in both languages, from the descriptions of the nodes. */
async function main(): Promise<number> {
	for (const language of LANGUAGES) {
		const file = path.join(repoRoot, PAGES[language]);
		const page = await readFile(file, 'utf8');
		await writeFile(file, withTables(page, referenceTables(language)));
		process.stdout.write(`${PAGES[language]} written\n`);
	}
	return 0;
}

leaveWith(main());
