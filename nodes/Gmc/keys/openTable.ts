import type { IExecuteFunctions } from 'n8n-workflow';
import { createTable, DataTable, findTable } from './dataTable';
import { ledgerError, NO_TABLE_OPERATIONS } from './keyLedgerError';
import { COLUMNS } from './keyTable';

/** Ids of tables by workflow and name, as long as the process lives: looking one up is a call of its own. */
const known = new Map<string, string>();

/** What n8n says of a table that was deleted. */
const IS_GONE = /could not (be found in this project|find the data table)/i;
/** What n8n says where the Data Table node has no operations on tables: it falls over. */
const HAS_NO_OPERATIONS = /cannot read propert(y|ies) .*'execute'/i;
/** What n8n's ids of tables look like. */
const IS_ID = /^[A-Za-z0-9]{16}$/;

/**
 * Calls with the table of that name in the project of the workflow, which is made when it is missing. When it
 * was deleted since it was looked up, it is made anew, and the call is repeated.
 *
 * @throws what n8n throws
 */
export async function openTable<T>(
	context: IExecuteFunctions,
	name: string,
	call: (table: DataTable) => Promise<T>,
): Promise<T> {
	const place = JSON.stringify([context.getWorkflow().id, name]);
	const id = known.get(place);
	if (id !== undefined) {
		const result = await unlessGone(call(new DataTable(context, id)));
		if (result !== 'gone') return result.value;
		known.delete(place);
	}
	const found = await findOrCreate(context, name);
	known.set(place, found);
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
	const found = await find(context, name);
	if (found !== undefined) return found;
	try {
		return await createTable(context, name, COLUMNS);
	} catch (error) {
		// Another run may have made it at the same moment.
		const made = await find(context, name);
		if (made !== undefined) return made;
		return await Promise.reject(error);
	}
}

/** Before n8n had operations on tables, nothing but its id leads to a table. */
async function find(context: IExecuteFunctions, name: string): Promise<string | undefined> {
	try {
		return await findTable(context, name);
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		if (!HAS_NO_OPERATIONS.test(reason)) return await Promise.reject(error);
		if (IS_ID.test(name)) return name;
		throw ledgerError(name, 'read', reason, NO_TABLE_OPERATIONS);
	}
}
