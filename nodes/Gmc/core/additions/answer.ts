import { looksLikeTaxId } from '../customers/taxId';
import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import type { AdditionItem } from './item';
import { isOther, readItems } from './item';

/**
 * Finds the item of the answer to a top-up (service.md 4.2) that can be what was requested.
 *
 * @param isIdentified whether the charge has every identifier of its customer. If not, GMC may use another one
 * @returns undefined if every item is for another customer, amount or currency
 */
export function answeredItem<A extends ListedAddition>(
	charge: Charge,
	answer: A,
	isIdentified: boolean,
): AdditionItem<A> | undefined {
	return readItems(answer).find((item) => !isOther(charge, comparable(charge, item, isIdentified)));
}

/** The item without its customer, if that may be the charge's customer under another identifier. */
export function comparable<A extends ListedAddition>(
	{ identifiers }: Charge,
	item: AdditionItem<A>,
	isIdentified: boolean = identifiers.length > 1,
): AdditionItem<A> {
	if (isIdentified || isSameKind(identifiers, item.identifier)) return item;
	return { ...item, identifier: undefined };
}

/** Whether both are tax IDs, or neither is. */
function isSameKind([given]: string[], answered: string | undefined): boolean {
	return answered !== undefined && looksLikeTaxId(given) === looksLikeTaxId(answered);
}
