import type { Addition } from '../../../api/schemas';
import type { WholeList } from '../../../api/wholeList';
import { claimMatches, idsWithAmounts } from '../../../core/additions/matching';
import { GmcRequestError, isFatal } from '../../../core/service/failure';
import type { Message } from '../../../core/texts/message';
import { InputError } from '../../../core/util/inputError';
import { readTimestamp } from '../../../core/util/time';
import { listRecent } from './recentList';
import { recordSkip } from './record';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * The one look at the list before the first send. It gives the ids that were there already, by which an
 * addition of unknown fate can be recognized later, and under `history` the rows that are issued already.
 *
 * @throws GmcRequestError when the list is needed and cannot be had; InputError when it cannot be had whole
 */
export async function readHistory(run: AddRun, rows: Row[]): Promise<void> {
	const planned = rows.filter(isIn('planned'));
	if (planned.length === 0) return;
	const { duplicatesSince: since, dryRun } = run.settings;
	// The ledger says what a key has paid; nothing has to be known in advance.
	if (run.keys && since === undefined) return;
	const list = await listForHistory(run);
	if (!dryRun) {
		const ids = idsWithAmounts(planned.map(chargeOf), list.additions);
		run.ledger.extendBaseline(ids, list.isWhole);
		run.ledger.see(list.additions.map(({ _id }) => _id));
	}
	if (since !== undefined) await skipIssued(run, rows, { list, since });
}

/** Without `history` a failing list only means that nothing can be concluded from it later. */
async function listForHistory(run: AddRun): Promise<WholeList> {
	const { duplicatesSince: since } = run.settings;
	return await listRecent(run, since).catch((error: unknown) => {
		const canDoWithout =
			since === undefined && error instanceof GmcRequestError && !isFatal(error.failure);
		if (canDoWithout) return { additions: [], isWhole: false, cutPeriods: [] };
		throw error;
	});
}

async function skipIssued(
	run: AddRun,
	rows: Row[],
	{ list, since }: { list: WholeList; since: number },
): Promise<void> {
	const { context, ledger } = run;
	if (!list.isWhole) {
		throw new InputError(
			"GMC's list of additions comes cut, so Duplicate Protection cannot tell what was issued",
			'A single day holds more additions than GMC lists. Compare the sheet with GMC by hand, and send what is missing with Duplicate Protection off.',
		);
	}
	const timeZone = context.getTimezone();
	// An addition without a readable time counts: to skip a row too many shows, to pay twice does not.
	const recent = list.additions.filter(
		({ createdAt }) => (readTimestamp(createdAt, timeZone) ?? Infinity) >= wholeSecond(since),
	);
	withholdUnidentified(rows);
	const planned = rows.filter(isIn('planned'));
	const charges = planned.map(chargeOf);
	// What a key has paid with is that key's, however equal another row is.
	const owned = (await run.keys?.ownedOf(idsWithAmounts(charges, recent))) ?? [];
	const matches = claimMatches(charges, recent, new Set([...ledger.claims, ...owned]));
	for (const [position, row] of planned.entries()) {
		const match = matches[position];
		if (match === undefined) continue;
		if ('doubtful' in match) row.withhold(unreadableAddition(match.doubtful));
		else recordSkip(run, row, match.item);
	}
}

/** Whose additions in the list cannot be told apart from those of others is held back. */
function withholdUnidentified(rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		const { customerProblem } = row.state.plan;
		if (customerProblem !== undefined) row.withhold(unidentifiedCustomer(customerProblem));
	}
}

function unidentifiedCustomer(problem: Message): InputError {
	return new InputError(
		(texts) => `Duplicate Protection cannot tell what this customer was issued: ${problem(texts)}`,
		'Correct the customer. To send without this check, set Options → Duplicate Protection to Off.',
	);
}

function unreadableAddition({ _id }: Addition): InputError {
	return new InputError(
		`GMC lists the addition ${_id}, which may be this row and cannot be read, so Duplicate Protection cannot tell whether the row was issued`,
		'Look at it with Balance → Get. If it is another one, send this row with Options → Duplicate Protection set to Off.',
	);
}

/** A service that tells seconds only would else place an addition just before the time it was made at. */
const wholeSecond = (millis: number) => Math.floor(millis / 1000) * 1000;
