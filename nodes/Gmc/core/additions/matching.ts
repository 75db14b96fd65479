import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { chargeKeys, identifierKeys, valueKey } from './charge';
import type { AdditionItem } from './item';
import { isClaimed, isOther, isReadable, readItems } from './item';
import { isFailed } from './status';

/** Finds the items of a list that are equal to a charge, in one step per charge. */
export class ChargeIndex<A extends ListedAddition> {
	private readonly byKey = new Map<string, Set<AdditionItem<A>>>();

	/** What cannot be read whole, by customer; under NOBODY where not even that can be read. */
	private readonly unreadable = new Map<string, Set<AdditionItem<A>>>();

	constructor(items: Array<AdditionItem<A>>) {
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
	of(charge: Charge): Array<AdditionItem<A>> {
		return [...new Set(chargeKeys(charge).flatMap((key) => [...(this.byKey.get(key) ?? [])]))];
	}

	/** An item that cannot be read so far as to say that it is not this charge. */
	doubtful(charge: Charge): AdditionItem<A> | undefined {
		return [...identifierKeys(charge.identifiers), NOBODY]
			.flatMap((key) => [...(this.unreadable.get(key) ?? [])])
			.find((item) => !isOther(charge, item));
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

/** What the list has of a charge: an item of its own, one that may or may not be it, or nothing. */
export type Match<A extends ListedAddition> =
	| { item: AdditionItem<A> }
	| { doubtful: A }
	| undefined;

/**
 * Gives each charge an item of its own that moved, or may still move, the same money: a multiset match, so
 * that two equal rows and one item leave one row to send. What has failed moved nothing.
 *
 * @param claims additions and items that belong to somebody already; the ones given out are added
 */
export function claimMatches<A extends ListedAddition>(
	charges: Charge[],
	additions: A[],
	claims: Set<string>,
): Array<Match<A>> {
	const standing = additions.filter((addition) => !isFailed(addition)).flatMap(readItems<A>);
	const isFree = (item: AdditionItem<A>) => !item.isFailed && !isClaimed(item, claims);
	const index = new ChargeIndex(standing.filter(isFree));
	return charges.map((charge) => {
		const item = index.of(charge).find(isFree);
		if (item !== undefined) {
			claims.add(item.claim);
			return { item };
		}
		const doubtful = index.doubtful(charge);
		return doubtful && { doubtful: doubtful.addition };
	});
}
