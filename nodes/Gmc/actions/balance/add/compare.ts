import type { WholeList } from '../../../api/additions';
import { certainTimeOf, RECENT_MINUTES, recentItems } from '../../../core/additions/recent';
import type { Entry } from '../../../core/ledger/entry';
import { mayOwnAddition } from '../../../core/ledger/entry';
import type { Suspect } from '../../../core/ledger/listed';
import { Listed } from '../../../core/ledger/listed';
import { GmcRequestError, isFatal } from '../../../core/service/failure';
import { showHint } from '../../../shared/context';
import { listRecent } from '../namedAdditions';
import { suspectedDuplicate } from './problems';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';

/**
 * Reads GMC's list before rows are sent. An addition that is already there cannot be the answer to a request. Under Recent,
 * a row that equals an addition of the last minutes is refused, unless this execution made that addition.
 *
 * @returns undefined where the list is not needed
 * @throws GmcRequestError when the list is needed and GMC does not give it; LedgerError
 */
export async function compare(run: AddRun, rows: Row[]): Promise<WholeList | undefined> {
	const { settings, ledger } = run;
	const planned = rows.filter(isIn('planned'));
	if (planned.length === 0) return undefined;
	// The ledger alone decides about keys and batches.
	if (isNamedByUser(settings) && settings.maxPerDay === undefined) return undefined;
	const list = await listBefore(run);
	for (const { _id } of list.additions) ledger.known.add(_id);
	if (settings.duplicateProtection === 'recent') await refuseListed(run, planned, list);
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

/**
 * An addition that cannot be read counts as equal to any row that it may be. What this execution has made does not count, and
 * what the ledger knows to be another row's; see `Listed`.
 */
async function refuseListed(
	run: AddRun,
	planned: Array<RowIn<'planned'>>,
	list: WholeList,
): Promise<void> {
	const { context, ledger, client, execution } = run;
	if (!list.isWhole) {
		const happened = `GMC did not give its whole list, so not every row was compared with the top-ups of the last ${RECENT_MINUTES} minutes. Idempotency keys and batches do not need that list.`;
		showHint(context, 'warning', happened);
	}
	const now = Date.now() + (client.transport.clock.offset ?? 0);
	const others = list.additions.filter(({ _id }) => !ledger.made.has(_id));
	const items = recentItems(others, { now, timeZone: context.getTimezone() });
	const charges = planned.map(chargeOf);
	// Rows of one charge share their lists.
	const lists = new Set(charges.flatMap((one) => [...items.equal(one), ...items.maybe(one)]));
	const suspects = [...new Set([...lists].flat().map(({ addition }) => addition))];
	if (suspects.length === 0) return;
	const additionIds = suspects.map(({ _id }) => _id);
	const owners = await ledger.read({ do: 'readOwners', additionIds });
	const isOwn = (entry: Entry) => execution.isOwn(entry);
	const listed = new Listed(items, suspects, owners.filter(mayOwnAddition), isOwn);
	for (const [position, row] of planned.entries()) {
		const suspect = listed.suspectOf(charges[position]);
		if (suspect !== undefined) refuseAs(run, row, suspect);
	}
}

function refuseAs(run: AddRun, row: RowIn<'planned'>, suspect: Suspect): void {
	const { context, isTool, execution, client } = run;
	const { addition, owners } = suspect;
	// An agent that repeats itself is told what it has paid.
	if (isTool && owners.some((one) => execution.isOfExecution(one))) return row.skip(addition);
	const isShared = (row.customer?.taxIdOwners.size ?? 0) > 1 && owners.length === 0;
	const isUncertain = isShared || suspect.isUncertain;
	const at = certainTimeOf(addition, context.getTimezone());
	const entry = owners.at(0);
	if (!isUncertain) row.paidBy = entry;
	const since = at && at - (client.transport.clock.offset ?? 0);
	const told = { additionId: addition._id, at, since, entry, isUncertain };
	row.reject(suspectedDuplicate(run, row, told));
}
