import { looksLikeTaxId } from '../customers/taxId';
import type { CustomerDirectory } from '../customers/directory';
import { foundCustomer } from '../customers/directory';
import type { ServiceRecord } from '../service/record';
import { readTimestamp, toIso } from '../time/time';
import type { AdditionItem } from './item';
import { errorText, isFailedItem, isFinalStatus, statusOf } from './status';

export type Customers = Pick<CustomerDirectory, 'find'>;

/**
 * An item of an addition as a flat record of at most ten fields, as n8n asks (service.md 2.2 to 2.7).
 *
 * @param customers undefined if the list of customers is not available. Then the record has no name
 * @param timeZone IANA zone of the workflow, for timestamps without one
 */
export function simplifyItem(
	item: AdditionItem,
	customers: Customers | undefined,
	timeZone: string,
): ServiceRecord {
	const { addition, record, identifier, amount, currency } = item;
	const { sourceAmount, sourceCurrency } = record;
	// One that is masked is shown as it came.
	const masked = identifier === undefined && { taxId: record.customerIdentifier };
	const { customerName, ...customer } = customerOf(identifier, customers);
	// What a person looks for comes first, since the editor's table shows four or five columns.
	return withoutEmpty({
		customerName,
		amount: amount ?? sourceAmount,
		currency: currency ?? sourceCurrency,
		status: itemStatus(item),
		id: addition._id,
		...customer,
		...masked,
		customerEmail: emailOf(identifier, customers),
		createdAt: isoTime(addition.createdAt, timeZone),
		failureReason: errorText(record),
	});
}

/** The status of the addition, unless one of both has failed, and this item says how it ended. */
export function itemStatus({ addition, record, isFailed }: AdditionItem): unknown {
	const isOwn = isFailed || (isFailedItem(addition) && isFinalStatus(record));
	return isOwn || statusOf(addition) === '' ? record.status : addition.status;
}

/** The customer's fields of a flat record. */
export function customerOf(
	given: string | number | undefined,
	customers?: Customers,
): { customerId?: string; customerName?: string; taxId?: string } {
	if (given === undefined) return {};
	const value = String(given);
	const found = customers?.find({ by: 'id', value });
	if (found !== undefined && 'customer' in found) {
		const { customerId, taxId, customerName } = foundCustomer(found.customer);
		return { customerId, customerName, taxId: taxId === customerId ? undefined : taxId };
	}
	return looksLikeTaxId(value) ? { taxId: value } : { customerId: value };
}

/** The customer's email at GMC, for a receipt. */
function emailOf(given: string | number | undefined, customers?: Customers): string | undefined {
	if (given === undefined) return undefined;
	const found = customers?.find({ by: 'id', value: String(given) });
	const email = found !== undefined && 'customer' in found ? found.customer.email : undefined;
	return typeof email === 'string' && email !== '' ? email : undefined;
}

/** ISO 8601 where the digits can be read, else as they came. */
function isoTime(digits: unknown, timeZone: string): unknown {
	const millis = readTimestamp(digits, timeZone);
	return millis === undefined ? digits : toIso(millis);
}

/** Without the fields that GMC leaves empty. */
const withoutEmpty = (record: ServiceRecord): ServiceRecord =>
	Object.fromEntries(Object.entries(record).filter(([, value]) => (value ?? null) !== null));
