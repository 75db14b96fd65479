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
	const rows = new Map<number, KeyRow>();
	for (const raw of raws) {
		const reading = readTableRow(raw);
		if ('unreadable' in reading) throw unreadableRow(table, raw, reading.unreadable);
		rows.set(reading.row.id, reading.row);
	}
	return [...rows.values()];
}

/** Those that can be read: one of another key that cannot must not keep a run from telling what became of its own. */
export function readableRows(raws: TableRow[]): KeyRow[] {
	const rows = new Map<number, KeyRow>();
	for (const raw of raws) {
		const reading = readTableRow(raw);
		if ('row' in reading) rows.set(reading.row.id, reading.row);
	}
	return [...rows.values()];
}
