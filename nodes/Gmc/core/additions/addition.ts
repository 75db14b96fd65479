import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';

/** An addition as GMC lists it: any record with an id. */
export type ListedAddition = ServiceRecord & { _id: string };

/** The `items` of an addition (service.md 2.4) that are objects. */
export function itemsOf(addition: ServiceRecord): ServiceRecord[] {
	return Array.isArray(addition.items) ? addition.items.filter(isRecord) : [];
}
