import { leaveWith } from '../../harness/system/main';
import { writeTables } from '../../harness/system/pages';
import { referenceTables } from './tables';
import { LANGUAGES, PAGES } from './words';

/** Writes the tables of the reference anew, in both languages, from the descriptions of the nodes. */
async function main(): Promise<number> {
	for (const language of LANGUAGES) {
		await writeTables(PAGES[language], referenceTables(language));
	}
	return 0;
}

leaveWith(main());
