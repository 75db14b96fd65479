import type { Addition, Customer, Identified, ServiceRecord } from '../core/service/record';
import { isErrorBody, saysFailed } from '../core/service/errorBody';
import { isRecord } from '../core/service/record';

// Readers of GMC's answers. Their form is only partly shown (service.md 2.1, 2.5 and 2.9), so a reader requires only what
// the package needs, and leaves all other fields as they are.

const isIdentified = (value: unknown): value is Identified =>
	isRecord(value) && typeof value._id === 'string' && value._id !== '';

export interface AdditionList {
	additions: Addition[];
	/** How many additions GMC counts, if it says so. If it counts more than it lists, the list is incomplete. */
	total?: number;
}

/** Whether GMC counts more additions than it listed. */
export function isIncomplete({ additions, total = 0 }: AdditionList): boolean {
	return total > additions.length;
}

/** Not `items`: that is a field of the addition itself (service.md 2.2). */
const ENVELOPE_FIELDS = ['balanceTransaction', 'balanceTransactions', 'data', 'results'];
const CUSTOMER_FIELDS = ['customers', 'customer', 'data', 'items', 'results'];
/** Envelopes in envelopes, and lists of them, are read to this depth. */
const MAX_DEPTH = 3;

/** @returns the addition, with or without an envelope (service.md 2.1); undefined if there is none */
export function readAddition(body: unknown): Addition | undefined {
	return readOne(body, ENVELOPE_FIELDS);
}

/** @returns the list: an array, one object (service.md 2.1), or an array of envelopes; undefined if it is unreadable */
export function readAdditionList(body: unknown): AdditionList | undefined {
	const total = totalOf(body);
	const additions = readList(body, { fields: ENVELOPE_FIELDS, isCounted: total !== undefined });
	return additions === undefined ? undefined : { additions, total };
}

/** @returns the customer, with or without an envelope (service.md 4.5); undefined if there is none */
export function readCustomer(body: unknown): Customer | undefined {
	return readOne(body, CUSTOMER_FIELDS);
}

/** @returns the customers, with or without an envelope (service.md 4.6); undefined if they are unreadable */
export function readCustomerList(body: unknown): Customer[] | undefined {
	return readList(body, { fields: CUSTOMER_FIELDS, isCounted: false });
}

/** How many customers GMC counts beside the list, if it says so: a list of fewer is a page of it. */
export function readCustomerTotal(body: unknown): number | undefined {
	if (!isRecord(body)) return undefined;
	const counters = [body.total, body.recordsFiltered, body.recordsTotal].map(readCounter);
	return counters.find((counter) => counter !== undefined);
}

/** How a list is read. */
interface ListForm {
	/** Where an envelope may have it. */
	fields: string[];
	/** Whether a counter says how many there are. */
	isCounted: boolean;
}

/** The values of an envelope's known fields, the most reliable one first. */
function innerOf(body: ServiceRecord, fields: string[]): unknown[] {
	return fields.filter((field) => Object.hasOwn(body, field)).map((field) => body[field]);
}

/** The only record of an envelope, or the record itself. */
function readOne(body: unknown, fields: string[]): Identified | undefined {
	const records = readList(body, { fields, isCounted: false }) ?? [];
	return records.length === 1 ? records[0] : undefined;
}

/**
 * The records of a list, an envelope or a record. No field may hide what another one has. Only if no field has anything,
 * and one is an array or counted, the list is empty (assumed). It is unreadable if it is an error, if one element is not a
 * record, or if the envelope has no known field.
 */
function readList(body: unknown, form: ListForm, depth = 0): Identified[] | undefined {
	if (depth > MAX_DEPTH) return undefined;
	const read = (inner: unknown) => readList(inner, form, depth + 1);
	if (Array.isArray(body)) return allOf(body.map(read));
	if (!isRecord(body) || saysFailed(body)) return undefined;
	const inner = innerOf(body, form.fields);
	// A record may have fields with the names of envelope fields.
	const own = isIdentified(body) ? [body] : undefined;
	// Lists may have 100,000 records.
	if (own !== undefined && inner.length === 0) return own;
	const lists = inner.map((value) => (isNothing(value) ? [] : read(value)));
	const isBad = (value: unknown, at: number) =>
		saysFailed(value) || (Array.isArray(value) && lists[at] === undefined);
	if (inner.some(isBad)) return own;
	const found = lists.flatMap((list) => list ?? []);
	// Two fields of an envelope may have the same list.
	if (found.length > 0) return [...new Map(found.map((one) => [one._id, one])).values()];
	if (own !== undefined) return own;
	const isArray = inner.some(Array.isArray) && !isErrorBody(body);
	const isCertain = form.isCounted ? inner.length > 0 : isArray;
	return isCertain && lists.every((list) => list !== undefined) ? [] : undefined;
}

/** Each element must be a record, or an envelope with at least one. */
const allOf = (lists: Array<Identified[] | undefined>): Identified[] | undefined =>
	lists.every((list) => list !== undefined && list.length > 0)
		? (lists as Identified[][]).flat()
		: undefined;

/** `null` and `{}`, as in `{ balanceTransaction: null, recordsTotal: 0 }`. */
function isNothing(value: unknown): boolean {
	return value === null || (isRecord(value) && Object.keys(value).length === 0);
}

/** The counter of the envelope (service.md 2.1), or of the first one in an array or in another envelope. */
function totalOf(body: unknown, depth = 0): number | undefined {
	const envelope: unknown = Array.isArray(body) ? body[0] : body;
	if (!isRecord(envelope) || depth > MAX_DEPTH) return undefined;
	const counters = [envelope.recordsFiltered, envelope.recordsTotal].map(readCounter);
	const own = counters.find((counter) => counter !== undefined);
	if (own !== undefined) return own;
	const totals = innerOf(envelope, ENVELOPE_FIELDS).map((inner) => totalOf(inner, depth + 1));
	return totals.find((total) => total !== undefined);
}

/** A number, or a text of digits. */
function readCounter(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
}
