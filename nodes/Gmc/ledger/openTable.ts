import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { list } from '../core/texts/words';
import { keptInProcess } from '../core/util/processMemory';
import { showHint } from '../shared/hints';
import { COLUMNS } from './columns';
import { DataTable, literal } from './dataTable';
import { run } from './inlineWorkflow';
import { renamedLedger } from './ledgerError';

/** How long the id of a table is kept. A rename is noticed after this time at the latest. */
const KNOWN_MS = 5 * 60_000;

/** Ids of tables by workflow and name, because a look-up takes a call. A renamed table keeps its id, so it stays in use. */
const known = keptInProcess(new Map<string, { id: string; since: number }>());

/** Runs that were told of a missing ledger. */
const told = new WeakSet<IExecuteFunctions>();

/** n8n's error for a deleted table. */
const DELETED = /could not be found in this project/i;

type Call<T> = (table: DataTable) => Promise<T>;

/**
 * Runs `call` with the table of that name in the project of the workflow. Creates a missing table, and repeats the
 * call if the table was deleted meanwhile.
 *
 * @throws LedgerError if it was renamed, and what n8n throws
 */
export async function openTable<T>(
	context: IExecuteFunctions,
	name: string,
	call: Call<T>,
): Promise<T> {
	return (await withTable(context, name, { find: findOrCreate, call })) as T;
}

/** Like `openTable`, but creates no table. @returns undefined if there is none */
export async function openTableIfThere<T>(
	context: IExecuteFunctions,
	name: string,
	call: Call<T>,
): Promise<T | undefined> {
	return await withTable(context, name, { find: findOrTell, call });
}

async function withTable<T>(
	context: IExecuteFunctions,
	name: string,
	{ find, call }: { find: typeof findOrTell; call: Call<T> },
): Promise<T | undefined> {
	const place = JSON.stringify([context.getWorkflow().id, name]);
	const last = known.get(place);
	const age = Date.now() - (last?.since ?? 0);
	if (last !== undefined && age >= 0 && age < KNOWN_MS) {
		try {
			return await call(new DataTable(context, last.id));
		} catch (error) {
			if (!(error instanceof Error && DELETED.test(error.message)))
				return await Promise.reject(error);
			known.delete(place);
		}
	}
	const id = await find(context, name);
	if (id === undefined) return undefined;
	known.set(place, { id, since: Date.now() });
	return await call(new DataTable(context, id));
}

async function findOrTell(context: IExecuteFunctions, name: string): Promise<string | undefined> {
	const { id, others } = await findLedger(context, name);
	// A dry run must say what the run would do.
	if (id === undefined && others.length > 0 && !told.has(context)) {
		told.add(context);
		const missing = `There is no ledger "${name}" yet, and a new one knows nothing of earlier top-ups`;
		showHint(context, 'warning', missing + paidElsewhere(others));
	}
	return id;
}

async function findOrCreate(context: IExecuteFunctions, name: string): Promise<string> {
	const { id: found, others } = await findLedger(context, name);
	if (found !== undefined) return found;
	try {
		const id = await createTable(context, name);
		const untold = told.has(context) ? [] : others;
		const created = `A new ledger was created (Data Table "${name}"). It knows nothing of earlier top-ups`;
		showHint(context, untold.length === 0 ? 'info' : 'warning', created + paidElsewhere(untold));
		return id;
	} catch (error) {
		// Another run may have created it at the same moment.
		return (await findLedger(context, name)).id ?? (await Promise.reject(error));
	}
}

/** @param others the names of the project's other ledgers */
function paidElsewhere(others: string[]): string {
	if (others.length === 0) return '';
	const named = list(others.map((other) => `"${other}"`));
	return `: what was paid with another ledger is paid again. Other ledgers in this project: ${named}`;
}

/** A table with these columns is a ledger. */
const LEDGER_COLUMNS = ['rowRef', 'ledger'];

/**
 * Finds the ledger of that name in the project of the workflow. If there is none, another ledger that has rows written
 * under this name must have been renamed. A new ledger would not know what that one has paid.
 *
 * @returns its id, or the names of the other ledgers
 * @throws LedgerError if it was renamed, and what n8n throws
 */
async function findLedger(
	context: IExecuteFunctions,
	name: string,
): Promise<{ id?: string; others: string[] }> {
	const tables = await listTables(context);
	const found = tables.find((table) => table.name === name);
	if (found !== undefined) return { id: found.id, others: [] };
	const ledgers = tables.filter(({ columns }) =>
		LEDGER_COLUMNS.every((needed) => columns.some((column) => column.name === needed)),
	);
	const renamed = await writtenUnder(context, name, ledgers);
	if (renamed.length > 0) throw renamedLedger(name, renamed);
	return { others: ledgers.map((ledger) => ledger.name) };
}

const tableSchema = z.object({
	id: z.string().min(1),
	name: z.string(),
	columns: z.array(z.object({ name: z.string() })),
});

type ProjectTable = z.infer<typeof tableSchema>;

/** All tables, because n8n's look-up by name also finds names that only contain it (n8n.md K3). @throws what n8n throws */
async function listTables(context: IExecuteFunctions): Promise<ProjectTable[]> {
	const parameters = { resource: 'table', operation: 'list', returnAll: true };
	const tables = await run(context, [{ name: 'Tables', parameters }]);
	return tables.map(({ json }) => tableSchema.parse(json));
}

/** @returns its id @throws what n8n throws, also if a table of that name exists */
async function createTable(context: IExecuteFunctions, name: string): Promise<string> {
	const parameters = {
		resource: 'table',
		operation: 'create',
		tableName: literal(name),
		columns: { column: COLUMNS.map((column) => ({ ...column })) },
		options: { createIfNotExists: false },
	};
	const [table] = await run(context, [{ name: 'Table', parameters }]);
	return tableSchema.parse(table.json).id;
}

/**
 * The names of the ledgers with rows that were written under this name. One call asks all of them, because the node can
 * read another table for each item (n8n.md K12).
 */
async function writtenUnder(
	context: IExecuteFunctions,
	name: string,
	ledgers: ProjectTable[],
): Promise<string[]> {
	if (ledgers.length === 0) return [];
	const parameters = {
		resource: 'row',
		operation: 'get',
		dataTableId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		matchType: 'allConditions',
		filters: { conditions: [{ keyName: 'ledger', condition: 'eq', keyValue: literal(name) }] },
		returnAll: false,
		limit: 1,
	};
	const items = ledgers.map(({ id }) => ({ id }));
	const rows = await run(context, [{ name: 'Get', parameters }], items);
	const found = rows.map(({ pairedItem }) => {
		const [first] = [pairedItem].flat();
		return typeof first === 'object' ? first.item : first;
	});
	return ledgers.filter((_, item) => found.includes(item)).map((ledger) => ledger.name);
}
