import type { WholeList } from '../../../../api/wholeList';
import { idsWithAmounts } from '../../../../core/additions/matching';
import { GmcRequestError, isFatal } from '../../../../core/service/failure';
import { checkDay } from './checkDay';
import { listRecent } from '../../recentList';
import { refuseRecent } from './refuseRecent';
import type { Row } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import { isNamedByUser } from '../run/settings';
import { takeTurn } from './takeTurn';

/**
 * The last look at the list before the first send. It gives the ids that were there already, by which an addition of
 * unknown fate can be recognized later; what rows resemble; and what the day has moved so far.
 *
 * @throws GmcRequestError when the list is needed and cannot be had; InputError when it does not tell
 */
export async function compare(run: AddRun, rows: Row[]): Promise<void> {
	const { ledger, settings } = run;
	const planned = rows.filter(isIn('planned'));
	if (planned.length === 0) return;
	// The ledger says what a name has paid; nothing has to be known in advance.
	if (isNamedByUser(settings) && settings.maxPerDay === undefined) return;
	if (settings.maxPerDay === undefined) return await compareWithList(run, rows);
	// Runs under a limit of the day wait for each other while they count.
	await takeTurn(run, [ledger.account], async () => await compareWithList(run, rows));
}

async function compareWithList(run: AddRun, rows: Row[]): Promise<void> {
	const { ledger } = run;
	const planned = rows.filter(isIn('planned'));
	const list = await listBefore(run);
	ledger.memory.addLook(idsWithAmounts(planned.map(chargeOf), list.additions), list.isWhole);
	for (const { _id } of list.additions) ledger.known.add(_id);
	await refuseRecent(run, rows, list);
	await checkDay(run, rows, list);
}

/** Where it is not needed, a failing list only means that nothing can be concluded from it later. */
async function listBefore(run: AddRun): Promise<WholeList> {
	return await listRecent(run).catch((error: unknown) => {
		const isNeeded = run.settings.maxPerDay !== undefined;
		if (isNeeded || !(error instanceof GmcRequestError) || isFatal(error.failure)) throw error;
		return { additions: [], isWhole: false, cutPeriods: [] };
	});
}
