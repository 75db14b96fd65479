import type { Addition } from '../../../../api/schemas';
import type { Entry, Verdict } from '../../../../core/ledger/entry';
import { additionsById, MAX_LOOKUPS } from '../../additionsById';
import { listRecent } from '../../recentList';
import type { Row } from '../rows/row';
import type { AddRun } from '../run/run';

/** Milliseconds before an entry was written at which its addition surely was not there. */
const LIST_MARGIN_MS = 60_000;

/**
 * The additions that verdicts name, by id, as far as they can be had: what this execution remembers, and of the others
 * few by one request each, many by one list.
 */
export async function namedAdditions(
	run: AddRun,
	verdicts: Map<Row, Verdict>,
): Promise<Map<string, Addition>> {
	const found = new Map<string, Addition>();
	const asked = new Map<string, number>();
	for (const [row, verdict] of verdicts) {
		const own = run.ledger.remembered(row);
		for (const { additionId, askedAt } of namedBy(verdict)) {
			if (additionId === undefined) continue;
			if (own?.addition && own.additionId === additionId && verdict.is === 'paid') {
				found.set(additionId, own.addition as Addition);
			} else asked.set(additionId, askedAt);
		}
	}
	if (asked.size > MAX_LOOKUPS) {
		const since = [...asked.values()].reduce((first, at) => Math.min(first, at)) - LIST_MARGIN_MS;
		const list = await listRecent(run, since).catch(() => undefined);
		for (const addition of list?.additions ?? []) {
			if (asked.has(addition._id)) found.set(addition._id, addition);
		}
	}
	const missing = [...asked.keys()].filter((id) => !found.has(id));
	return new Map([...found, ...(await additionsById(run, missing))]);
}

/** The entries whose additions matter: they have paid, or have failed. */
function namedBy(verdict: Verdict): Entry[] {
	if (verdict.is === 'paid')
		return [{ ...verdict.row, additionId: verdict.additionId || undefined }];
	if (verdict.is === 'reused' && verdict.row.outcome === 'issued') return [verdict.row];
	return verdict.is === 'free' ? verdict.failed : [];
}
