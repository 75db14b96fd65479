import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { chargeKeys, chargesOf } from './charge';
import { isFailed } from './status';

/** Finds the additions of a list that are equal to a charge, in one step per charge. */
export class ChargeIndex<A extends ListedAddition> {
	private readonly byKey = new Map<string, Set<A>>();

	constructor(additions: A[]) {
		for (const addition of additions) {
			for (const key of chargesOf(addition).flatMap(chargeKeys)) {
				const group = this.byKey.get(key) ?? new Set();
				this.byKey.set(key, group.add(addition));
			}
		}
	}

	/** Every addition that the charge would make, in the order of the list. */
	of(charge: Charge): A[] {
		return [...new Set(chargeKeys(charge).flatMap((key) => [...(this.byKey.get(key) ?? [])]))];
	}
}

/**
 * Ids of all additions that have the amount and currency of any of the charges, whoever the customer is: what
 * was there before a send cannot be its result, under whichever name the list shows the customer.
 */
export function idsWithAmounts(charges: Charge[], additions: ListedAddition[]): string[] {
	const amountOf = ({ amount, currency }: Charge) => `${amount} ${currency}`;
	const asked = new Set(charges.map(amountOf));
	return additions
		.filter((addition) => chargesOf(addition).some((charge) => asked.has(amountOf(charge))))
		.map(({ _id }) => _id);
}

/**
 * Gives each charge an addition of its own that moved, or may still move, the same money: a multiset match,
 * so that two equal rows and one addition leave one row to send. A failed addition moved nothing.
 *
 * @param taken ids that belong to somebody already; the ones given out are added
 * @returns per charge the addition it was given, or undefined
 */
export function claimMatches<A extends ListedAddition>(
	charges: Charge[],
	additions: A[],
	taken: Set<string>,
): Array<A | undefined> {
	const index = new ChargeIndex(additions.filter((addition) => !isFailed(addition)));
	return charges.map((charge) => {
		const twin = index.of(charge).find(({ _id }) => !taken.has(_id));
		if (twin !== undefined) taken.add(twin._id);
		return twin;
	});
}
