import type { Effect } from '../core/keys/effects';
import type { TableRow } from './inlineWorkflow';
import { InputError } from '../core/util/inputError';
import { COLUMNS } from './keyTable';

/** The ledger of keys cannot be used. Nothing is sent under a key that was not claimed. */
export class KeyLedgerError extends InputError {
	constructor(
		message: string,
		description: string,
		/** What the ledger was asked; after an `insert` that was answered, requests may have been sent. */
		readonly during?: Effect['do'],
		/** Whether this n8n has no Data Tables for us, so that nothing can stand in one either. */
		readonly isAbsent: boolean = false,
	) {
		super(message, description);
		this.name = 'KeyLedgerError';
	}
}

const columnList = COLUMNS.map(({ name, type }) => `${name} (${type})`).join(', ');

/** What an n8n without Data Tables says, and what to do about it. */
const ABSENT: Array<[RegExp, string]> = [
	[
		/module is disabled/i,
		'Data Tables are switched off in this n8n. Take data-table out of N8N_DISABLED_MODULES, or leave Idempotency Key empty.',
	],
	[
		/unrecognized node type|unknown node type|executeWorkflow is not a function/i,
		'This n8n has no Data Tables, or may not use them here. Update n8n to 2.20 or newer, or leave Idempotency Key empty.',
	],
	[
		// The node falls over what it does not know (n8n.md K9).
		/could not get parameter "operation"|reading 'execute'/i,
		'The Data Table node of this n8n has no operations on tables. Update n8n to 2.20 or newer, or leave Idempotency Key empty.',
	],
];

/** The same where there are some, and this one cannot be used. */
const ADVICE: Array<[RegExp, string]> = [
	[
		/size limit exceeded/i,
		'The Data Tables of this n8n are full. Delete rows or tables that are not needed, or raise N8N_DATA_TABLES_MAX_SIZE_BYTES.',
	],
	[
		/unknown column name|do(es)? not exist in the selected table|does not match column type|column does not exist/i,
		`The table has other columns than the ledger. Give it another name, so that the node makes a new one, or add what is missing: ${columnList}.`,
	],
	[
		/read-only|protected instance|access/i,
		'n8n does not let this workflow change its Data Tables. Ask whoever runs it.',
	],
];

const ELSE =
	'Look into the log of n8n. Nothing was paid twice: run the rows again once the ledger can be used.';

/** n8n would put its own words in the place of a message with such a code (n8n.md E11). */
const ERROR_CODE = /\bE[A-Z]{4,}\b/;

export function toKeyLedgerError(
	table: string,
	during: Effect['do'],
	error: unknown,
): KeyLedgerError {
	if (error instanceof KeyLedgerError) return error;
	const reason = error instanceof Error ? error.message : String(error);
	const saysSo = ([pattern]: [RegExp, string]) => pattern.test(reason);
	const absent = ABSENT.find(saysSo);
	const advice = (absent ?? ADVICE.find(saysSo))?.[1] ?? ELSE;
	const what =
		during === 'update'
			? 'What became of rows with an Idempotency Key was not written down'
			: 'Rows with an Idempotency Key were not sent';
	const isHidden = ERROR_CODE.test(reason);
	const ledger = `the ledger (Data Table "${table}") cannot be used`;
	const message = `${what}: ${ledger}${isHidden ? '' : `. n8n says: ${reason}`}`;
	return new KeyLedgerError(
		message,
		isHidden ? `${reason}. ${advice}` : advice,
		during,
		absent !== undefined,
	);
}

/** @param columns what people have edited so that it cannot be read */
export function unreadableRow(
	table: string,
	{ id, key }: TableRow,
	columns: string[],
): KeyLedgerError {
	const name = `row ${String(id)} of the ledger (Data Table "${table}", key "${String(key ?? '')}")`;
	return new KeyLedgerError(
		`Rows with an Idempotency Key were not sent: ${name} cannot be read: ${columns.join(', ')}`,
		'Somebody has edited it. Set outcome to "issued" if it was paid and to "rejected" if it was not, and fill in what is missing; or delete the row, which frees its key.',
	);
}
