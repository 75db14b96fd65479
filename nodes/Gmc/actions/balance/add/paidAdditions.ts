import { getAddition } from '../../../api/additions';
import type { Addition } from '../../../api/schemas';
import type { Verdict } from '../../../core/ledger/entry';
import { runPool } from '../../../core/util/pool';
import { listRecent } from './recentList';
import type { AddRun } from './run';

/** More additions than these are taken from one list instead of being asked for one by one. */
const MAX_LOOKUPS = 20;
const LOOKUPS_AT_ONCE = 4;
/** Milliseconds before a row of the ledger was written at which its addition surely was not there. */
const LIST_MARGIN_MS = 60_000;

/** The additions that verdicts `paid` name, by id: few are asked for one by one, many in one list. */
export async function paidAdditions(
	run: AddRun,
	verdicts: Verdict[],
): Promise<Map<string, Addition>> {
	const paid = verdicts.flatMap((verdict) => (verdict.is === 'paid' ? verdict : []));
	const found = new Map<string, Addition>();
	if (paid.length > MAX_LOOKUPS) {
		const since = Math.min(...paid.map(({ row }) => row.askedAt)) - LIST_MARGIN_MS;
		const list = await listRecent(run, since).catch(() => undefined);
		for (const addition of list?.additions ?? []) found.set(addition._id, addition);
	}
	const missing = paid.filter(({ additionId }) => !found.has(additionId)).slice(0, MAX_LOOKUPS);
	const lookUp = async ({ additionId }: { additionId: string }) => {
		const addition = await getAddition(run.client.transport, additionId).catch(() => undefined);
		if (addition !== undefined) found.set(additionId, addition);
	};
	await runPool(missing, () => LOOKUPS_AT_ONCE, lookUp);
	return found;
}
