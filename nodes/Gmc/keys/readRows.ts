import type { KeyRow } from '../core/keys/keyRow';
import type { TableRow } from './inlineWorkflow';
import { unreadableRow } from './keyLedgerError';
import { readTableRow } from './keyTable';

/**
 * Rows of the table by their ids, each once.
 *
 * @throws KeyLedgerError for a row that people have edited so that it cannot be read
 */
export function readRows(table: string, raws: TableRow[]): KeyRow[] {
	return rowsIn(raws, (raw, unreadable) => {
		throw unreadableRow(table, raw, unreadable);
	});
}

/** Those that can be read: one of another key that cannot must not keep a run from telling what became of its own. */
export function readableRows(raws: TableRow[]): KeyRow[] {
	return rowsIn(raws, () => {});
}

function rowsIn(
	raws: TableRow[],
	onUnreadable: (raw: TableRow, unreadable: string[]) => void,
): KeyRow[] {
	const rows = new Map<number, KeyRow>();
	for (const raw of raws) {
		const reading = readTableRow(raw);
		if ('unreadable' in reading) onUnreadable(raw, reading.unreadable);
		else rows.set(reading.row.id, reading.row);
	}
	return [...rows.values()];
}
