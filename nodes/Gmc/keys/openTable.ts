import type { IExecuteFunctions } from 'n8n-workflow';
import { createTable, DataTable, findTable } from './dataTable';
import { COLUMNS } from './keyTable';

/** Ids of tables by workflow and name, as long as the process lives: looking one up is a call of its own. */
const known = new Map<string, string>();

/** What n8n says of a table that was deleted. */
const IS_GONE = /could not (be found in this project|find the data table)/i;

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
	const find = async () => await findOrCreate(context, name);
	return (await withTable(context, name, { find, call })) as T;
}

/** The same, but a table that is missing is not made. @returns undefined then */
export async function openTableIfThere<T>(
	context: IExecuteFunctions,
	name: string,
	call: (table: DataTable) => Promise<T>,
): Promise<T | undefined> {
	const find = async () => await findTable(context, name);
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
	const id = known.get(place);
	if (id !== undefined) {
		const result = await unlessGone(call(new DataTable(context, id)));
		if (result !== 'gone') return result.value;
		known.delete(place);
	}
	const found = await find();
	if (found === undefined) return undefined;
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
	const found = await findTable(context, name);
	if (found !== undefined) return found;
	try {
		return await createTable(context, name, COLUMNS);
	} catch (error) {
		// Another run may have made it at the same moment.
		const made = await findTable(context, name);
		if (made !== undefined) return made;
		return await Promise.reject(error);
	}
}
