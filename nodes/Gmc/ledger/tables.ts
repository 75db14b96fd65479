import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Condition, TableColumn } from './dataTable';
import { literal } from './dataTable';
import { run, runPaired } from './inlineWorkflow';

const tableSchema = z.object({
	id: z.string().min(1),
	name: z.string(),
	columns: z.array(z.object({ name: z.string() }).transform(({ name }) => name)),
});

export type ProjectTable = z.infer<typeof tableSchema>;

/** Lists all tables, because n8n's look-up by name also finds names that only contain it (n8n.md K3). @throws what n8n throws */
export async function listTables(context: IExecuteFunctions): Promise<ProjectTable[]> {
	const parameters = { resource: 'table', operation: 'list', returnAll: true };
	const tables = await run(context, [{ name: 'Tables', parameters }]);
	return tables.map((table) => tableSchema.parse(table));
}

/** @returns its id @throws what n8n throws, also if a table of that name exists */
export async function createTable(
	context: IExecuteFunctions,
	name: string,
	columns: TableColumn[],
): Promise<string> {
	const parameters = {
		resource: 'table',
		operation: 'create',
		tableName: literal(name),
		columns: { column: columns.map((column) => ({ ...column })) },
		options: { createIfNotExists: false },
	};
	const [table] = await run(context, [{ name: 'Table', parameters }]);
	return tableSchema.parse(table).id;
}

/** Asks whether a table has a row that meets a condition. */
export interface Question {
	/** The table's id. */
	table: string;
	condition: Condition;
}

/** Answers all questions in one call, because the node can read another table for each item (n8n.md K12). @throws what n8n throws */
export async function haveRows(
	context: IExecuteFunctions,
	questions: Question[],
): Promise<boolean[]> {
	const dataTableId = { __rl: true, mode: 'id', value: '={{ $json.table }}' };
	const condition = { keyName: '={{ $json.column }}', condition: '={{ $json.is }}' };
	const filters = { conditions: [{ ...condition, keyValue: '={{ $json.value }}' }] };
	const parameters = {
		resource: 'row',
		operation: 'get',
		dataTableId,
		matchType: 'allConditions',
		filters,
		returnAll: false,
		limit: 1,
	};
	const items = questions.map(({ table, condition: asked }) => ({ table, ...asked }));
	const found = await runPaired(context, [{ name: 'Get', parameters }], items);
	const answered = new Set(found.map(({ item }) => item));
	return questions.map((_, index) => answered.has(index));
}
