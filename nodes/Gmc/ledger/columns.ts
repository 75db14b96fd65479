import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import type { EntryChange, NewEntry } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { chargeRefOf } from '../core/ledger/key';
import { localTime, toIso } from '../core/time/time';
import type { TableColumn, TableRow } from './dataTable';

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

export function toTableRow(entry: NewEntry, place: LedgerPlace): IDataObject {
	const { charge, label = {} } = entry;
	return {
		additionId: '',
		heldUntil: '',
		settledAt: '',
		...toTableChange(entry, place),
		customerName: label.customerName ?? '',
		amount: charge.amount,
		currency: charge.currency,
		key: label.key ?? '',
		batch: label.batch ?? '',
		customer: label.customer ?? charge.identifiers[0] ?? '',
		executionId: label.executionId ?? '',
		workflow: place.workflow,
		account: place.account,
		rowRef: entry.ref,
		setRef: entry.set,
		executionRef: entry.execution,
		chargeRef: entry.chargeRef,
		rowNumber: entry.n ?? null,
		identifiers: JSON.stringify(charge.identifiers),
		claim: entry.claim,
		ledger: place.ledger,
	};
}

/** The columns that the change sets. */
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

// Rows are read by hand, because a sheet reads each of its rows several times, and a schema takes 20 times as long.

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** PostgreSQL may give a number as text. */
function numberIn(value: unknown): number | undefined {
	const read = typeof value === 'string' && value !== '' ? Number(value) : value;
	return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

function timeIn(value: unknown): number | undefined {
	const at = Date.parse(textIn(value));
	return Number.isNaN(at) ? undefined : at;
}

const OUTCOMES: ReadonlyArray<Entry['outcome']> = ['sending', 'issued', 'unknown', 'rejected'];

function outcomeIn(value: unknown): Entry['outcome'] | undefined {
	const read = textIn(value).trim().toLowerCase();
	return OUTCOMES.find((outcome) => outcome === read);
}

/** As they were written; undefined where people have broken them. */
function identifiersIn(value: unknown): string[] | undefined {
	const read = jsonParse<unknown>(textIn(value), { fallbackValue: null });
	const isText = (one: unknown) => typeof one === 'string' && one !== '';
	return Array.isArray(read) && read.length > 0 && read.every(isText) ? read : undefined;
}

/** What decides about money, and what a person may have edited. Undefined where it cannot be read. */
function editableIn(raw: TableRow) {
	const rowNumber = numberIn(raw.rowNumber) ?? 0;
	return {
		outcome: outcomeIn(raw.outcome),
		amount: numberIn(raw.amount),
		currency: textIn(raw.currency).trim().toUpperCase() || undefined,
		askedAt: timeIn(raw.askedAt),
		n: Number.isInteger(rowNumber) && rowNumber > 0 ? rowNumber : undefined,
		customer: textIn(raw.customer) || undefined,
		identifiers: identifiersIn(raw.identifiers),
	};
}

/** The columns that cannot be read, or not be believed. */
function unreadableIn(raw: TableRow, read: ReturnType<typeof editableIn>): string[] {
	const { outcome, amount, currency, askedAt, n, identifiers } = read;
	const customer = identifiers?.[0] ?? read.customer;
	// A key has one row, which has no number.
	const rowNumber = n ?? (raw.setRef === raw.rowRef || undefined);
	const needed = { outcome, customer, amount, currency, askedAt, rowNumber };
	const missing = Object.entries(needed).filter(([, value]) => value === undefined);
	if (missing.length > 0) return missing.map(([column]) => column);
	// Amount and currency stand in a hash as well, which nobody edits.
	const { chargeRef } = raw;
	const value = { amount: amount!, currency: currency! };
	const isAsWritten = (one: string) => chargeRefOf(one, value) === chargeRef;
	if (!chargeRef || !identifiers || identifiers.some(isAsWritten)) return [];
	return ['amount or currency, which somebody has changed'];
}

/** @param accounts those that count as the current account @throws Error for a row without an id */
export function readTableRow(raw: TableRow, accounts: ReadonlySet<string>): Entry {
	const id = numberIn(raw.id);
	if (id === undefined) throw new Error('a row has no id');
	const read = editableIn(raw);
	const { outcome = 'unknown', amount = NaN, currency = '', askedAt = 0, n, customer = [] } = read;
	const identifiers = read.identifiers ?? [customer].flat();
	const account = textIn(raw.account);
	const unreadable = unreadableIn(raw, read);
	return {
		id,
		ref: textIn(raw.rowRef),
		set: textIn(raw.setRef),
		execution: textIn(raw.executionRef),
		n,
		chargeRef: textIn(raw.chargeRef),
		account,
		claim: textIn(raw.claim),
		outcome,
		askedAt,
		// If a person has deleted or broken it, the reader's own hold counts, see `heldUntilOf`.
		heldUntil: timeIn(raw.heldUntil),
		settledAt: timeIn(raw.settledAt),
		charge: { identifiers, amount, currency },
		...(!accounts.has(account) && { isForeign: true }),
		key: textIn(raw.key) || undefined,
		batch: textIn(raw.batch) || undefined,
		workflow: textIn(raw.workflow) || undefined,
		additionId: textIn(raw.additionId).trim() || undefined,
		unreadable: unreadable.length > 0 ? unreadable : undefined,
	};
}

/** Reads rows, each id once. */
export function readEntries(raws: TableRow[], accounts: ReadonlySet<string>): Entry[] {
	const rows = raws.map((raw) => readTableRow(raw, accounts));
	return [...new Map(rows.map((row) => [row.id, row])).values()];
}
