import type { Charge } from './charge';
import { chargeKeys, identifierKeys } from './charge';
import type { AdditionItem } from './item';
import { isOther, isReadable } from './item';

/** An index of items, to find those that equal a charge. */
export class ChargeIndex<Item extends AdditionItem> {
	private readonly byKey = new Map<string, Set<Item>>();

	/** Items that cannot be read in full, by customer, or under NOBODY if that cannot be read either. */
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

	/** The items that equal the charge, in the order of the list. */
	of(charge: Charge): Array<Item> {
		return under(chargeKeys(charge), this.byKey);
	}

	/** The items that may equal the charge, because they cannot be read in full. */
	mayEqual(charge: Charge): Item[] {
		const keys = [...identifierKeys(charge.identifiers), NOBODY];
		return under(keys, this.unreadable).filter((item) => !isOther(charge, item));
	}
}

/** Free for this, because no identifier is empty. */
const NOBODY = '';

function under<T>(keys: string[], groups: Map<string, Set<T>>): T[] {
	return [...new Set(keys.flatMap((key) => [...(groups.get(key) ?? [])]))];
}

function put<T>(groups: Map<string, Set<T>>, key: string, member: T): void {
	groups.set(key, (groups.get(key) ?? new Set()).add(member));
}
