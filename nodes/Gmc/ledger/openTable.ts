import { list } from '../core/texts/words';
import type { IExecuteFunctions } from 'n8n-workflow';
import { showHint } from '../shared/hints';
import { DataTable } from './dataTable';
import { COLUMNS } from './columns';
import { createTable, haveRows, listTables } from './tables';
import { keptInProcess } from '../core/util/processMemory';
import type { Condition } from './dataTable';
import type { ProjectTable } from './tables';
import { RenamedLedgerError } from './ledgerError';

/** A table that was renamed while n8n runs is noticed after so many milliseconds at most. */
const KNOWN_MS = 5 * 60_000;

/**
 * Ids of tables by workflow and name, for some minutes: looking one up is a call of its own. Of a table that was deleted
 * n8n says so; one that was renamed is until then what this process has claimed in so far, whatever it is called.
 */
const known = keptInProcess(new Map<string, { id: string; since: number }>());

/** What n8n says of a table that was deleted. */
const IS_GONE = /could not be found in this project/i;

/**
 * Calls with the table of that name in the project of the workflow, which is made when it is missing. When it
 * was deleted since it was looked up, it is made anew, and the call is repeated.
 *
 * @throws RenamedLedgerError, and what n8n throws
 */
export async function openTable<T>(
	context: IExecuteFunctions,
	name: string,
	call: (table: DataTable) => Promise<T>,
): Promise<T> {
	const find = async () => await findOrCreate(context, name);
	return (await withTable(context, name, { find, call })) as T;
}

/** The same, but a table that is missing is not made. @returns undefined then */
export async function openTableIfThere<T>(
	context: IExecuteFunctions,
	name: string,
	call: (table: DataTable) => Promise<T>,
): Promise<T | undefined> {
	const find = async () => (await findLedger(context, name)).id;
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
		const result = await unlessGone(call(new DataTable(context, last.id)));
		if (result !== 'gone') return result.value;
		known.delete(place);
	}
	const found = await find();
	if (found === undefined) return undefined;
	known.set(place, { id: found, since: Date.now() });
	return await call(new DataTable(context, found));
}

async function unlessGone<T>(calling: Promise<T>): Promise<{ value: T } | 'gone'> {
	return await calling.then(
		(value) => ({ value }),
		(error: unknown) => {
			if (error instanceof Error && IS_GONE.test(error.message)) return 'gone' as const;
			return Promise.reject(error);
		},
	);
}

async function findOrCreate(context: IExecuteFunctions, name: string): Promise<string> {
	const { id: found, others } = await findLedger(context, name);
	if (found !== undefined) return found;
	try {
		const made = await createTable(context, name, COLUMNS);
		showHint(context, 'info', ledgerMade({ table: name, others }));
		return made;
	} catch (error) {
		// Another run may have made it at the same moment.
		const { id: made } = await findLedger(context, name);
		if (made !== undefined) return made;
		return await Promise.reject(error);
	}
}

const ledgerMade = ({ table, others }: { table: string; others: string[] }) => {
	const made = `The ledger (Data Table "${table}") is new, since there was none of this name: it knows of no earlier payment`;
	if (others.length === 0) return made;
	return `${made}. Other ledgers in this project: ${list(others.map((name) => `"${name}"`))}`;
};

/** Columns by which a table is known to be a ledger, and asked which one. */
const KNOWN_BY = ['rowRef', 'ledger'];

/**
 * The ledger of that name in the project of the workflow. Where there is none, the project's other ledgers are asked
 * for rows that were written under that name: such a one was renamed, and a new ledger would know nothing of what it has paid.
 *
 * @returns its id, or the names of the others
 * @throws RenamedLedgerError, and what n8n throws
 */
async function findLedger(
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
