import type { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { hasFailed } from '../../../core/additions/item';
import type { Finding } from '../../../core/reconcile/books';
import { isOtherThanPaid } from '../../../core/reconcile/paidCharge';
import type { SheetRow } from '../../../core/reconcile/standing';
import { additionsById } from '../additionsById';

/**
 * Asks GMC for the additions of rows that are paid before, where no list shows them: one may have failed since, or be
 * something else than its row.
 *
 * @param findings one for each of the rows
 * @returns those that are not what their row says, and how many rows could not be asked for
 */
export async function askPaidBefore(
	client: GmcClient,
	rows: SheetRow[],
	findings: Array<Finding<Addition>>,
): Promise<{ untrue: Addition[]; unasked: number }> {
	const paid = findings.flatMap(({ found, item, entry }, position) => {
		if (found !== 'paidBefore' || item !== undefined || !entry?.additionId) return [];
		return [{ id: entry.additionId, entry, charge: rows[position].charge }];
	});
	const asked = await additionsById({ client }, [...new Set(paid.map(({ id }) => id))]);
	const untrue = paid.flatMap(({ id, entry, charge }) => {
		const addition = asked.get(id);
		if (addition === undefined) return [];
		return hasFailed(addition) || isOtherThanPaid(entry, charge, addition) ? [addition] : [];
	});
	return { untrue, unasked: paid.filter(({ id }) => !asked.has(id)).length };
}
