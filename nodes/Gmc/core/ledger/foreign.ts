import type { Charge } from '../additions/charge';
import { identifierKeys, valueKey } from '../additions/charge';
import { firstLeft, groupBy, groupsOf } from '../util/groupBy';
import type { Entry } from './entry';
import { stands } from './entry';

/**
 * What other accounts have sent of a batch. Their customers have other `_id`s, so they are recognized by any identifier. An
 * entry of equal amount and currency is a row's. Where a customer has one that no row equals, that row may have been
 * corrected, so the customer's other rows are held back, too.
 *
 * @param charges of the rows
 * @param entries of the batch
 * @returns for each row the entry of another account that keeps it back
 */
export function foreignInBatch(charges: Charge[], entries: Entry[]): Array<Entry | undefined> {
	const foreign = entries.filter((entry) => entry.isForeign && stands(entry));
	const found: Array<Entry | undefined> = charges.map(() => undefined);
	if (foreign.length === 0) return found;
	const named = foreign.flatMap((entry) =>
		identifierKeys(entry.charge.identifiers).map((key) => ({ key, entry })),
	);
	const withKey = groupBy(named, ({ key }) => key);
	const customerOf = ({ customerId, identifiers }: Charge) => customerId ?? identifiers[0];
	for (const rows of groupsOf([...charges.entries()], ([, charge]) => customerOf(charge))) {
		const keys = identifierKeys(rows.flatMap(([, { identifiers }]) => identifiers));
		const left = new Set(keys.flatMap((key) => withKey(key).map(({ entry }) => entry)));
		const ofValue = groupBy([...left], ({ charge }) => valueKey(charge));
		const equalTo = firstLeft(ofValue, (entry) => left.has(entry));
		for (const [at, charge] of rows) {
			const entry = equalTo(valueKey(charge));
			if (entry !== undefined && left.delete(entry)) found[at] = entry;
		}
		const [changed] = left;
		for (const [at] of rows) found[at] ??= changed;
	}
	return found;
}
