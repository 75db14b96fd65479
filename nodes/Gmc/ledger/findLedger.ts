import type { IExecuteFunctions } from 'n8n-workflow';
import type { Condition } from './dataTable';
import type { ProjectTable } from './tables';
import { haveRows, listTables } from './tables';
import { RenamedLedgerError } from './ledgerError';

/** Columns by which a table is known to be a ledger, and asked which one. */
const KNOWN_BY = ['rowRef', 'ledger'];

/**
 * The ledger of that name in the project of the workflow. Where there is none, the project's other ledgers are asked
 * for rows that were written under that name: such a one was renamed, and a new ledger would know nothing of what it has paid.
 *
 * @returns its id, or the names of the others
 * @throws RenamedLedgerError, and what n8n throws
 */
export async function findLedger(
	context: IExecuteFunctions,
	name: string,
): Promise<{ id?: string; others: string[] }> {
	const tables = await listTables(context);
	const found = tables.find((table) => table.name === name);
	if (found !== undefined) return { id: found.id, others: [] };
	const ledgers = tables.filter(({ columns }) => KNOWN_BY.every((one) => columns.includes(one)));
	if (ledgers.length > 0) await refuseRenamed(context, name, ledgers);
	return { others: ledgers.map((ledger) => ledger.name) };
}

/** Rows without a name are of the table that they are in; where no row has one, that may be any. */
async function refuseRenamed(
	context: IExecuteFunctions,
	name: string,
	ledgers: ProjectTable[],
): Promise<void> {
	const column = 'ledger';
	const asked: Condition[] = [
		{ column, is: 'eq', value: name },
		{ column, is: 'isNotEmpty', value: '' },
		{ column, is: 'isEmpty', value: '' },
	];
	const questions = ledgers.flatMap(({ id: table }) =>
		asked.map((condition) => ({ table, condition })),
	);
	const answers = await haveRows(context, questions);
	const ledgersWith = (is: (answer: boolean[]) => boolean) =>
		ledgers
			.filter((_, at) => is(answers.slice(at * asked.length, (at + 1) * asked.length)))
			.map((ledger) => ledger.name);
	const renamed = ledgersWith(([isNamed]) => isNamed);
	if (renamed.length > 0) throw new RenamedLedgerError(name, renamed, true);
	const nameless = ledgersWith(([, hasNamed, hasNameless]) => !hasNamed && hasNameless);
	if (nameless.length > 0) throw new RenamedLedgerError(name, nameless, false);
}
