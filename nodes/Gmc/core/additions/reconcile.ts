import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { sameCharge } from './charge';
import type { AdditionItem } from './item';
import { isClaimed, readItems } from './item';
import { ChargeIndex } from './matching';

export type Verdict<A extends ListedAddition> = { issued: AdditionItem<A> } | { candidates: A[] };

/**
 * Judges charges whose request went out and whose fate is not known, by the service's own list, which is the
 * ledger of what was done (CONTRIBUTING M4). Where exactly as many new equal items are there as were asked
 * for, all of them were issued; where fewer or more are there, or one that cannot be read, nothing is proven.
 *
 * @param inDoubt the charges, equal ones among them counted
 * @param additions the whole list over a period that begins before the requests
 * @param known additions and items that were there before, or that belong to other rows
 * @param others charges in doubt that are not to be judged now: what is there may be theirs
 * @returns a verdict per charge, in order
 */
export function reconcile<A extends ListedAddition>(
	inDoubt: Charge[],
	additions: A[],
	known: ReadonlySet<string>,
	others: Charge[] = [],
): Array<Verdict<A>> {
	const items = additions.flatMap(readItems<A>).filter((item) => !isClaimed(item, known));
	const index = new ChargeIndex(items);
	const given = new Set<AdditionItem<A>>();
	return inDoubt.map((charge) => {
		const isEqual = (other: Charge) => sameCharge(other, charge);
		const askedFor = [...inDoubt, ...others].filter(isEqual).length;
		const matching = index.of(charge);
		const doubtful = index.doubtful(charge);
		const own = matching.find((item) => !given.has(item));
		if (own === undefined || matching.length !== askedFor || doubtful !== undefined) {
			const candidates = doubtful ? [...matching, doubtful] : matching;
			return { candidates: [...new Set(candidates.map(({ addition }) => addition))] };
		}
		given.add(own);
		return { issued: own };
	});
}
