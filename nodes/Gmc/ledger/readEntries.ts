import type { Entry } from '../core/ledger/entry';
import type { TableRow } from './inlineWorkflow';
import { readTableRow } from './columns';

/** Rows of the table by their ids, each once. */
export function readEntries(raws: TableRow[]): Entry[] {
	return [...new Map(raws.map(readTableRow).map((row) => [row.id, row])).values()];
}
