import type { ListedAddition } from '../additions/addition';
import { isForCustomer } from '../additions/addition';
import { readItems } from '../additions/item';
import { sumReaches } from '../money/decimal';

/** Which additions are watched. */
export interface AdditionFilter {
	/** `_id` and tax IDs that the service may call the customer by; undefined: any customer. */
	customerIdentifiers?: string[];
	/** In the currency each addition was issued in. */
	minimumAmount?: number;
}

/** Whether an addition passes all filters. */
export function passes(addition: ListedAddition, filter: AdditionFilter): boolean {
	const { customerIdentifiers, minimumAmount } = filter;
	if (customerIdentifiers && !isForCustomer(addition, customerIdentifiers)) return false;
	return minimumAmount === undefined || reaches(addition, minimumAmount);
}

/** By the sum of its items. One whose amount cannot be read passes: better one too many than one missed. */
function reaches(addition: ListedAddition, minimum: number): boolean {
	const amounts = readItems(addition).map(({ amount = NaN }) => amount);
	return !amounts.every((one) => one >= 0) || sumReaches(amounts, minimum);
}
