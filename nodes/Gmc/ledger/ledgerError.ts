import type { Code } from '../core/codes';
import { InputError } from '../core/util/inputError';
import { COLUMNS } from './columns';

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

const columns = COLUMNS.map(({ name, type }) => `${name} (${type})`).join(', ');

/** What n8n says if it cannot use the table, and the advice. The first two: it has no Data Tables, or no node for them. */
const ADVICE: Array<[RegExp, string]> = [
	[
		/module is disabled/i,
		'Data Tables are turned off in this n8n. Remove data-table from N8N_DISABLED_MODULES.',
	],
	[
		/unrecognized node type/i,
		'The Data Table node is turned off in this n8n. Remove n8n-nodes-base.dataTable from NODES_EXCLUDE, or add it to NODES_INCLUDE.',
	],
	[
		/unknown column name|do(es)? not exist in the selected table|does not match column type|column does not exist/i,
		`The table does not have the columns of a ledger. Add what is missing: ${columns}. If somebody deleted a column, the ledger no longer knows all that it paid, and a backup does not know the latest. Before you send rows again, run them through Balance: Reconcile, with a Start Date before the first of them was sent, and send only those that are notListed.`,
	],
	[
		/size limit exceeded/i,
		'The Data Tables of this n8n are full. Raise N8N_DATA_TABLES_MAX_SIZE_BYTES, or delete other tables. Do not delete rows of the ledger: it would not know that they were paid.',
	],
	[
		/instance policy|project's policy/i,
		'A policy of this n8n blocks the Data Table node. Ask your n8n admin to allow n8n-nodes-base.dataTable.',
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
	const isAbsent = place < 2;
	const message = `The ledger (Data Table "${table}") cannot be used`;
	return ERROR_CODE.test(reason)
		? new LedgerError(message, `${reason}. ${advice}`, isAbsent)
		: new LedgerError(`${message}. n8n says: ${reason}`, advice, isAbsent);
}
