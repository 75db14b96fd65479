import { z } from 'zod';
import type { ServiceRecord } from '../core/service/record';
import { isRecord } from '../core/service/record';

/**
 * What comes in at the boundary. The service's answers are only partly shown (service.md 2.1, 2.5 and 2.9), so each
 * schema asks for what the package cannot do without and lets every other field pass untouched.
 */

/** A check only: the record itself goes on, since a copy costs time and loses a field named `__proto__`. */
const identifiedSchema = z.object({ _id: z.string().min(1) });

type Identified = ServiceRecord & z.infer<typeof identifiedSchema>;

const isIdentified = (value: unknown): value is Identified =>
	identifiedSchema.safeParse(value).success;

/** As listed, created or updated (service.md 2.8). */
export type Customer = Identified & { taxId?: unknown; name?: unknown; email?: unknown };

/** A `balanceTransaction` (service.md 2.2). */
export type Addition = Identified;

export interface AdditionList {
	additions: Addition[];
	/** How many the service says there are, when it says so. More than came means a cut list. */
	total?: number;
}

/** Whether the service counts more than it sent. */
export function isCut({ additions, total = 0 }: AdditionList): boolean {
	return total > additions.length;
}

/** Not `items`: that is a field of the addition itself (service.md 2.2). */
const ENVELOPE_FIELDS = ['balanceTransaction', 'balanceTransactions', 'data', 'results'];
const CUSTOMER_FIELDS = ['customers', 'customer', 'data', 'items', 'results'];

/** @returns the record out of its envelope (service.md 2.1), bare or wrapped; undefined when there is none */
export function readAddition(body: unknown): Addition | undefined {
	for (const candidate of candidates(body, ENVELOPE_FIELDS)) {
		const single = Array.isArray(candidate) && candidate.length === 1 ? candidate[0] : candidate;
		if (isIdentified(single)) return single;
	}
	return undefined;
}

/**
 * @returns the list in any of its shapes: an array, one object (service.md 2.1), bare, or an array of envelopes;
 *   undefined when unreadable
 */
export function readAdditionList(body: unknown): AdditionList | undefined {
	const additions = readList(body, ENVELOPE_FIELDS, readAddition);
	if (additions === undefined) return undefined;
	const envelope = Array.isArray(body) ? body[0] : body;
	const counters = isRecord(envelope) ? [envelope.recordsFiltered, envelope.recordsTotal] : [];
	const total = counters.find((counter): counter is number => typeof counter === 'number');
	return { additions, total };
}

/** @returns the customer, bare (service.md 4.5) or wrapped; undefined when there is none */
export function readCustomer(body: unknown): Customer | undefined {
	for (const candidate of candidates(body, CUSTOMER_FIELDS)) {
		if (isIdentified(candidate)) return candidate;
	}
	return undefined;
}

/** @returns the customers, as a bare array (service.md 4.6) or wrapped; undefined when unreadable */
export function readCustomerList(body: unknown): Customer[] | undefined {
	return readList(body, CUSTOMER_FIELDS, readCustomer);
}

/** The body itself, then what its known fields hold. */
function candidates(body: unknown, fields: string[]): unknown[] {
	if (!isRecord(body)) return [body];
	const inner = fields.filter((field) => Object.hasOwn(body, field)).map((field) => body[field]);
	return [...inner, body];
}

/** An array wins over a single object; one element that is no record makes the whole list unreadable. */
function readList<T>(
	body: unknown,
	fields: string[],
	readOne: (element: unknown) => T | undefined,
): T[] | undefined {
	const array = candidates(body, fields).find(Array.isArray);
	if (array === undefined && isEmptyEnvelope(body, fields)) return [];
	const records = (array ?? [body]).map(readOne);
	return records.includes(undefined) ? undefined : (records as T[]);
}

/** `{ balanceTransaction: null, recordsTotal: 0 }`: a list of none (assumed). */
function isEmptyEnvelope(body: unknown, fields: string[]): boolean {
	if (!isRecord(body)) return false;
	const empty = (value: unknown) =>
		value === null || (isRecord(value) && Object.keys(value).length === 0);
	return fields.some((field) => Object.hasOwn(body, field) && empty(body[field]));
}
