import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { EntryChange, NewEntry } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { localTime, toIso } from '../core/time/time';
import { groupBy } from '../core/util/groupBy';
import type { TableColumn } from './dataTable';
import type { TableRow } from './inlineWorkflow';

const column = (type: TableColumn['type']) => (name: string) => ({ name, type });

/**
 * The columns of the ledger. People and other workflows rely on those up to `account`; the rest is internal. Times and
 * lists are texts, which look the same in every database.
 */
export const COLUMNS: TableColumn[] = [
	...['at', 'customerName'].map(column('string')),
	column('number')('amount'),
	...['currency', 'outcome', 'key', 'batch', 'customer', 'additionId'].map(column('string')),
	...['executionId', 'workflow', 'account'].map(column('string')),
	...['rowRef', 'setRef', 'executionRef', 'chargeRef'].map(column('string')),
	column('number')('rowNumber'),
	...['identifiers', 'claim', 'askedAt', 'heldUntil', 'settledAt', 'ledger'].map(column('string')),
];

/** Where a row is written, and by whom. */
export interface LedgerPlace {
	/** See `accountOf`. */
	account: string;
	/** The table's name, so that a renamed ledger is recognized; see `findLedger`. */
	ledger: string;
	/** The workflow's name. */
	workflow: string;
	/** The workflow's IANA time zone. */
	timeZone: string;
}

export function toTableRow(row: NewEntry, place: LedgerPlace): IDataObject {
	const { n = null, charge, additionId = '', label = {} } = row;
	const { identifiers, amount, currency } = charge;
	const { key = '', batch = '', customerName = '', executionId = '' } = label;
	const { account, ledger, workflow } = place;
	return {
		...timesOf(row, place),
		customerName,
		amount,
		currency,
		outcome: row.outcome,
		key,
		batch,
		customer: label.customer ?? identifiers[0] ?? '',
		additionId,
		executionId,
		workflow,
		account,
		rowRef: row.ref,
		setRef: row.set,
		executionRef: row.execution,
		chargeRef: row.chargeRef,
		rowNumber: n,
		identifiers: JSON.stringify(identifiers),
		claim: row.claim,
		ledger,
	};
}

const timesOf = (
	{ askedAt, heldUntil, settledAt }: Pick<NewEntry, 'askedAt' | 'heldUntil' | 'settledAt'>,
	{ timeZone }: LedgerPlace,
): IDataObject => ({
	at: localTime(askedAt, timeZone),
	askedAt: toIso(askedAt),
	heldUntil: heldUntil === undefined ? '' : toIso(heldUntil),
	settledAt: settledAt === undefined ? '' : toIso(settledAt),
});

export const toTableChange = (
	{ outcome, additionId, askedAt, heldUntil, settledAt }: Omit<EntryChange, 'id'>,
	{ timeZone }: Pick<LedgerPlace, 'timeZone'>,
): IDataObject => ({
	outcome,
	...(additionId !== undefined && { additionId }),
	...(askedAt !== undefined && { askedAt: toIso(askedAt), at: localTime(askedAt, timeZone) }),
	...(heldUntil !== undefined && { heldUntil: toIso(heldUntil) }),
	...(settledAt !== undefined && { settledAt: toIso(settledAt) }),
});

/** Groups changes that set the same values, because one call can make them all. */
export function groupByValues(changes: EntryChange[]): EntryChange[][] {
	const valuesOf = (change: EntryChange) => JSON.stringify({ ...change, id: undefined });
	return [...new Set(changes.map(valuesOf))].map(groupBy(changes, valuesOf));
}

const text = z
	.string()
	.nullish()
	.transform((value) => value ?? '');
/** PostgreSQL may give a number as text. */
const number = z.union([z.number(), z.string().min(1).transform(Number)]).pipe(z.number().finite());

/** For columns that a person may have edited. */
const undefinedIfInvalid = <T extends z.ZodTypeAny>(schema: T) =>
	schema.optional().catch(undefined);

function readTime(stored: string): number | undefined {
	const at = Date.parse(stored);
	return Number.isNaN(at) ? undefined : at;
}

const rowSchema = z.object({
	id: number.pipe(z.number().int()),
	key: text,
	batch: text,
	workflow: text,
	account: text,
	rowRef: text,
	setRef: text,
	executionRef: text,
	chargeRef: text,
	rowNumber: number.pipe(z.number().int().positive()).optional().catch(undefined),
	outcome: undefinedIfInvalid(
		z
			.string()
			.transform((value) => value.trim().toLowerCase())
			.pipe(z.enum(['sending', 'issued', 'unknown', 'rejected'])),
	),
	customer: text,
	identifiers: text,
	amount: undefinedIfInvalid(number),
	currency: undefinedIfInvalid(z.string().trim().toUpperCase().min(1)),
	additionId: text.transform((id) => id.trim()),
	claim: text,
	askedAt: undefinedIfInvalid(z.string().transform(Date.parse).pipe(z.number().finite())),
	// If a person has deleted or broken it, the reader's own hold counts, see `heldUntilOf`.
	heldUntil: text.transform(readTime),
	settledAt: text.transform(readTime),
});

/** @param accounts those that count as the current account */
export function readTableRow(raw: TableRow, accounts: ReadonlySet<string>): Entry {
	const read = rowSchema.parse(raw);
	const { rowRef: ref, setRef: set, executionRef: execution, rowNumber: n, account } = read;
	const { key, batch, workflow, outcome, customer, amount, currency, additionId, askedAt } = read;
	const identifiers = readIdentifiers(read.identifiers) ?? [customer].filter(Boolean);
	// A key has one row, which has no number.
	const isNumbered = n !== undefined || set === ref;
	const needed = {
		outcome,
		customer: identifiers[0],
		amount,
		currency,
		askedAt,
		rowNumber: isNumbered || undefined,
	};
	const unreadable = Object.entries(needed)
		.filter(([, value]) => value === undefined)
		.map(([name]) => name);
	return {
		id: read.id,
		ref,
		set,
		execution,
		n,
		chargeRef: read.chargeRef,
		account,
		claim: read.claim,
		outcome: outcome ?? 'unknown',
		askedAt: askedAt ?? 0,
		heldUntil: read.heldUntil,
		settledAt: read.settledAt,
		charge: { identifiers, amount: amount ?? NaN, currency: currency ?? '' },
		...(!accounts.has(account) && { isForeign: true }),
		...(key !== '' && { key }),
		...(batch !== '' && { batch }),
		...(workflow !== '' && { workflow }),
		...(additionId !== '' && { additionId }),
		...(unreadable.length > 0 && { unreadable }),
	};
}

const identifiersSchema = z.array(z.string().min(1)).min(1);

function readIdentifiers(stored: string): string[] | undefined {
	try {
		return identifiersSchema.parse(JSON.parse(stored));
	} catch {
		return undefined;
	}
}

/** Reads rows, each id once. */
export function readEntries(raws: TableRow[], accounts: ReadonlySet<string>): Entry[] {
	const rows = raws.map((raw) => readTableRow(raw, accounts));
	return [...new Map(rows.map((row) => [row.id, row])).values()];
}
