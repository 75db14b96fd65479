import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';
import { sameTaxId } from '../customers/taxId';

/** An addition as GMC lists it: any record with an id. */
export type ListedAddition = ServiceRecord & { _id: string };

/** The `items` of an addition (service.md 2.4) that are objects. */
export function itemsOf(addition: ServiceRecord): ServiceRecord[] {
	return Array.isArray(addition.items) ? addition.items.filter(isRecord) : [];
}

/**
 * Whether an item of the addition is for the customer with one of these identifiers (`_id`s or tax IDs). An addition
 * without items counts as its own item. One that names nobody is for nobody.
 */
export function isForCustomer(addition: ServiceRecord, identifiers: string[]): boolean {
	const items = itemsOf(addition);
	return (items.length > 0 ? items : [addition]).some(({ customerIdentifier }) => {
		const identifier = String(customerIdentifier ?? '').trim();
		const isOfCustomer = (one: string) => one === identifier || sameTaxId(one, identifier);
		return identifier !== '' && identifiers.some(isOfCustomer);
	});
}
