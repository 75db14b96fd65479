import { writeTables } from '../../harness/system/pages';
import { leaveWith } from '../command';
import { referenceTables } from './tables';

async function main(): Promise<number> {
	await writeTables('docs/reference.md', referenceTables());
	return 0;
}

leaveWith(main());
