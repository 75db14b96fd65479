import type { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { hasFailed } from '../../../core/additions/item';
import type { Finding } from '../../../core/reconcile/books';
import { additionsById } from '../additionsById';

/**
 * Asks GMC for the additions of rows that are paid before, where no list shows them: one may have failed since.
 *
 * @returns those that have, and how many rows could not be asked for
 */
export async function askPaidBefore(
	client: GmcClient,
	findings: Array<Finding<Addition>>,
): Promise<{ failed: Addition[]; unasked: number }> {
	const ids = findings.flatMap(({ found, item, entry }) =>
		found === 'paidBefore' && item === undefined ? (entry?.additionId ?? []) : [],
	);
	const asked = await additionsById({ client }, [...new Set(ids)]);
	return {
		failed: [...asked.values()].filter((addition) => hasFailed(addition)),
		unasked: ids.filter((id) => !asked.has(id)).length,
	};
}
