import type { Charge } from './charge';
import { chargeKeys, identifierKeys } from './charge';
import type { AdditionItem } from './item';
import { isOther, isReadable } from './item';

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
