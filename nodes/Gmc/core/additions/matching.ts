import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { chargeKeys, identifierKeys, valueKey } from './charge';
import type { AdditionItem } from './item';
import { isOther, isReadable, readItems } from './item';

/** Finds the items of a list that are equal to a charge, in one step per charge. */
export class ChargeIndex<Item extends AdditionItem> {
	private readonly byKey = new Map<string, Set<Item>>();

	/** What cannot be read whole, by customer; under NOBODY where not even that can be read. */
	private readonly unreadable = new Map<string, Set<Item>>();

	constructor(items: Array<Item>) {
		for (const item of items) {
			const { identifier } = item;
			const keys = isReadable(item)
				? chargeKeys({ ...item, identifiers: [item.identifier] })
				: identifier === undefined
					? [NOBODY]
					: identifierKeys([identifier]);
			for (const key of keys) put(isReadable(item) ? this.byKey : this.unreadable, key, item);
		}
	}

	/** Every item that the charge would make, in the order of the list. */
	of(charge: Charge): Array<Item> {
		return [...new Set(chargeKeys(charge).flatMap((key) => [...(this.byKey.get(key) ?? [])]))];
	}

	/** An item that cannot be read so far as to say that it is not this charge. @param counts which items count */
	doubtful(charge: Charge, counts: (item: Item) => boolean = () => true): Item | undefined {
		return [...identifierKeys(charge.identifiers), NOBODY]
			.flatMap((key) => [...(this.unreadable.get(key) ?? [])])
			.find((item) => !isOther(charge, item) && counts(item));
	}
}

/** No identifier of a customer is empty. */
const NOBODY = '';

function put<T>(groups: Map<string, Set<T>>, key: string, member: T): void {
	groups.set(key, (groups.get(key) ?? new Set()).add(member));
}

/**
 * Ids of all additions that have the amount and currency of any of the charges, whoever the customer is, or
 * that cannot be read: what was there before a send cannot be its result, under whichever identifier the list
 * shows the customer.
 */
export function idsWithAmounts(charges: Charge[], additions: ListedAddition[]): string[] {
	const asked = new Set(charges.map(valueKey));
	const mayBeAsked = ({ amount, currency }: AdditionItem) =>
		amount === undefined || currency === undefined || asked.has(valueKey({ amount, currency }));
	return additions.filter((addition) => readItems(addition).some(mayBeAsked)).map(({ _id }) => _id);
}
