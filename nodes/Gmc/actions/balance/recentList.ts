import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { WholeList } from '../../api/wholeList';
import { listWhole } from '../../api/wholeList';

/** The first day of every look, unless what is in doubt is older. */
const LOOK_BACK_DAYS = 1;

/**
 * Lists the additions from yesterday, or from the day before `since`: a margin for the service's time zone
 * and clock, neither of which is shown (service.md 4.3).
 *
 * @param since epoch milliseconds
 */
export async function listRecent(
	{ context, client }: { context: IExecuteFunctions; client: GmcClient },
	since: number = Date.now(),
): Promise<WholeList> {
	const day = (instant: DateTime) => instant.setZone(context.getTimezone()).toFormat('yyyy-MM-dd');
	const first = DateTime.fromMillis(Math.min(since, Date.now())).minus({ days: LOOK_BACK_DAYS });
	return await listWhole(client.transport, day(first));
}
