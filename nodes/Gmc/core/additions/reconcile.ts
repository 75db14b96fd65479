import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { sameCharge } from './charge';
import { ChargeIndex } from './matching';

export type Verdict<A> = { issued: A } | { candidates: A[] };

/**
 * Judges charges whose request went out and whose fate is not known, by the service's own list, which is the
 * ledger of what was done (models, rule 4). Where exactly as many new equal additions are there as were
 * asked for, all of them were issued; where fewer or more are there, nothing is proven.
 *
 * @param open the charges, equal ones among them counted
 * @param additions the whole list over a period that begins before the requests
 * @param known ids that were there before, or that belong to other rows
 * @returns a verdict per charge, in order
 */
export function reconcile<A extends ListedAddition>(
	open: Charge[],
	additions: A[],
	known: ReadonlySet<string>,
): Array<Verdict<A>> {
	const index = new ChargeIndex(additions.filter(({ _id }) => !known.has(_id)));
	const given = new Set<string>();
	return open.map((charge) => {
		const askedFor = open.filter((other) => sameCharge(other, charge)).length;
		const candidates = index.of(charge);
		const own = candidates.find(({ _id }) => !given.has(_id));
		if (own === undefined || candidates.length !== askedFor) return { candidates };
		given.add(own._id);
		return { issued: own };
	});
}
