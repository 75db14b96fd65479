import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { KeyRowChange, NewKeyRow } from '../core/keys/effects';
import type { KeyRow } from '../core/keys/keyRow';
import { toIso } from '../core/util/time';
import type { TableColumn } from './dataTable';
import type { TableRow } from './inlineWorkflow';

const column = (type: TableColumn['type']) => (name: string) => ({ name, type });

/**
 * The columns of the ledger. People and other workflows rely on those before `account`; the rest is ours. Times
 * and lists are texts, which look the same in every database.
 */
export const COLUMNS: TableColumn[] = [
	...['key', 'outcome', 'customer', 'customerName'].map(column('string')),
	column('number')('amount'),
	...['currency', 'additionId', 'executionId'].map(column('string')),
	...['account', 'keyRef', 'identifiers', 'claim', 'askedAt'].map(column('string')),
];

/** @param account what `accountRef` gives */
export function toTableRow(row: NewKeyRow, account: string): IDataObject {
	const { ref, outcome, charge, additionId = '', claim, askedAt, label = {} } = row;
	const { identifiers, amount, currency } = charge;
	const { key = '', customer = identifiers[0] ?? '', customerName = '', executionId = '' } = label;
	return {
		...{ key, outcome, customer, customerName, amount, currency, additionId, executionId },
		...{ account, keyRef: ref, identifiers: JSON.stringify(identifiers), claim },
		askedAt: toIso(askedAt),
	};
}

export const toTableChange = ({ outcome, additionId }: Omit<KeyRowChange, 'id'>): IDataObject => ({
	outcome,
	...(additionId !== undefined && { additionId }),
});

/** The changes by what they change to: rows that get the same values are changed together. */
export function alikeIn(changes: KeyRowChange[]): KeyRowChange[][] {
	const alike = new Map<string, KeyRowChange[]>();
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

const rowSchema = z.object({
	id: number.pipe(z.number().int()),
	keyRef: text,
	// People write it, too.
	outcome: z
		.string()
		.transform((value) => value.trim().toLowerCase())
		.pipe(z.enum(['sending', 'issued', 'unknown', 'rejected'])),
	customer: text,
	identifiers: text,
	amount: number,
	currency: z.string().trim().min(1),
	additionId: text,
	claim: text,
	askedAt: z.string().transform(Date.parse).pipe(z.number().finite()),
});

/**
 * A row of the table, unless people have edited it so that it cannot be read.
 *
 * @returns the row, or the columns that cannot be read
 */
export function readTableRow(raw: TableRow): { row: KeyRow } | { unreadable: string[] } {
	const reading = rowSchema.safeParse(raw);
	if (!reading.success) {
		return { unreadable: [...new Set(reading.error.issues.map(({ path }) => String(path[0])))] };
	}
	const {
		keyRef: ref,
		customer,
		currency,
		amount,
		additionId,
		identifiers,
		...rest
	} = reading.data;
	const names = readIdentifiers(identifiers) ?? [customer].filter(Boolean);
	if (names.length === 0) return { unreadable: ['customer'] };
	const charge = { identifiers: names, amount, currency };
	return { row: { ...rest, ref, charge, ...(additionId !== '' && { additionId }) } };
}

const identifiersSchema = z.array(z.string().min(1)).min(1);

function readIdentifiers(stored: string): string[] | undefined {
	try {
		return identifiersSchema.parse(JSON.parse(stored));
	} catch {
		return undefined;
	}
}
