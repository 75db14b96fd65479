import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { COLUMNS, missingIn } from './columns';
import { literal } from './dataTable';
import { runSteps } from './inlineWorkflow';
import { missingColumns } from './ledgerError';

// The Data Tables of the workflow's project.

/** A table, and the columns of a ledger that it lacks and can do without. */
export interface FoundTable {
	id: string;
	missingLabels: string[];
}

const tableSchema = z.object({
	id: z.string().min(1),
	name: z.string(),
	columns: z.array(z.object({ name: z.string() })),
});

type Table = z.infer<typeof tableSchema>;

const columnsOf = ({ columns }: Table): string[] => columns.map(({ name }) => name);

/** A table with these columns is a ledger. */
const LEDGER_COLUMNS = ['rowRef', 'ledger'];

const isLedger = (table: Table): boolean =>
	LEDGER_COLUMNS.every((needed) => columnsOf(table).includes(needed));

/**
 * Finds the table of a name, and the project's other ledgers.
 *
 * @throws LedgerError if the table lacks columns; what n8n throws
 */
export async function findTables(
	context: IExecuteFunctions,
	name: string,
): Promise<{ own?: FoundTable; others: Table[] }> {
	// All tables, because n8n's look-up by name also finds names that only contain it (n8n.md K3).
	const parameters = { resource: 'table', operation: 'list', returnAll: true };
	const listed = await runSteps(context, [{ name: 'Tables', parameters }]);
	const tables = listed.map(({ json }) => tableSchema.parse(json));
	const own = tables.find((table) => table.name === name);
	const others = tables.filter((table) => table !== own && isLedger(table));
	if (own === undefined) return { others };
	const { labels, needed } = missingIn(columnsOf(own));
	if (needed.length > 0) throw missingColumns(name, needed);
	return { own: { id: own.id, missingLabels: labels }, others };
}

/** @throws what n8n throws, also if a table of that name exists */
export async function createTable(context: IExecuteFunctions, name: string): Promise<FoundTable> {
	const parameters = {
		resource: 'table',
		operation: 'create',
		tableName: literal(name),
		columns: { column: COLUMNS.map((column) => ({ ...column })) },
		options: { createIfNotExists: false },
	};
	const [table] = await runSteps(context, [{ name: 'Table', parameters }]);
	return { id: tableSchema.parse(table.json).id, missingLabels: [] };
}
