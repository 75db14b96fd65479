import { writeTables } from '../../harness/system/pages';
import { leaveWith } from '../command';
import { referenceTables } from './tables';

/** Writes the tables of the reference from the descriptions of the nodes. */
async function main(): Promise<number> {
	await writeTables('docs/reference.md', referenceTables());
	return 0;
}

leaveWith(main());
