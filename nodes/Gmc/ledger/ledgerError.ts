import type { Code } from '../core/codes';
import { InputError } from '../core/util/inputError';
import { COLUMNS } from './columns';
import { list } from '../core/texts/words';

/** The ledger cannot be used. What that means for rows is said by their states. */
export class LedgerError extends InputError {
	constructor(
		message: string,
		advice: string,
		/** Whether this n8n has no Data Tables for us, so that nothing can stand in one either. */
		readonly isAbsent: boolean = false,
		code: Code = 'LEDGER_UNUSABLE',
	) {
		super({ message, advice, code });
		this.name = 'LedgerError';
	}
}

/** What an n8n without Data Tables, or without its node for them, says, and what to do about it. */
const ABSENT: Array<[RegExp, string]> = [
	[
		/module is disabled/i,
		'Data Tables are switched off in this n8n. Take data-table out of N8N_DISABLED_MODULES.',
	],
	[
		/unrecognized node type/i,
		'This n8n does without its node for Data Tables. Take n8n-nodes-base.dataTable out of NODES_EXCLUDE, or into NODES_INCLUDE.',
	],
];

const columns = COLUMNS.map(({ name, type }) => `${name} (${type})`).join(', ');

/** The same where there are some, and this one cannot be used. */
const UNUSABLE: Array<[RegExp, string]> = [
	[
		/unknown column name|do(es)? not exist in the selected table|does not match column type|column does not exist/i,
		`The table has other columns than the ledger. Give it another name, so that the node makes a new one, or add what is missing: ${columns}.`,
	],
	[
		/size limit exceeded/i,
		'The Data Tables of this n8n are full. Delete rows or tables that are not needed, or raise N8N_DATA_TABLES_MAX_SIZE_BYTES.',
	],
	[
		/instance policy|project's policy/i,
		'Whoever runs this n8n has blocked its node for Data Tables. Ask them to allow n8n-nodes-base.dataTable.',
	],
	[
		/read-only|protected instance|access/i,
		'n8n does not let this workflow change its Data Tables. Ask whoever runs it.',
	],
];

/** What to do where nobody has foreseen what went wrong. */
const LOOK_INTO_LOG = 'Look into the log of n8n for the reason.';

/** n8n would put its own words in the place of a message with such a code (n8n.md E11). */
const ERROR_CODE = /\bE[A-Z]{4,}\b/;

export function toLedgerError(table: string, error: unknown): LedgerError {
	if (error instanceof LedgerError) return error;
	const reason = error instanceof Error ? error.message : String(error);
	const adviceIn = (all: Array<[RegExp, string]>) =>
		all.find(([pattern]) => pattern.test(reason))?.[1];
	const absent = adviceIn(ABSENT);
	const advice = absent ?? adviceIn(UNUSABLE) ?? LOOK_INTO_LOG;
	const isAbsent = absent !== undefined;
	const message = `The ledger (Data Table "${table}") cannot be used`;
	return ERROR_CODE.test(reason)
		? new LedgerError(message, `${reason}. ${advice}`, isAbsent)
		: new LedgerError(`${message}. n8n says: ${reason}`, advice, isAbsent);
}

/** The ledger has, or may have, another name by now: without it nobody knows what was paid, so nothing is sent. */
export class RenamedLedgerError extends LedgerError {
	/**
	 * @param table the name that it had
	 * @param tables names that it may have
	 * @param isCertain whether their rows say so
	 */
	constructor(table: string, tables: string[], isCertain: boolean) {
		const [renamed] = tables;
		super(
			(isCertain ? wasRenamed : perhapsRenamed)({ table, tables }),
			[
				`Rename it back to "${table}", or set Ledger Table to "${renamed}" wherever it is paid with. For a ledger of its own, choose a name that none has had.`,
				...(isCertain
					? []
					: [
							`If "${renamed}" is another ledger, write its name into the column ledger of one of its rows.`,
						]),
			].join(' '),
			false,
			'LEDGER_RENAMED',
		);
	}
}

const wasRenamed = ({ table, tables }: { table: string; tables: string[] }) =>
	`the ledger (Data Table "${table}") was renamed: it is ${list(tables.map((name) => `"${name}"`))} now, whose rows say that they were written under the old name`;

const perhapsRenamed = ({ table, tables }: { table: string; tables: string[] }) =>
	`the ledger (Data Table "${table}") is not there, and it may have been renamed: the rows of ${list(tables.map((name) => `"${name}"`))} do not say of which ledger they are`;
