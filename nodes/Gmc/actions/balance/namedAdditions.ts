import type { IExecuteFunctions } from 'n8n-workflow';
import type { WholeList } from '../../api/additions';
import { findAdditions, MAX_LOOKUPS, listWhole } from '../../api/additions';
import type { GmcClient } from '../../api/client';
import { dayBefore, dayIn } from '../../core/time/time';
import type { Addition } from '../../core/service/record';
import type { Entry } from '../../core/ledger/entry';

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

/** Milliseconds before an entry was written at which its addition surely was not there. */
const LIST_MARGIN_MS = 60_000;

/** The additions that entries name, as far as GMC shows them: few by one request each, many by one list. */
export async function namedAdditions(
	run: { context: IExecuteFunctions; client: GmcClient },
	entries: Entry[],
): Promise<Map<string, Addition>> {
	const askedAt = new Map<string, number>();
	for (const entry of entries) {
		if (entry.additionId !== undefined) askedAt.set(entry.additionId, entry.askedAt);
	}
	const found = new Map<string, Addition>();
	if (askedAt.size > MAX_LOOKUPS) {
		const first = [...askedAt.values()].reduce((earliest, at) => Math.min(earliest, at));
		const list = await listRecent(run, first - LIST_MARGIN_MS).catch(() => undefined);
		for (const addition of list?.additions ?? []) {
			if (askedAt.has(addition._id)) found.set(addition._id, addition);
		}
	}
	const missing = [...askedAt.keys()].filter((id) => !found.has(id));
	const lookedUp = await findAdditions(run.client.transport, missing);
	return new Map([...found, ...lookedUp.found]);
}
