import type { WholeList } from '../../../api/wholeList';
import { certainTimeOf, RECENT_MINUTES, recentEquals } from '../../../core/additions/recent';
import type { Entry } from '../../../core/ledger/entry';
import { isChargedBy, isUnreadable, mayOwnAddition } from '../../../core/ledger/entry';
import { GmcRequestError, isFatal } from '../../../core/service/failure';
import { groupBy } from '../../../core/util/groupBy';
import { momentIn } from '../../../shared/context';
import { showHint } from '../../../shared/hints';
import { listRecent } from '../recentList';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';
import { suspectedDuplicate } from './recentProblems';

/**
 * Reads GMC's list before a part is sent. An addition that is already there cannot be the answer to a request. Under
 * Recent, a row that equals an addition of the last minutes is refused, unless this execution made that addition.
 *
 * @param part the rows to compare
 * @returns undefined where the list is not needed
 * @throws GmcRequestError when the list is needed and GMC does not give it; LedgerError
 */
export async function compare(
	run: AddRun,
	rows: Row[],
	part: Row[],
): Promise<WholeList | undefined> {
	const { settings, ledger } = run;
	if (!part.some(isIn('planned'))) return undefined;
	// The ledger alone decides about keys and batches.
	if (isNamedByUser(settings) && settings.maxPerDay === undefined) return undefined;
	const list = await listBefore(run);
	for (const { _id } of list.additions) ledger.known.add(_id);
	const sheet = { rows, part, list };
	if (settings.duplicateProtection === 'recent') await refuseListed(run, sheet);
	return list;
}

/** Only Maximum per Day needs the list. Without it, a lost answer is judged by times alone. */
async function listBefore(run: AddRun): Promise<WholeList> {
	return await listRecent(run).catch((error: unknown) => {
		const isNeeded = run.settings.maxPerDay !== undefined;
		if (isNeeded || !(error instanceof GmcRequestError) || isFatal(error.failure)) throw error;
		return { additions: [], isWhole: false, incompletePeriods: [] };
	});
}

interface ComparedSheet {
	rows: Row[];
	part: Row[];
	list: WholeList;
}

/** An addition that cannot be read counts as equal to any row that it may be. */
async function refuseListed(run: AddRun, sheet: ComparedSheet): Promise<void> {
	const { context, isTool } = run;
	if (!sheet.list.isWhole) hintAtIncompleteList(run);
	const timeZone = context.getTimezone();
	for (const { row, addition, isOfExecution, isUncertain } of await resembling(run, sheet)) {
		if (!isIn('planned')(row)) continue;
		// An agent that repeats itself is told what it has paid.
		if (isTool && isOfExecution) row.skip(addition);
		else {
			const madeAt = certainTimeOf(addition, timeZone);
			const at = madeAt === undefined ? undefined : momentIn(context, madeAt);
			row.reject(suspectedDuplicate(row, { additionId: addition._id, at, isUncertain }));
		}
	}
}

/**
 * The rows that equal, or may equal, a recent addition, each with the first one. What this execution has made does not
 * count, and what the ledger knows to be another row's, which it does also where the list cannot be read.
 */
async function resembling(run: AddRun, { rows, part, list }: ComparedSheet) {
	const { ledger, context, client, execution } = run;
	const planned = part.filter(isIn('planned'));
	const issued = new Set(rows.filter(isIn('issued')).map(({ state }) => state.addition._id));
	const additions = list.additions.filter(({ _id }) => !issued.has(_id));
	const now = Date.now() + (client.transport.clock.offset ?? 0);
	const suspects = recentEquals(planned.map(chargeOf), additions, {
		now,
		timeZone: context.getTimezone(),
	});
	const ids = new Set(suspects.flatMap((of) => [...of.equal, ...of.maybe]).map(({ _id }) => _id));
	if (ids.size === 0) return [];
	const owners = (await ledger.read({ do: 'readOwners', additionIds: [...ids] })).filter(
		mayOwnAddition,
	);
	const ownersOf = groupBy(owners, ({ additionId = '' }) => additionId);
	return suspects.flatMap(({ equal, maybe }, position) => {
		const row = planned[position];
		const mayBeRows = (owner: Entry) => isUnreadable(owner) || isChargedBy(owner, chargeOf(row));
		const counts = (all: Entry[]) =>
			all.length === 0 || (all.some(mayBeRows) && !all.some((one) => execution.isOwn(one)));
		const addition = [...equal, ...maybe].find(({ _id }) => counts(ownersOf(_id)));
		if (addition === undefined) return [];
		const of = ownersOf(addition._id);
		const isOfExecution = of.some((owner) => execution.isOfExecution(owner));
		const isShared = (row.customer?.taxIdOwners.size ?? 0) > 1 && of.length === 0;
		return [{ row, addition, isOfExecution, isUncertain: isShared || maybe.includes(addition) }];
	});
}

function hintAtIncompleteList({ context }: AddRun): void {
	showHint(
		context,
		'warning',
		`GMC returned an incomplete list, so not every row was compared with the top-ups of the last ${RECENT_MINUTES} minutes. Idempotency keys and batches do not need that list.`,
	);
}
