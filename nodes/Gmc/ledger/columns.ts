import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { EntryChange, NewEntry } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { localTime, toIso } from '../core/time/time';
import type { TableColumn } from './dataTable';
import type { TableRow } from './inlineWorkflow';

const column = (type: TableColumn['type']) => (name: string) => ({ name, type });

/**
 * The columns of the ledger. People and other workflows rely on those before `account`; the rest is ours. Times
 * and lists are texts, which look the same in every database.
 */
export const COLUMNS: TableColumn[] = [
	...['at', 'key', 'batch', 'outcome', 'customer', 'customerName'].map(column('string')),
	column('number')('amount'),
	...['currency', 'additionId', 'executionId', 'workflow'].map(column('string')),
	...['account', 'keyRef', 'batchRef'].map(column('string')),
	column('number')('batchRow'),
	...['identifiers', 'claim', 'askedAt', 'heldUntil', 'ledger'].map(column('string')),
];

/** What every row of a ledger says besides what became of it. */
export interface LedgerPlace {
	/** What `accountRef` gives. */
	account: string;
	/** Name of the table, by which it is known when it was renamed; see `findLedger`. */
	ledger: string;
	/** Name of the workflow. */
	workflow: string;
	/** IANA zone of the workflow. */
	timeZone: string;
}

export function toTableRow(row: NewEntry, place: LedgerPlace): IDataObject {
	const { ref, n = null, batchRef = '', outcome, charge, additionId = '' } = row;
	const { claim, askedAt, heldUntil, label = {} } = row;
	const { identifiers, amount, currency } = charge;
	const { key = '', batch = '', customerName = '', executionId = '' } = label;
	const { customer = identifiers[0] ?? '' } = label;
	const { account, ledger, workflow, timeZone } = place;
	return {
		at: localTime(askedAt, timeZone),
		key,
		batch,
		outcome,
		customer,
		customerName,
		amount,
		currency,
		additionId,
		executionId,
		workflow,
		account,
		keyRef: ref,
		batchRef,
		batchRow: n,
		identifiers: JSON.stringify(identifiers),
		claim,
		askedAt: toIso(askedAt),
		heldUntil: heldUntil === undefined ? '' : toIso(heldUntil),
		ledger,
	};
}

export const toTableChange = ({
	outcome,
	additionId,
	heldUntil,
}: Omit<EntryChange, 'id'>): IDataObject => ({
	outcome,
	...(additionId !== undefined && { additionId }),
	...(heldUntil !== undefined && { heldUntil: toIso(heldUntil) }),
});

/** The changes by what they change to: rows that get the same values are changed together. */
export function alikeIn(changes: EntryChange[]): EntryChange[][] {
	const alike = new Map<string, EntryChange[]>();
	for (const change of changes) {
		const values = JSON.stringify(toTableChange(change));
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

const rowSchema = z.object({
	id: number.pipe(z.number().int()),
	key: text,
	batch: text,
	workflow: text,
	keyRef: text,
	batchRef: text,
	batchRow: number.pipe(z.number().int().positive()).optional().catch(undefined),
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
	heldUntil: text.transform(Date.parse).transform((at) => (Number.isNaN(at) ? undefined : at)),
});

/** A row of the table. Where people have edited it so that it cannot be read, it says which columns. */
export function readTableRow(raw: TableRow): Entry {
	const { id, keyRef: ref, batchRef, batchRow, claim, additionId, ...read } = rowSchema.parse(raw);
	const { key, batch, workflow, outcome, customer, amount, currency, askedAt, heldUntil } = read;
	const identifiers = readIdentifiers(read.identifiers) ?? [customer].filter(Boolean);
	const isNumbered = batchRef === '' || batchRow !== undefined;
	const needed = {
		outcome,
		customer: identifiers[0],
		amount,
		currency,
		askedAt,
		batchRow: isNumbered || undefined,
	};
	const unreadable = Object.entries(needed)
		.filter(([, value]) => value === undefined)
		.map(([name]) => name);
	return {
		id,
		ref,
		claim,
		outcome: outcome ?? 'unknown',
		askedAt: askedAt ?? 0,
		heldUntil,
		charge: { identifiers, amount: amount ?? NaN, currency: currency ?? '' },
		...(key !== '' && { key }),
		...(batch !== '' && { batch }),
		...(workflow !== '' && { workflow }),
		...(batchRef !== '' && { batchRef, n: batchRow }),
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
export function readEntries(raws: TableRow[]): Entry[] {
	return [...new Map(raws.map(readTableRow).map((row) => [row.id, row])).values()];
}
