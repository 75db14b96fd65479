import type { IExecuteFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { GmcClient } from '../../../api/client';
import type { WholeList } from '../../../api/wholeList';
import { listWhole } from '../../../api/wholeList';
import { GmcRequestError, isFatal } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import type { Ledger } from '../../../core/additions/ledger';
import { readTimestamp } from '../../../core/util/time';
import { claimMatches, idsWithAmounts } from '../../../core/additions/matching';
import type { Row } from './rows';
import { chargeOf, having } from './rows';

/** The first day of every look, unless duplicates are sought further back. */
const LOOK_BACK_DAYS = 1;

/**
 * Lists the additions from yesterday, or from the day before `since`: a margin for the service's time zone
 * and clock, neither of which is shown (spec 4.3).
 */
export async function listRecent(
	context: IExecuteFunctions,
	client: GmcClient,
	since: number = Date.now(),
): Promise<WholeList> {
	const day = (instant: DateTime) => instant.setZone(context.getTimezone()).toFormat('yyyy-MM-dd');
	const first = DateTime.fromMillis(Math.min(since, Date.now())).minus({ days: LOOK_BACK_DAYS });
	return await listWhole(client.transport, day(first));
}

/**
 * The one look at the list before the first send. It gives the ids that were there already, by which an
 * addition of unknown fate can be recognized later, and under `history` the rows that are issued already.
 *
 * @throws GmcRequestError when the list is needed and cannot be had; InputError when it cannot be had whole
 */
export async function lookBeforeSending(
	context: IExecuteFunctions,
	client: GmcClient,
	{ rows, ledger, since }: { rows: Row[]; ledger: Ledger; since?: number },
): Promise<void> {
	const planned = rows.filter(having('planned'));
	if (planned.length === 0) return;
	const list = await listForLook(context, client, since);
	ledger.extendBaseline(idsWithAmounts(planned.map(chargeOf), list.additions), list.isWhole);
	if (since !== undefined) skipIssued(context, planned, { list, ledger, since });
}

/** Without `history` a failing list only means that nothing can be concluded from it later. */
async function listForLook(
	context: IExecuteFunctions,
	client: GmcClient,
	since: number | undefined,
): Promise<WholeList> {
	return await listRecent(context, client, since).catch((error: unknown) => {
		const canDoWithout =
			since === undefined && error instanceof GmcRequestError && !isFatal(error.failure);
		if (canDoWithout) return { additions: [], isWhole: false, cutPeriods: [] };
		throw error;
	});
}

function skipIssued(
	context: IExecuteFunctions,
	planned: Row[],
	{ list, ledger, since }: { list: WholeList; ledger: Ledger; since: number },
): void {
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
	const taken = new Set(ledger.claimedIds());
	const twins = claimMatches(planned.map(chargeOf), recent, taken);
	for (const [position, row] of planned.entries()) {
		if (twins[position] === undefined) continue;
		row.outcome = 'skipped';
		row.addition = twins[position];
		row.entry = ledger.skip(chargeOf(row), row.addition._id, new Date());
	}
}

/** A service that tells seconds only would else place an addition just before the time it was made at. */
const wholeSecond = (millis: number) => Math.floor(millis / 1000) * 1000;
