import type { KeyRow } from '../core/keys/keyRow';
import type { TableRow } from './inlineWorkflow';
import { readTableRow } from './keyTable';

/** Rows of the table by their ids, each once. */
export function readRows(raws: TableRow[]): KeyRow[] {
	return [...new Map(raws.map(readTableRow).map((row) => [row.id, row])).values()];
}
