import { isForCustomer, itemsOf } from '../additions/addition';
import { sumReaches } from '../money/decimal';
import type { ServiceRecord } from '../service/record';

/** Which additions are watched. */
export interface AdditionFilter {
	/** `_id` and tax IDs that the service may call the customer by; undefined: any customer. */
	customerIdentifiers?: string[];
	/** In the currency each addition was issued in. */
	minimumAmount?: number;
}

/** Whether an addition passes all filters. */
export function passes(addition: ServiceRecord, filter: AdditionFilter): boolean {
	const { customerIdentifiers, minimumAmount } = filter;
	if (customerIdentifiers && !isForCustomer(addition, customerIdentifiers)) return false;
	return minimumAmount === undefined || reaches(addition, minimumAmount);
}

/** By the sum of its items. One whose amount cannot be read passes: better one too many than one missed. */
function reaches(addition: ServiceRecord, minimum: number): boolean {
	const amounts = itemsOf(addition).map(({ sourceAmount }) => readNumber(sourceAmount));
	const isReadable = amounts.length > 0 && amounts.every((one) => one >= 0 && one < Infinity);
	return !isReadable || sumReaches(amounts, minimum);
}

/** A number, or one as text. Nothing else: `Number(null)` would be 0. */
function readNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}
