import type { IDataObject } from 'n8n-workflow';
import type { EntryChange } from '../core/ledger/effects';
import { toTableChange } from './columns';
import type { Condition, DataTable, TableRow } from './dataTable';
import { inParts, isAnyOf, PAGE_ROWS } from './dataTable';
import type { Part } from './sharedCalls';
import { share } from './sharedCalls';

// The calls of the table that runs share (`sharedCalls.ts`): writes with the read behind them, reads, and the changes that
// settle rows. Rows are never deleted by id in a call that may be repeated: the id of a deleted row is given out again
// (n8n.md K13).

/** A run, for those that it shares calls with. */
export interface Caller {
	workflowId: string;
	timeZone: string;
	/** When it began. */
	since: number;
	/** Whether it was cancelled. */
	isOver: () => boolean;
}

/**
 * Only runs of one workflow share: n8n runs a call in the project, and under the policies, of the workflow that makes it.
 *
 * @param kind what can be done together
 */
async function shareCall<Answer>(
	table: DataTable,
	{ workflowId, since, isOver }: Caller,
	kind: string,
	part: Pick<Part<Answer>, 'size' | 'alone' | 'together'>,
): Promise<Answer> {
	// What asks whose table it is belongs to one run.
	if (table.isAsking) return await part.alone(false);
	return await share(JSON.stringify([workflowId, table.id, kind]), { ...part, since, isOver });
}

interface GetPart extends Part<TableRow[] | undefined> {
	items: IDataObject[];
	wanted: Condition[];
}

/**
 * Inserts rows, if there are any, and then reads.
 *
 * @param wanted conditions `eq`, of which a row has to meet one
 * @returns the rows, undefined if that is more than a call can read
 */
export async function insertAndGet(
	table: DataTable,
	caller: Caller,
	{ items = [], wanted }: { items?: IDataObject[]; wanted: Condition[] },
): Promise<TableRow[] | undefined> {
	const call = async (given: IDataObject[], conditions: Condition[]) => {
		const steps = [...(given.length > 0 ? [table.insert()] : []), table.get('any', conditions)];
		const rows = await table.run(steps, given.length > 0 ? given : undefined);
		// A full page may not be everything.
		return rows.length < PAGE_ROWS ? rows : undefined;
	};
	const part = {
		items,
		wanted,
		size: items.length + wanted.length,
		alone: async (isRepeat: boolean) => {
			const isThere = isRepeat && (await isWritten(table, items));
			return await call(isThere ? [] : items, wanted);
		},
		together: async (parts: Array<Part<TableRow[] | undefined>>) => {
			const all = parts as GetPart[];
			const conditions = all.flatMap((one) => one.wanted);
			const rows = await call(
				all.flatMap((one) => one.items),
				[...new Map(conditions.map((one) => [`${one.column} ${one.value}`, one])).values()],
			);
			return all.map((one) => rows?.filter((row) => meetsAny(row, one.wanted)));
		},
	};
	return await shareCall(table, caller, 'get', part);
}

const meetsAny = (row: TableRow, conditions: Condition[]): boolean =>
	conditions.some(({ column, value }) => row[column] === value);

/** Whether rows are there, which were written in one transaction. They may follow claims of the same name. */
async function isWritten(table: DataTable, [first]: IDataObject[]): Promise<boolean> {
	if (first === undefined) return false;
	const isUnsettled = ({ outcome, additionId }: IDataObject) =>
		outcome === 'sending' && !additionId;
	const numberOf = ({ rowNumber }: IDataObject) => Number(rowNumber ?? 0);
	const rows = await table.run([table.get('any', isAnyOf('claim', [String(first.claim)]))]);
	return rows.some(
		(row) =>
			row.rowRef === first.rowRef &&
			numberOf(row) === numberOf(first) &&
			isUnsettled(row) === isUnsettled(first),
	);
}

interface ChangePart extends Part<void> {
	wanted: Change;
}

export interface Change {
	/** Rows that are set to `change`. */
	ids: number[];
	change?: EntryChange;
	/** Claims that are withdrawn before. */
	claims: string[];
}

/** Withdraws claims, and changes rows. Equal changes that are settled at the same time are settled at the later moment. */
export async function changeRows(table: DataTable, caller: Caller, wanted: Change): Promise<void> {
	const { ids, change, claims } = wanted;
	const alone = async () => {
		const parts = ids.length > 0 ? inParts(ids) : [[]];
		for (const [at, part] of parts.entries()) {
			const withdrawn = at === 0 ? claims.map((claim) => withdrawal(table, claim)) : [];
			const update = change && part.length > 0 ? [updateOf(table, part, change, caller)] : [];
			await table.run([...withdrawn, ...update]);
		}
	};
	const together = async (parts: Array<Part<void>>) => {
		const all = parts.map((part) => (part as ChangePart).wanted);
		const withdrawn = all.flatMap((one) => one.claims).map((claim) => ({ claim }));
		const changed = all.flatMap((one) => one.ids);
		const latest = all.flatMap((one) => one.change ?? []).reduce(later, change!);
		const update = changed.length > 0 ? [updateOf(table, changed, latest, caller)] : [];
		const each = withdrawn.length > 0 ? [table.deleteOfEach(UNSETTLED, ['claim'])] : [];
		await table.run([...each, ...update], withdrawn.length > 0 ? withdrawn : undefined);
		return parts.map(() => {});
	};
	const kind = JSON.stringify({ ...change, settledAt: undefined });
	const part = { wanted, size: ids.length + claims.length, alone, together };
	await shareCall(table, caller, kind, part);
}

const later = (one: EntryChange, other: EntryChange): EntryChange =>
	(other.settledAt ?? 0) > (one.settledAt ?? 0) ? other : one;

const updateOf = (table: DataTable, ids: number[], change: EntryChange, place: Caller) =>
	table.update(ids, toTableChange(change, place));

/** See `isUnsettled`. A claim is written with an empty text (n8n.md K19). */
export const UNSETTLED: Condition[] = [
	{ column: 'outcome', is: 'eq', value: 'sending' },
	{ column: 'additionId', is: 'eq', value: '' },
];

const withdrawal = (table: DataTable, claim: string) =>
	table.delete('all', [...isAnyOf('claim', [claim]), ...UNSETTLED]);
