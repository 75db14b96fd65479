import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { list } from '../core/texts/words';
import { keptInProcess } from '../core/util/processMemory';
import { showHint } from '../shared/context';
import { COLUMNS } from './columns';
import { DataTable, isAnyOf, literal, runSteps } from './dataTable';
import { LedgerError } from './ledgerError';

/** How long the id of a table is kept. A rename is noticed after this time at the latest. */
const KNOWN_MS = 5 * 60_000;

/** Ids of tables by workflow and name, because a look-up takes a call. A renamed table keeps its id, so it stays in use. */
const known = keptInProcess(new Map<string, { id: string; since: number }>());

/** Runs that were told of a missing ledger. */
const told = new WeakSet<IExecuteFunctions>();

/** n8n's error for a deleted table. */
const DELETED = /could not be found in this project/i;

/** The ledger of a name in the project of the workflow. */
export class LedgerTable {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly name: string,
	) {}

	/**
	 * Runs `call` with the table. Creates a missing one, and repeats the call if the table was deleted meanwhile.
	 *
	 * @param mayCreate if not, the result is undefined if there is no table
	 * @throws LedgerError if it was renamed, and what n8n throws
	 */
	async open<T>(call: (table: DataTable) => Promise<T>, mayCreate = true): Promise<T | undefined> {
		const place = JSON.stringify([this.context.getWorkflow().id, this.name]);
		const last = known.get(place);
		const age = Date.now() - (last?.since ?? 0);
		if (last !== undefined && age >= 0 && age < KNOWN_MS) {
			try {
				return await call(new DataTable(this.context, last.id));
			} catch (error) {
				const isDeleted = error instanceof Error && DELETED.test(error.message);
				if (!isDeleted) return await Promise.reject(error);
				known.delete(place);
			}
		}
		const id = await this.findOrCreate(mayCreate);
		if (id === undefined) return undefined;
		known.set(place, { id, since: Date.now() });
		return await call(new DataTable(this.context, id));
	}

	private async findOrCreate(mayCreate: boolean): Promise<string | undefined> {
		const { id, others } = await this.find();
		if (id !== undefined) return id;
		const untold = told.has(this.context) ? [] : others;
		if (!mayCreate) {
			// A dry run must say what the run would do.
			if (untold.length > 0)
				this.hint(`There is no ledger "${this.name}" yet, and a new one`, untold);
			return undefined;
		}
		try {
			const created = await this.create();
			this.hint(`A new ledger was created (Data Table "${this.name}"). It`, untold);
			return created;
		} catch (error) {
			// Another run may have created it at the same moment.
			return (await this.find()).id ?? (await Promise.reject(error));
		}
	}

	/** @param others the names of the project's other ledgers */
	private hint(ledger: string, others: string[]): void {
		const known = `${ledger} knows nothing of earlier top-ups`;
		if (others.length === 0) return showHint(this.context, 'info', known);
		told.add(this.context);
		const elsewhere = `what was paid with another ledger is paid again. Other ledgers in this project: ${quoted(others)}`;
		showHint(this.context, 'warning', `${known}: ${elsewhere}`);
	}

	/**
	 * Finds the table. If there is none, another ledger that has rows written under this name must have been renamed. A new
	 * ledger would not know what that one has paid.
	 *
	 * @returns its id, or the names of the other ledgers
	 * @throws LedgerError if it was renamed, and what n8n throws
	 */
	private async find(): Promise<{ id?: string; others: string[] }> {
		// All tables, because n8n's look-up by name also finds names that only contain it (n8n.md K3).
		const parameters = { resource: 'table', operation: 'list', returnAll: true };
		const listed = await runSteps(this.context, [{ name: 'Tables', parameters }]);
		const tables = listed.map(({ json }) => tableSchema.parse(json));
		const found = tables.find(({ name }) => name === this.name);
		if (found !== undefined) return { id: found.id, others: [] };
		const ledgers = tables.filter(({ columns }) =>
			LEDGER_COLUMNS.every((needed) => columns.some(({ name }) => name === needed)),
		);
		const renamed: string[] = [];
		for (const { id, name } of ledgers) {
			const table = new DataTable(this.context, id);
			const rows = await table.run([table.get('all', isAnyOf('ledger', [this.name]))]);
			if (rows.length > 0) renamed.push(name);
		}
		if (renamed.length > 0) throw renamedLedger(this.name, renamed);
		return { others: ledgers.map(({ name }) => name) };
	}

	/** @returns its id @throws what n8n throws, also if a table of that name exists */
	private async create(): Promise<string> {
		const parameters = {
			resource: 'table',
			operation: 'create',
			tableName: literal(this.name),
			columns: { column: COLUMNS.map((column) => ({ ...column })) },
			options: { createIfNotExists: false },
		};
		const [table] = await runSteps(this.context, [{ name: 'Table', parameters }]);
		return tableSchema.parse(table.json).id;
	}
}

const tableSchema = z.object({
	id: z.string().min(1),
	name: z.string(),
	columns: z.array(z.object({ name: z.string() })),
});

/** A table with these columns is a ledger. */
const LEDGER_COLUMNS = ['rowRef', 'ledger'];

/** The ledger was renamed, as the rows in it show. A new one would not know what was paid, so nothing is sent. */
function renamedLedger(table: string, now: string[]): LedgerError {
	const it = now.length === 1 ? 'it' : 'the one with the latest payments';
	return new LedgerError(
		`the ledger (Data Table "${table}") was renamed to ${quoted(now)}, as the rows in it show`,
		`Rename ${it} back to "${table}", under Data tables. Do not change Ledger Table instead: a new ledger does not know what was paid, and everything would be paid again.`,
		false,
		'LEDGER_RENAMED',
	);
}

const quoted = (names: string[]): string => list(names.map((name) => `"${name}"`));
