import type { ReadEffect } from '../core/ledger/effects';
import { utcDays } from '../core/time/time';
import type { Condition, DataTable, TableRow } from './dataTable';
import { inParts, isAnyOf, MAX_CONDITIONS, PAGE_ROWS } from './dataTable';

/** How far ahead the clock of another worker may be. */
const AHEAD_MS = 600_000;

const is = (column: string, value: string): Condition => ({ column, is: 'eq', value });
const isNot = (value: string): Condition => ({ column: 'outcome', is: 'neq', value });
const isLike = (column: string, value: string): Condition => ({ column, is: 'ilike', value });

/** Excludes outcomes instead of listing them, because a person may have written one with capitals or blanks. */
const OPEN = ['issued', 'rejected'].map(isNot);
export const SETTLED = ['sending', 'unknown'].map(isNot);

/** So many ids are looked for by their patterns. A database compares each row with each pattern, so more are found otherwise. */
const FEW_PATTERNS = 20;

/** What `trim` removes. */
const BLANKS = [
	...'\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
	...'\u2028\u2029\u202f\u205f\u3000\ufeff',
];

/** An empty text is what the node writes. What people import may have no value (n8n.md K19). */
const UNNAMED: Condition[] = [
	is('additionId', ''),
	{ column: 'additionId', is: 'isEmpty', value: '' },
];

const COLUMN_OF = {
	ref: 'rowRef',
	set: 'setRef',
	chargeRef: 'chargeRef',
	execution: 'executionRef',
} as const;

/** Conditions of which a row has to meet one. Undefined if the effect asks otherwise. */
function anyOf(effect: ReadEffect): Condition[] | undefined {
	switch (effect.do) {
		case 'read':
			return isAnyOf(COLUMN_OF[effect.by], effect.values);
		case 'readOwners': {
			const { additionIds, isExact } = effect;
			if (isExact) return isAnyOf('additionId', additionIds);
			return [...new Set(additionIds)].map((id) => isLike('additionId', `%${id}%`));
		}
		default:
			return undefined;
	}
}

/** Groups of conditions. A row has to meet all of one group. */
function allOf(effect: ReadEffect): Condition[][] {
	switch (effect.do) {
		case 'readPaidBy':
			return [[is('account', effect.account), is('outcome', 'issued')]];
		case 'readOpen':
			return [OPEN];
		case 'readUnnamed':
			return UNNAMED.map((unnamed) => [unnamed, isNot('rejected'), ...SETTLED]);
		case 'readSince': {
			const days = utcDays(effect.since, effect.until ?? Date.now() + AHEAD_MS);
			return days.map((day) => [isLike('askedAt', `${day}%`)]);
		}
		case 'readCustomer':
			// As it stands in the list of identifiers (`columns.ts`).
			return [[isLike('identifiers', `%${JSON.stringify(effect.customerId)}%`)]];
		default:
			return [];
	}
}

/** The conditions of which a row has to meet one, if one step of a call can read all that the effect asks for, by equality. */
export function conditionsOfOneStep(effect: ReadEffect): Condition[] | undefined {
	const conditions = anyOf(effect) ?? [];
	const isOneStep = conditions.length > 0 && conditions.length <= MAX_CONDITIONS;
	return isOneStep && conditions.every((one) => one.is === 'eq') ? conditions : undefined;
}

/** @returns the rows that the effect asks for, and perhaps more. The caller filters them */
export async function readRows(table: DataTable, effect: ReadEffect): Promise<TableRow[]> {
	if (isOfManySpellings(effect)) return await ownersOfMany(table, effect.additionIds);
	const found = await getParts(table, anyOf(effect) ?? []);
	for (const conditions of allOf(effect)) {
		const first = await table.run([table.get('all', conditions)]);
		// Some are enough.
		const isEnough = effect.do === 'readPaidBy';
		found.push(isEnough ? first : await getBeyond(table, conditions, first));
	}
	return [...new Map(found.flat().map((row) => [row.id, row])).values()];
}

type OwnersEffect = Extract<ReadEffect, { do: 'readOwners' }>;

const isOfManySpellings = (effect: ReadEffect): effect is OwnersEffect =>
	effect.do === 'readOwners' && !effect.isExact && effect.additionIds.length > FEW_PATTERNS;

/** Also in capitals or small letters, and each id with a blank, whosever it is. */
async function ownersOfMany(table: DataTable, additionIds: string[]): Promise<TableRow[]> {
	const spelled = additionIds.flatMap((id) => [id, id.toUpperCase(), id.toLowerCase()]);
	const withBlanks = BLANKS.map((blank) => isLike('additionId', `%${blank}%`));
	const found = await getParts(table, isAnyOf('additionId', spelled));
	return [...found, ...(await getParts(table, withBlanks))].flat();
}

async function getParts(table: DataTable, conditions: Condition[]): Promise<TableRow[][]> {
	const found: TableRow[][] = [];
	for (const part of inParts(conditions)) found.push(await getAny(table, part));
	return found;
}

/**
 * Reads all rows that meet one of these conditions. It never pages by offset, because a row that is deleted in between
 * would shift another out of the next page. If one call is not enough, it halves the conditions, and reads the rows of a
 * single one by rising ids.
 */
async function getAny(table: DataTable, conditions: Condition[]): Promise<TableRow[]> {
	const rows = await table.run([table.get('any', conditions)]);
	if (rows.length < PAGE_ROWS) return rows;
	if (conditions.length === 1) return await getBeyond(table, conditions, rows);
	const half = Math.ceil(conditions.length / 2);
	const first = await getAny(table, conditions.slice(0, half));
	return [...first, ...(await getAny(table, conditions.slice(half)))];
}

/** @returns the rows of the first page, and all with higher ids */
async function getBeyond(
	table: DataTable,
	conditions: Condition[],
	first: TableRow[],
): Promise<TableRow[]> {
	const pages = [first];
	for (let page = first; page.length >= PAGE_ROWS; ) {
		const behind: Condition = { column: 'id', is: 'gt', value: Number(page.at(-1)?.id) };
		page = await table.run([table.get('all', [...conditions, behind])]);
		pages.push(page);
	}
	return pages.flat();
}
