import type { Addition } from '../../../api/schemas';
import { beyondCharges } from '../../../core/additions/beyond';
import { sameCharge } from '../../../core/additions/charge';
import { maskTaxId } from '../../../core/customers/taxId';
import { showHint } from '../../../shared/hints';
import { NO_OWNERS } from './desk';
import type { RowIn } from './row';
import { chargeOf } from './row';
import type { AddRun } from './run';

/** So many additions are named. */
const MAX_NAMED = 5;

interface Compared {
	/** Rows that were compared with the list. */
	planned: Array<RowIn<'planned'>>;
	inDoubt: Array<RowIn<'inDoubt'>>;
	/** What GMC lists of the period. */
	additions: Addition[];
	/** Additions and items that stand for a row. */
	claims: ReadonlySet<string>;
}

/**
 * Under `history`, a corrected amount is a second payment beside the first, which stands in no row any more: says who
 * of the sheet has such additions. What a key has paid with is another row's, and one that a row in doubt may have
 * made is perhaps its own.
 */
export async function hintAtBeyond(run: AddRun, compared: Compared): Promise<void> {
	const { planned, inDoubt, additions, claims } = compared;
	const charges = planned.map(chargeOf);
	const doubted = inDoubt.map(chargeOf);
	const beyond = beyondCharges(charges, additions, claims).filter(({ position, ...value }) => {
		const charge = { ...value, identifiers: charges[position].identifiers };
		return !doubted.some((one) => sameCharge(one, charge));
	});
	const ids = beyond.map(({ item }) => item.addition._id);
	const owners = (await run.keys?.ownersOf(ids)) ?? NO_OWNERS;
	const unowned = beyond.filter(
		({ item: { addition } }) =>
			!owners.owned.has(addition._id) && !owners.doubted.has(addition._id),
	);
	if (unowned.length === 0) return;
	const named = unowned.slice(0, MAX_NAMED).map(({ position, amount, currency }) => {
		const { customerName, request } = planned[position].state.plan;
		return { name: customerName ?? maskTaxId(request.customerIdentifier), amount, currency };
	});
	const more = unowned.length - named.length;
	showHint(run.context, 'warning', ({ duplicates }) => duplicates.beyondRows({ named, more }));
}
