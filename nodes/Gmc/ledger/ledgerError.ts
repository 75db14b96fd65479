import type { Code } from '../core/codes';
import { InputError } from '../core/util/inputError';
import { count } from '../core/texts/words';
import { COLUMNS } from './columns';
import type { TableColumn } from './dataTable';

/** The ledger cannot be used. */
export class LedgerError extends InputError {
	constructor(
		message: string,
		advice: string,
		/** Whether this n8n offers no Data Tables at all, so that there is no ledger to read. */
		readonly isAbsent: boolean = false,
		code: Code = 'LEDGER_UNUSABLE',
	) {
		super(code, message, advice);
		this.name = 'LedgerError';
	}
}

const shown = (columns: TableColumn[]): string =>
	columns.map(({ name, type }) => `${name} (${type})`).join(', ');

const LOST_COLUMN =
	"If somebody deleted a column, the ledger no longer knows all that it paid, and a backup does not know the latest. Before you send rows again, run them through Balance: Reconcile, with a 'Start Date' before the first of them was sent, and send only those that are notListed.";

/** @param missing columns without which the table is no ledger */
export const missingColumns = (table: string, missing: TableColumn[]): LedgerError =>
	new LedgerError(
		`The ledger (Data Table "${table}") cannot be used: it lacks ${count(missing.length, 'column', 'columns')}: ${shown(missing)}`,
		`Add what is missing, under Data tables. ${LOST_COLUMN}`,
	);

/** What n8n says if it cannot use the table, and the advice. Of the first ones: it has no Data Tables, or no node for them. */
const ABSENT = 2;
const ADVICE: Array<[RegExp, string]> = [
	[
		/module is disabled/i,
		'Data Tables are turned off in this n8n. Remove data-table from N8N_DISABLED_MODULES.',
	],
	[
		/unrecognized node type(?!.*removeDuplicates)/i,
		'The Data Table node is turned off in this n8n. Remove n8n-nodes-base.dataTable from NODES_EXCLUDE, or add it to NODES_INCLUDE.',
	],
	[
		/unrecognized node type/i,
		'The Remove Duplicates node is turned off in this n8n, which remembers that a workflow has paid. Remove n8n-nodes-base.removeDuplicates from NODES_EXCLUDE, or add it to NODES_INCLUDE.',
	],
	[
		/unknown column name|do(es)? not exist in the selected table|does not match column type|column does not exist/i,
		`The table does not have the columns of a ledger, which are ${shown(COLUMNS)}. ${LOST_COLUMN}`,
	],
	[
		/size limit exceeded/i,
		'The Data Tables of this n8n are full. Raise N8N_DATA_TABLES_MAX_SIZE_BYTES, or delete other tables. Do not delete rows of the ledger: it would not know that they were paid.',
	],
	[
		/instance policy|project's policy/i,
		'A policy of this n8n blocks the Data Table node, or Remove Duplicates. Ask your n8n admin to allow n8n-nodes-base.dataTable and n8n-nodes-base.removeDuplicates.',
	],
	[
		/read-only|protected instance|access/i,
		'This workflow may not change Data Tables. Ask your n8n admin for access.',
	],
	[/(?:)/, 'Check the n8n log for the reason.'],
];

/** n8n replaces a message that has such a code in it (n8n.md E11). */
const ERROR_CODE = /\bE[A-Z]{4,}\b/;

export function toLedgerError(table: string, error: unknown): LedgerError {
	if (error instanceof LedgerError) return error;
	const reason = error instanceof Error ? error.message : String(error);
	const place = ADVICE.findIndex(([pattern]) => pattern.test(reason));
	const [, advice] = ADVICE[place];
	const isAbsent = place < ABSENT;
	const message = `The ledger (Data Table "${table}") cannot be used`;
	return ERROR_CODE.test(reason)
		? new LedgerError(message, `${reason}. ${advice}`, isAbsent)
		: new LedgerError(`${message}. n8n says: ${reason}`, advice, isAbsent);
}
