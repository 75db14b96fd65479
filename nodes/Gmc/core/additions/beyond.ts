import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { identifierKeys } from './charge';
import type { AdditionItem } from './item';
import { isClaimed, isReadable, readItems } from './item';
import { isFailed } from './status';

/** What a list has of a customer, and nobody claims. */
export interface Unclaimed<A extends ListedAddition> {
	item: AdditionItem<A>;
	/** Of the first charge of that customer. */
	position: number;
	/** In units of the currency. */
	amount: number;
	currency: string;
}

/**
 * The items of a list that moved, or may still move, money of a customer of the charges, and that nobody claims: such
 * as the first amount of a row that was corrected. In the order of the list. What has failed moved nothing; what
 * cannot be read is a matter of `claimMatches`.
 *
 * @param claims additions and items that stand for a row
 */
export function beyondCharges<A extends ListedAddition>(
	charges: Charge[],
	additions: A[],
	claims: ReadonlySet<string>,
): Array<Unclaimed<A>> {
	const customers = new Map<string, number>();
	for (const [position, { identifiers }] of charges.entries()) {
		const keys = identifierKeys(identifiers);
		const [known = position] = keys.flatMap((key) => customers.get(key) ?? []);
		for (const key of keys) customers.set(key, known);
	}
	return additions
		.filter((addition) => !isFailed(addition))
		.flatMap(readItems<A>)
		.flatMap((item) => {
			if (item.isFailed || isClaimed(item, claims) || !isReadable(item)) return [];
			const { identifier, amount, currency } = item;
			const [position] = identifierKeys([identifier]).flatMap((key) => customers.get(key) ?? []);
			return position === undefined ? [] : [{ item, position, amount, currency }];
		});
}
