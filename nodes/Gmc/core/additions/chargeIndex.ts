import { groupByEach } from '../util/groupBy';
import type { Charge } from './charge';
import { amountKey, chargeKeys, identifierKeys } from './charge';
import type { AdditionItem } from './item';

/** Stands for a customer who cannot be read. Free for this, because no identifier is empty. */
const NOBODY = '';

type Value = Partial<Pick<Charge, 'amount' | 'currency'>>;

/** The same as that of a charge, if all of it can be read. */
const keyOf = (name: string, { amount, currency }: Value): string =>
	`${amount === undefined ? '' : amountKey(amount)} ${currency ?? ''} ${name}`;

/** The values that an item for this charge may show: with each part, or without it. */
const partsOf = ({ amount, currency }: Value): Value[] => [
	{ amount, currency },
	{ amount },
	{ currency },
	{},
];

/** By what can be read of an item; one for each spelling of its customer. */
export function keysOfItem({ identifier, amount, currency }: AdditionItem): string[] {
	const names = identifier === undefined ? [NOBODY] : identifierKeys([identifier]);
	return names.map((name) => keyOf(name, { amount, currency }));
}

/**
 * Those of items that cannot be read in full, and of which nothing that can be read differs from the charge: for one name of
 * the customer after the other, and then for none.
 */
export function keysOfMaybe(charge: Charge): string[][] {
	const [whole, ...partly] = partsOf(charge);
	const keysFor = (name: string, parts: Value[]) => parts.map((part) => keyOf(name, part));
	const keys = identifierKeys(charge.identifiers).map((name) => keysFor(name, partly));
	return [...keys, keysFor(NOBODY, [whole, ...partly])];
}

/** The same, whoever the item is for. */
export const keyOfAnybody = (value: Value): string => `anybody ${keyOf(NOBODY, value)}`;
export const keysOfAnybody = (charge: Charge): string[] => partsOf(charge).map(keyOfAnybody);

/** Finds the items that equal a charge, or may, without a look at the others. Charges with the same ones share their lists. */
export class ChargeIndex<Item extends AdditionItem> {
	private readonly withKey: (key: string) => Item[];

	constructor(items: Item[]) {
		this.withKey = groupByEach(items, keysOfItem);
	}

	/** The items that equal the charge. One may be in several of the lists. */
	equal(charge: Charge): Item[][] {
		return this.under(chargeKeys(charge));
	}

	/** The items that may equal the charge, because they cannot be read in full. */
	maybe(charge: Charge): Item[][] {
		return this.under(keysOfMaybe(charge).flat());
	}

	private under(keys: string[]): Item[][] {
		return keys.map(this.withKey).filter((items) => items.length > 0);
	}
}
