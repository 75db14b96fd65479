import { list } from '../core/texts/words';
import type { IExecuteFunctions } from 'n8n-workflow';
import { showHint } from '../shared/hints';
import { DataTable } from './dataTable';
import { COLUMNS } from './columns';
import { createTable, haveRows, listTables } from './tables';
import { keptInProcess } from '../core/util/processMemory';
import type { Condition } from './dataTable';
import type { ProjectTable } from './tables';
import { renamedLedger } from './ledgerError';

/** How long the id of a table is kept. A rename is noticed after this time at the latest. */
const KNOWN_MS = 5 * 60_000;

/** Ids of tables by workflow and name, because a look-up takes a call. A renamed table keeps its id, so it stays in use. */
const known = keptInProcess(new Map<string, { id: string; since: number }>());

/** Runs that were told of a missing ledger. */
const told = new WeakSet<IExecuteFunctions>();

/** n8n's error for a deleted table. */
const DELETED = /could not be found in this project/i;

/**
 * Runs `call` with the table of that name in the project of the workflow. Creates a missing table, and repeats the
 * call if the table was deleted meanwhile.
 *
 * @throws LedgerError if it was renamed, and what n8n throws
 */
export async function openTable<T>(
	context: IExecuteFunctions,
	name: string,
	call: (table: DataTable) => Promise<T>,
): Promise<T> {
	const find = async () => await findOrCreate(context, name);
	return (await withTable(context, name, { find, call })) as T;
}

/** Like `openTable`, but creates no table. @returns undefined if there is none */
export async function openTableIfThere<T>(
	context: IExecuteFunctions,
	name: string,
	call: (table: DataTable) => Promise<T>,
): Promise<T | undefined> {
	const find = async () => {
		const { id, others } = await findLedger(context, name);
		// A dry run must say what the run would do.
		if (id === undefined && others.length > 0 && !told.has(context)) {
			told.add(context);
			showHint(context, 'warning', missingHint({ table: name, others }));
		}
		return id;
	};
	return await withTable(context, name, { find, call });
}

interface Use<T> {
	find: () => Promise<string | undefined>;
	call: (table: DataTable) => Promise<T>;
}

async function withTable<T>(
	context: IExecuteFunctions,
	name: string,
	{ find, call }: Use<T>,
): Promise<T | undefined> {
	const place = JSON.stringify([context.getWorkflow().id, name]);
	const last = known.get(place);
	const age = Date.now() - (last?.since ?? 0);
	if (last !== undefined && age >= 0 && age < KNOWN_MS) {
		const result = await unlessDeleted(call(new DataTable(context, last.id)));
		if (result !== 'gone') return result.value;
		known.delete(place);
	}
	const found = await find();
	if (found === undefined) return undefined;
	known.set(place, { id: found, since: Date.now() });
	return await call(new DataTable(context, found));
}

async function unlessDeleted<T>(calling: Promise<T>): Promise<{ value: T } | 'gone'> {
	return await calling.then(
		(value) => ({ value }),
		(error: unknown) => {
			if (error instanceof Error && DELETED.test(error.message)) return 'gone' as const;
			return Promise.reject(error);
		},
	);
}

async function findOrCreate(context: IExecuteFunctions, name: string): Promise<string> {
	const { id: found, others } = await findLedger(context, name);
	if (found !== undefined) return found;
	try {
		const id = await createTable(context, name, COLUMNS);
		const untold = told.has(context) ? [] : others;
		const type = untold.length === 0 ? 'info' : 'warning';
		showHint(context, type, createdHint({ table: name, others: untold }));
		return id;
	} catch (error) {
		// Another run may have created it at the same moment.
		const { id: made } = await findLedger(context, name);
		if (made !== undefined) return made;
		return await Promise.reject(error);
	}
}

interface NewLedger {
	table: string;
	/** The names of the project's other ledgers. */
	others: string[];
}

const createdHint = ({ table, others }: NewLedger) => {
	const created = `A new ledger was created (Data Table "${table}"). It knows nothing of earlier top-ups`;
	return others.length === 0 ? created : `${created}: ${paidElsewhere(others)}`;
};

const missingHint = ({ table, others }: NewLedger) =>
	`There is no ledger "${table}" yet, and a new one knows nothing of earlier top-ups: ${paidElsewhere(others)}`;

const paidElsewhere = (others: string[]) =>
	`what was paid with another ledger is paid again. Other ledgers in this project: ${list(others.map((name) => `"${name}"`))}`;

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
		LEDGER_COLUMNS.every((one) => columns.includes(one)),
	);
	if (ledgers.length > 0) await refuseRenamed(context, name, ledgers);
	return { others: ledgers.map((ledger) => ledger.name) };
}

/** One call asks all of them. */
async function refuseRenamed(
	context: IExecuteFunctions,
	name: string,
	ledgers: ProjectTable[],
): Promise<void> {
	const condition: Condition = { column: 'ledger', is: 'eq', value: name };
	const isNamed = await haveRows(
		context,
		ledgers.map(({ id: table }) => ({ table, condition })),
	);
	const renamed = ledgers.filter((_, at) => isNamed[at]);
	if (renamed.length === 0) return;
	throw renamedLedger(
		name,
		renamed.map((ledger) => ledger.name),
	);
}
