import { readTimestamp, toIso } from '../time/time';

/** A JSON object with GMC's field names. */
export type ServiceRecord = Record<string, unknown>;

const TIMESTAMP_FIELDS = ['createdAt', 'updatedAt', 'processedAt'];

/** Whether a value is a JSON object: neither `null` nor an array. */
export function isRecord(value: unknown): value is ServiceRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The record as the node outputs it: GMC's fields, with two additions (reference.md "Operations"). `ixedFeeSource`
 * becomes `fixedFeeSource` (service.md 2.5), and timestamps get an ISO 8601 sibling.
 *
 * @param record a customer or balanceTransaction from GMC. It is not changed
 * @param timeZone IANA zone of the workflow, for timestamps without one
 */
export function toOutput(record: ServiceRecord, timeZone: string): ServiceRecord {
	const output = repairLevel(record, timeZone);
	if (Array.isArray(output.items)) {
		output.items = output.items.map((item) => (isRecord(item) ? repairItem(item, timeZone) : item));
	}
	return output;
}

function repairItem(item: ServiceRecord, timeZone: string): ServiceRecord {
	const output = repairLevel(item, timeZone);
	if (isRecord(output.fees)) output.fees = repairFees(output.fees);
	return output;
}

/** `fromEntries` keeps a field named `__proto__` a plain field. */
function repairLevel(record: ServiceRecord, timeZone: string): ServiceRecord {
	return Object.fromEntries(
		Object.entries(record).flatMap(([field, value]) => {
			const sibling = `${field}Iso`;
			const isTime = TIMESTAMP_FIELDS.includes(field) && !Object.hasOwn(record, sibling);
			const millis = isTime ? readTimestamp(value, timeZone) : undefined;
			return millis === undefined
				? [[field, value]]
				: [
						[field, value],
						[sibling, toIso(millis)],
					];
		}),
	);
}

function repairFees(fees: ServiceRecord): ServiceRecord {
	const { ixedFeeSource, ...others } = fees;
	return ixedFeeSource === undefined ? fees : { fixedFeeSource: ixedFeeSource, ...others };
}
