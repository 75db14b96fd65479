import type { WholeList } from '../../../api/additions';
import { GmcRequestError, isFatal } from '../../../core/service/failure';
import { listRecent } from '../namedAdditions';
import { apply } from './decide';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/**
 * Reads GMC's list before rows are sent. An addition that is already there cannot be the answer to a request. Where the
 * protection compares rows with it, those that equal an addition are refused.
 *
 * @returns undefined where the list is not needed
 * @throws GmcRequestError when the list is needed and GMC does not give it; LedgerError
 */
export async function readList(run: AddRun, rows: Row[]): Promise<WholeList | undefined> {
	const { settings, protection, ledger } = run;
	const { needsList, compare } = protection;
	const planned = rows.filter(isIn('planned'));
	if (planned.length === 0) return undefined;
	if (!needsList && settings.maxPerDay === undefined) return undefined;
	const list = await listBefore(run);
	for (const { _id } of list.additions) ledger.known.add(_id);
	if (compare) await apply(run, await compare(run, planned, list));
	return list;
}

/**
 * Only Maximum per Day needs the list. Without it, Recent does not see other people's top-ups, and a lost answer is judged
 * by times alone.
 */
async function listBefore(run: AddRun): Promise<WholeList> {
	return await listRecent(run).catch((error: unknown) => {
		const isNeeded = run.settings.maxPerDay !== undefined;
		if (isNeeded || !(error instanceof GmcRequestError) || isFatal(error.failure)) throw error;
		return { additions: [], isWhole: false, incompletePeriods: [] };
	});
}
