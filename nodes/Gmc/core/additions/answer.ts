import { looksLikeTaxId } from '../customers/taxId';
import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import type { AdditionItem } from './item';
import { isOther, readItems } from './item';

/**
 * The item of an answer to an issue (service.md 4.2) that is what was asked for, as far as it tells.
 *
 * @param isIdentified whether the charge has every identifier of its customer; if not, the service may well
 *   call the customer by the other one
 * @returns undefined when every item is surely for another customer, amount or currency
 */
export function answeredItem<A extends ListedAddition>(
	charge: Charge,
	answer: A,
	isIdentified: boolean,
): AdditionItem<A> | undefined {
	return readItems(answer).find((item) => !isOther(charge, comparable(charge, item, isIdentified)));
}

/** The item as far as it can be compared: without its customer where that may be the charge's by another name. */
export function comparable<A extends ListedAddition>(
	{ identifiers }: Charge,
	item: AdditionItem<A>,
	isIdentified: boolean = identifiers.length > 1,
): AdditionItem<A> {
	if (isIdentified || isSameKind(identifiers, item.identifier)) return item;
	return { ...item, identifier: undefined };
}

/** Whether both are tax IDs, or neither is one. */
function isSameKind([given]: string[], answered: string | undefined): boolean {
	return answered !== undefined && looksLikeTaxId(given) === looksLikeTaxId(answered);
}
