import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { WholeList } from '../../api/wholeList';
import { listWhole } from '../../api/wholeList';

/** How many days back to start, unless an open row is older. */
const LOOK_BACK_DAYS = 1;

/**
 * Lists the additions since yesterday, or since the day before `since`. The day is a margin for GMC's time zone and clock,
 * which are not shown (service.md 4.3).
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
