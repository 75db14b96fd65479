import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { EntryChange, NewEntry } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { localTime, toIso } from '../core/time/time';
import type { TableColumn } from './dataTable';
import type { TableRow } from './inlineWorkflow';

const column = (type: TableColumn['type']) => (name: string) => ({ name, type });

/**
 * The columns of the ledger. People and other workflows rely on those up to `account`; the rest is ours. Times
 * and lists are texts, which look the same in every database.
 */
export const COLUMNS: TableColumn[] = [
	...['at', 'customerName'].map(column('string')),
	column('number')('amount'),
	...['currency', 'outcome', 'key', 'batch', 'customer', 'additionId'].map(column('string')),
	...['executionId', 'workflow', 'account'].map(column('string')),
	...['rowRef', 'setRef', 'runRef', 'chargeRef'].map(column('string')),
	column('number')('rowNumber'),
	...['identifiers', 'claim', 'askedAt', 'heldUntil', 'settledAt', 'ledger'].map(column('string')),
];

/** What every row of a ledger says besides what became of it. */
export interface LedgerPlace {
	/** See `accountOf`. */
	account: string;
	/** Name of the table, by which it is known when it was renamed; see `findLedger`. */
	ledger: string;
	/** Name of the workflow. */
	workflow: string;
	/** IANA zone of the workflow. */
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
		runRef: row.run,
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

/** The changes by what they change to: rows that get the same values are changed together. */
export function alikeIn(changes: EntryChange[]): EntryChange[][] {
	const alike = new Map<string, EntryChange[]>();
	for (const change of changes) {
		const values = JSON.stringify({ ...change, id: undefined });
		const group = alike.get(values);
		if (group === undefined) alike.set(values, [change]);
		else group.push(change);
	}
	return [...alike.values()];
}

const text = z
	.string()
	.nullish()
	.transform((value) => value ?? '');
/** PostgreSQL may give a number as text. */
const number = z.union([z.number(), z.string().min(1).transform(Number)]).pipe(z.number().finite());

/** What people have edited so that it cannot be read. */
const orUnreadable = <T extends z.ZodTypeAny>(schema: T) => schema.optional().catch(undefined);

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
	runRef: text,
	chargeRef: text,
	rowNumber: number.pipe(z.number().int().positive()).optional().catch(undefined),
	// People write it, too.
	outcome: orUnreadable(
		z
			.string()
			.transform((value) => value.trim().toLowerCase())
			.pipe(z.enum(['sending', 'issued', 'unknown', 'rejected'])),
	),
	customer: text,
	identifiers: text,
	amount: orUnreadable(number),
	currency: orUnreadable(z.string().trim().toUpperCase().min(1)),
	additionId: text.transform((id) => id.trim()),
	claim: text,
	askedAt: orUnreadable(z.string().transform(Date.parse).pipe(z.number().finite())),
	// Taken out, or not to be read: as long as whoever looks wants.
	heldUntil: text.transform(readTime),
	settledAt: text.transform(readTime),
});

/**
 * A row of the table. Where people have edited it so that it cannot be read, it says which columns.
 *
 * @param accounts those whose entries count as today's account's
 */
export function readTableRow(raw: TableRow, accounts: ReadonlySet<string>): Entry {
	const read = rowSchema.parse(raw);
	const { rowRef: ref, setRef: set, runRef: run, rowNumber: n, account } = read;
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
		run,
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

/** Rows of the table by their ids, each once. */
export function readEntries(raws: TableRow[], accounts: ReadonlySet<string>): Entry[] {
	const rows = raws.map((raw) => readTableRow(raw, accounts));
	return [...new Map(rows.map((row) => [row.id, row])).values()];
}
