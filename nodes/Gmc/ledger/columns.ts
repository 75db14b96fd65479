import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import type { EntryChange, NewEntry } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { chargeRefOf } from '../core/ledger/refs';
import { localTime, toIso } from '../core/time/time';
import type { Sliced } from '../core/util/slices';
import { eachRow } from '../core/util/slices';
import type { TableColumn, TableRow } from './dataTable';

const column = (type: TableColumn['type']) => (name: string) => ({ name, type });

/**
 * The columns of the ledger. People and other workflows rely on those up to `note`; the rest is internal. Times and
 * lists are texts, which look the same in every database.
 */
export const COLUMNS: TableColumn[] = [
	...['at', 'customerName'].map(column('string')),
	column('number')('amount'),
	...['currency', 'outcome', 'key', 'batch', 'customer', 'additionId'].map(column('string')),
	...['executionId', 'workflow', 'account', 'note'].map(column('string')),
	...['rowRef', 'setRef', 'executionRef', 'chargeRef'].map(column('string')),
	column('number')('rowNumber'),
	...['identifiers', 'claim', 'askedAt', 'heldUntil', 'settledAt', 'ledger'].map(column('string')),
];

/** Columns that only people read. A ledger that was made before one of them works without it. */
const LABELS = new Set(['at', 'customerName', 'customer', 'executionId', 'workflow', 'note']);

/** What a table lacks of a ledger. @param names of its columns */
export function missingIn(names: Iterable<string>): { labels: string[]; needed: TableColumn[] } {
	const present = new Set(names);
	const missing = COLUMNS.filter(({ name }) => !present.has(name));
	return {
		labels: missing.filter(({ name }) => LABELS.has(name)).map(({ name }) => name),
		needed: missing.filter(({ name }) => !LABELS.has(name)),
	};
}

/** Where a row is written, and by whom. */
export interface LedgerPlace {
	/** See `accountOf`. */
	account: string;
	/** The table's name, so that a renamed ledger is recognized; see `findTables`. */
	ledger: string;
	/** The workflow's name. */
	workflow: string;
	/** The workflow's IANA time zone. */
	timeZone: string;
}

/** The same, with the workflow's id. */
export interface WorkflowPlace extends LedgerPlace {
	workflowId: string;
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
		note: label.note ?? '',
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

/** How the `rowRef` of a workflow's own row starts. No ref of an entry does. */
const WORKFLOW_PREFIX = 'workflow ';

/** The `rowRef` of the row that says: this workflow pays with this ledger. */
export const workflowRef = (workflowId: string): string => `${WORKFLOW_PREFIX}${workflowId}`;

/** How the `executionRef` of all rows of a workflow starts. */
export const executionPrefix = (workflowId: string): string => `${workflowId} `;

/** The workflow's own row. It is no entry, and is never deleted. @param at epoch milliseconds */
export const toWorkflowRow = (place: WorkflowPlace, at: number): IDataObject => ({
	...Object.fromEntries(COLUMNS.map(({ name, type }) => [name, type === 'string' ? '' : null])),
	at: localTime(at, place.timeZone),
	workflow: place.workflow,
	account: place.account,
	note: 'Keep this row: it says that this workflow pays with this ledger.',
	rowRef: workflowRef(place.workflowId),
	executionRef: executionPrefix(place.workflowId),
	askedAt: toIso(at),
	ledger: place.ledger,
});

/** Whether a row is an entry, and not a workflow's own row. */
const isEntryRow = ({ rowRef }: TableRow): boolean => !textIn(rowRef).startsWith(WORKFLOW_PREFIX);

/** The columns that the change sets. */
export const toTableChange = (
	{ outcome, additionId, askedAt, heldUntil, settledAt }: EntryChange,
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

/** The columns that cannot be read, and amount and currency if one of them was changed. */
function unreadableIn(
	{ chargeRef }: TableRow,
	identifiers: string[] | undefined,
	needed: { amount?: number; currency?: string; [column: string]: unknown },
): string[] {
	const missing = Object.entries(needed).filter(([, value]) => value === undefined);
	if (missing.length > 0) return missing.map(([column]) => column);
	// Amount and currency stand in a hash as well, which nobody edits.
	const value = { amount: needed.amount!, currency: needed.currency! };
	const isAsWritten = (one: string) => chargeRefOf(one, value) === chargeRef;
	if (!chargeRef || !identifiers || identifiers.some(isAsWritten)) return [];
	return ['amount', 'currency'];
}

/** @throws Error for a row without an id */
function idIn({ id: raw }: TableRow): number {
	const id = numberIn(raw);
	if (id === undefined) throw new Error('a row has no id');
	return id;
}

/**
 * Reads a row, which people may have edited.
 *
 * @param accounts those that count as the current account
 * @throws Error for a row without an id
 */
export function readTableRow(raw: TableRow, accounts: ReadonlySet<string>): Entry {
	const id = idIn(raw);
	const text = (column: string) => textIn(raw[column]);
	const outcome = outcomeIn(raw.outcome);
	const amount = numberIn(raw.amount);
	const currency = text('currency').trim().toUpperCase() || undefined;
	const askedAt = timeIn(raw.askedAt);
	const n = numberIn(raw.rowNumber) ?? 0;
	const isCounted = Number.isInteger(n) && n > 0;
	// A key has one row, which has no number.
	const rowNumber = isCounted || raw.setRef === raw.rowRef || undefined;
	const written = identifiersIn(raw.identifiers);
	const identifiers = written ?? [text('customer')].filter(Boolean);
	const needed = { outcome, customer: identifiers.at(0), amount, currency, askedAt, rowNumber };
	const unreadable = unreadableIn(raw, written, needed);
	return {
		id,
		ref: text('rowRef'),
		set: text('setRef'),
		execution: text('executionRef'),
		n: isCounted ? n : undefined,
		chargeRef: text('chargeRef'),
		account: text('account'),
		claim: text('claim'),
		outcome: outcome ?? 'unknown',
		askedAt: askedAt ?? 0,
		// If a person has deleted or broken it, the reader's own hold counts, see `heldUntilOf`.
		heldUntil: timeIn(raw.heldUntil),
		settledAt: timeIn(raw.settledAt),
		charge: { identifiers, amount: amount ?? NaN, currency: currency ?? '' },
		...(!accounts.has(text('account')) && { isForeign: true }),
		key: text('key') || undefined,
		batch: text('batch') || undefined,
		note: text('note') || undefined,
		workflow: text('workflow') || undefined,
		executionId: text('executionId') || undefined,
		additionId: text('additionId').trim() || undefined,
		unreadable: unreadable.length > 0 ? unreadable : undefined,
	};
}

/** Reads the entries among these rows, each id once. */
export function* readEntries(raws: TableRow[], accounts: ReadonlySet<string>): Sliced<Entry[]> {
	const entries = new Map<number, Entry>();
	yield* eachRow(raws, (raw) => {
		if (!isEntryRow(raw)) return;
		const entry = readTableRow(raw, accounts);
		entries.set(entry.id, entry);
	});
	return [...entries.values()];
}
