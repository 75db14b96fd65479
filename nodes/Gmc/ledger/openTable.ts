import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { list } from '../core/texts/words';
import { keptInProcess } from '../core/util/processMemory';
import { showHint } from '../shared/context';
import { COLUMNS } from './columns';
import { DataTable, literal, runSteps } from './dataTable';
import { renamedLedger } from './ledgerError';

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
		const type = untold.length === 0 ? 'info' : 'warning';
		if (!mayCreate) {
			if (untold.length === 0) return undefined;
			told.add(this.context);
			// A dry run must say what the run would do.
			const missing = `There is no ledger "${this.name}" yet, and a new one knows nothing of earlier top-ups`;
			showHint(this.context, type, missing + paidElsewhere(untold));
			return undefined;
		}
		try {
			const created = await this.create();
			const isNew = `A new ledger was created (Data Table "${this.name}"). It knows nothing of earlier top-ups`;
			showHint(this.context, type, isNew + paidElsewhere(untold));
			return created;
		} catch (error) {
			// Another run may have created it at the same moment.
			return (await this.find()).id ?? (await Promise.reject(error));
		}
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
		const renamed = ledgers.length > 0 ? await this.writtenInto(ledgers) : [];
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

	/**
	 * The names of the ledgers with rows that were written under this name. One call asks all of them, because the node can
	 * read another table for each item (n8n.md K12).
	 */
	private async writtenInto(ledgers: ProjectTable[]): Promise<string[]> {
		const isOfName = { keyName: 'ledger', condition: 'eq', keyValue: literal(this.name) };
		const parameters = {
			resource: 'row',
			operation: 'get',
			dataTableId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			matchType: 'allConditions',
			filters: { conditions: [isOfName] },
			returnAll: false,
			limit: 1,
		};
		const items = ledgers.map(({ id }) => ({ id }));
		const rows = await runSteps(this.context, [{ name: 'Get', parameters }], items);
		const found = rows.map(({ pairedItem }) => {
			const [first] = [pairedItem].flat();
			return typeof first === 'object' ? first.item : first;
		});
		return ledgers.filter((_, item) => found.includes(item)).map(({ name }) => name);
	}
}

const tableSchema = z.object({
	id: z.string().min(1),
	name: z.string(),
	columns: z.array(z.object({ name: z.string() })),
});

type ProjectTable = z.infer<typeof tableSchema>;

/** A table with these columns is a ledger. */
const LEDGER_COLUMNS = ['rowRef', 'ledger'];

/** @param others the names of the project's other ledgers */
function paidElsewhere(others: string[]): string {
	if (others.length === 0) return '';
	const named = list(others.map((other) => `"${other}"`));
	return `: what was paid with another ledger is paid again. Other ledgers in this project: ${named}`;
}
