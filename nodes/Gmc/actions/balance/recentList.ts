import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { WholeList } from '../../api/wholeList';
import { listWhole } from '../../api/wholeList';
import { dayBefore, dayIn } from '../../core/time/time';

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
	const first = dayIn(Math.min(since, Date.now()), context.getTimezone());
	return await listWhole(client.transport, dayBefore(first));
}
