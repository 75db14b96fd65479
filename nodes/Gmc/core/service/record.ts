import type { Code } from '../codes';
import { readTimestamp, toIso } from '../time/time';
import { refusal } from '../util/inputError';

/** A JSON object with GMC's field names. */
export type ServiceRecord = Record<string, unknown>;

export type Identified = ServiceRecord & { _id: string };

/** A `balanceTransaction` (service.md 2.2). */
export type Addition = Identified;

/** As listed, created or updated (service.md 2.8). */
export type Customer = Identified & { taxId?: unknown; name?: unknown; email?: unknown };

const TIMESTAMP_FIELDS = ['createdAt', 'updatedAt', 'processedAt'];

/** Whether a value is a JSON object: neither `null` nor an array. */
export function isRecord(value: unknown): value is ServiceRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The record as the node outputs it: GMC's fields, with two repairs on every level (reference.md "Operations").
 * `ixedFeeSource` becomes `fixedFeeSource` (service.md 2.5), and timestamps get an ISO 8601 sibling.
 *
 * @param record a customer or balanceTransaction from GMC. It is not changed
 * @param timeZone IANA zone of the workflow, for timestamps without one
 */
export function toOutput(record: ServiceRecord, timeZone: string): ServiceRecord {
	const fields: Array<[string, unknown]> = [];
	for (const [field, value] of Object.entries(record)) {
		if (field === 'ixedFeeSource') {
			if (!Object.hasOwn(record, 'fixedFeeSource')) fields.push(['fixedFeeSource', value]);
			continue;
		}
		fields.push([field, repaired(value, timeZone)]);
		const sibling = `${field}Iso`;
		if (!TIMESTAMP_FIELDS.includes(field) || Object.hasOwn(record, sibling)) continue;
		const millis = readTimestamp(value, timeZone);
		if (millis !== undefined) fields.push([sibling, toIso(millis)]);
	}
	// It keeps a field named `__proto__` a plain field.
	return Object.fromEntries(fields);
}

function repaired(value: unknown, timeZone: string): unknown {
	// Most are, and a list may have 50,000 records.
	if (typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map((one) => repaired(one, timeZone));
	return isRecord(value) ? toOutput(value, timeZone) : value;
}

const MAX_LENGTH = 200;

/**
 * Checks an id that becomes part of a path. `.` and `..` name another path even if they are encoded (WHATWG URL), and
 * half a surrogate pair cannot be encoded.
 *
 * @throws InputError
 */
export function checkedId(id: string, code: Code = 'FIELD_INVALID'): string {
	if (id.length > MAX_LENGTH) throw refusal(code, 'the ID is too long');
	const isWhole = Buffer.from(id, 'utf8').toString('utf8') === id;
	if (!/^\.{1,2}$/.test(id) && isWhole) return id;
	const shown = JSON.stringify(id.slice(0, 40));
	throw refusal(code, `${shown} is not an ID of GMC`);
}
