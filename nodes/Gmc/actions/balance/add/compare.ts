import type { WholeList } from '../../../api/additions';
import type { Addition } from '../../../core/service/record';
import { readItems } from '../../../core/additions/item';
import { certainTimeOf, RECENT_MINUTES, recentEquals } from '../../../core/additions/recent';
import type { Entry } from '../../../core/ledger/entry';
import { isChargedBy, isUnreadable, mayOwnAddition } from '../../../core/ledger/entry';
import { mayHaveMade } from '../../../core/ledger/links';
import { GmcRequestError, isFatal } from '../../../core/service/failure';
import { groupBy } from '../../../core/util/groupBy';
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

/** An addition that cannot be read counts as equal to any row that it may be. */
async function refuseListed(
	run: AddRun,
	planned: Array<RowIn<'planned'>>,
	list: WholeList,
): Promise<void> {
	const { context, ledger, client } = run;
	if (!list.isWhole) {
		const happened = `GMC did not give its whole list, so not every row was compared with the top-ups of the last ${RECENT_MINUTES} minutes. Idempotency keys and batches do not need that list.`;
		showHint(context, 'warning', happened);
	}
	const now = Date.now() + (client.transport.clock.offset ?? 0);
	const clock = { now, timeZone: context.getTimezone() };
	const suspects = recentEquals(planned.map(chargeOf), list.additions, clock);
	const ids = new Set(suspects.flatMap((of) => [...of.equal, ...of.maybe]).map(({ _id }) => _id));
	if (ids.size === 0) return;
	const owners = await ledger.read({ do: 'readOwners', additionIds: [...ids] });
	const ownersOf = groupBy(owners.filter(mayOwnAddition), ({ additionId = '' }) => additionId);
	for (const [position, row] of planned.entries()) {
		refuseIfListed(run, row, { ...suspects[position], ownersOf });
	}
}

interface Suspects {
	equal: Addition[];
	/** Additions that cannot be read in full. */
	maybe: Addition[];
	ownersOf: (additionId: string) => Entry[];
}

/**
 * What this execution has made does not count, and what the ledger knows to be another row's, which it does also where the
 * list cannot be read.
 */
function refuseIfListed(
	run: AddRun,
	row: RowIn<'planned'>,
	{ equal, maybe, ownersOf }: Suspects,
): void {
	const { context, isTool, execution } = run;
	const mayBeRows = (owner: Entry) => isUnreadable(owner) || isChargedBy(owner, chargeOf(row));
	const ownersIn = (addition: Addition) => {
		const items = readItems(addition);
		return ownersOf(addition._id).filter(
			(one) => mayBeRows(one) || items.some((item) => mayHaveMade(one, item)),
		);
	};
	const counts = (all: Entry[]) =>
		all.length === 0 || (all.some(mayBeRows) && !all.some((one) => execution.isOwn(one)));
	const addition = [...equal, ...maybe].find((one) => counts(ownersIn(one)));
	if (addition === undefined) return;
	const { _id: additionId } = addition;
	const owners = ownersIn(addition);
	// An agent that repeats itself is told what it has paid.
	if (isTool && owners.some((one) => execution.isOfExecution(one))) return row.skip(addition);
	const isShared = (row.customer?.taxIdOwners.size ?? 0) > 1 && owners.length === 0;
	const isUncertain = isShared || maybe.includes(addition);
	const at = certainTimeOf(addition, context.getTimezone());
	row.paidBy = owners.at(0);
	row.reject(suspectedDuplicate(run, row, { additionId, at, entry: row.paidBy, isUncertain }));
}
