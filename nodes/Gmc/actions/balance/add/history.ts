import type { WholeList } from '../../../api/wholeList';
import { idsWithAmounts } from '../../../core/additions/matching';
import { GmcRequestError, isFatal } from '../../../core/service/failure';
import { checkDay } from './checkDay';
import { listRecent } from './recentList';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';
import { skipIssued } from './skipIssued';
import { rejectRecent } from './rejectRecent';

/**
 * The one look at the list before the first send. It gives the ids that were there already, by which an
 * addition of unknown fate can be recognized later; the rows that are issued already, or may be; and what the
 * day has moved so far.
 *
 * @throws GmcRequestError when the list is needed and cannot be had; InputError when it cannot be had whole
 */
export async function readHistory(run: AddRun, rows: Row[]): Promise<void> {
	const planned = rows.filter(isIn('planned'));
	if (planned.length === 0) return;
	const { duplicateProtection } = run.settings;
	// The ledger says what a key has paid; nothing has to be known in advance.
	if (run.keys && !needsList(run)) return;
	const list = await listForHistory(run);
	const ids = idsWithAmounts(planned.map(chargeOf), list.additions);
	run.ledger.extendBaseline(ids, list.isWhole);
	run.ledger.see(list.additions.map(({ _id }) => _id));
	if (duplicateProtection === 'history') await skipIssued(run, rows, list);
	else if (duplicateProtection === 'recent' && !run.keys) rejectRecent(run, rows, list);
	checkDay(run, rows, list);
}

/** Whether rows may be sent only by what the list says. */
const needsList = ({ settings }: AddRun): boolean =>
	settings.duplicateProtection === 'history' || settings.maxPerDay !== undefined;

/** Where it is not needed, a failing list only means that nothing can be concluded from it later. */
async function listForHistory(run: AddRun): Promise<WholeList> {
	const { duplicateProtection, duplicatesSince } = run.settings;
	const since = duplicateProtection === 'history' ? duplicatesSince : undefined;
	return await listRecent(run, since).catch((error: unknown) => {
		const canDoWithout =
			!needsList(run) && error instanceof GmcRequestError && !isFatal(error.failure);
		if (canDoWithout) return { additions: [], isWhole: false, cutPeriods: [] };
		throw error;
	});
}
