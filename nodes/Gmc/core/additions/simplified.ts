import { looksLikeTaxId } from '../customers/taxId';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { foundCustomer } from '../customers/directory';
import { readCurrency } from '../money/currency';
import { readAmount } from '../money/amount';
import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';
import { readTimestamp, toIso } from '../time/time';
import { itemsOf } from './addition';
import { errorText, isFailedItem, statusOf } from './status';

export type Customers = Pick<CustomerDirectory<Identified>, 'find'>;

/**
 * Turns an addition into flat records, one for each item. An addition without items counts as its own item (service.md
 * 2.2 to 2.7).
 *
 * @param customers undefined if the list of customers is not available. Then the records have no names
 * @param timeZone IANA zone of the workflow, for timestamps without one
 */
export function simplifyAddition(
	addition: ServiceRecord,
	customers: Customers | undefined,
	timeZone: string,
): ServiceRecord[] {
	const items = itemsOf(addition);
	const all = items.length > 0 ? items : [addition];
	return all.map((item) => simplifyItem(addition, item, customers, timeZone));
}

function simplifyItem(
	addition: ServiceRecord,
	item: ServiceRecord,
	customers: Customers | undefined,
	timeZone: string,
): ServiceRecord {
	const { sourceAmount, sourceCurrency, targetGmcAmount, fees, blockchain, processedAt } = item;
	const currency = readCurrency(sourceCurrency);
	const amount = readAmount(sourceAmount, 'auto', currency ?? 'BRL');
	const time = (digits: unknown) => isoTime(digits, timeZone);
	const { customerName, ...customer } = customerOf(item.customerIdentifier, customers);
	// What a person looks for comes first, since the editor's table shows four or five columns.
	return withoutEmpty({
		customerName,
		amount: amount.ok ? amount.amount : sourceAmount,
		currency: currency ?? sourceCurrency,
		status: itemStatus(addition, item),
		id: addition._id,
		...customer,
		gmcAmount: targetGmcAmount,
		feesBrl: isRecord(fees) ? fees.totalBrl : undefined,
		failureReason: errorText(item),
		createdAt: time(addition.createdAt),
		updatedAt: time(addition.updatedAt),
		processedAt: time(processedAt),
		transferHash: isRecord(blockchain) ? blockchain.transferHash : undefined,
	});
}

/** The status of the addition, unless this item of it has failed. */
function itemStatus(addition: ServiceRecord, item: ServiceRecord): unknown {
	if (isFailedItem(item) || statusOf(addition) === '') return item.status;
	return addition.status;
}

/** The customer's fields of a flat record. */
export function customerOf(
	identifier: unknown,
	customers?: Customers,
): { customerId?: string; customerName?: string; taxId?: string } {
	if (typeof identifier !== 'string' && typeof identifier !== 'number') return {};
	const value = String(identifier);
	const found = customers?.find({ by: 'id', value });
	if (found !== undefined && 'customer' in found) {
		const { customerId, taxId, customerName } = foundCustomer(found.customer);
		return { customerId, customerName, taxId: taxId === customerId ? undefined : taxId };
	}
	return looksLikeTaxId(value) ? { taxId: value } : { customerId: value };
}

/** ISO 8601 where the digits can be read, else as they came. */
export function isoTime(digits: unknown, timeZone: string): unknown {
	const millis = readTimestamp(digits, timeZone);
	return millis === undefined ? digits : toIso(millis);
}

/** Without the fields that GMC leaves empty. */
const withoutEmpty = (record: ServiceRecord): ServiceRecord =>
	Object.fromEntries(Object.entries(record).filter(([, value]) => (value ?? null) !== null));
