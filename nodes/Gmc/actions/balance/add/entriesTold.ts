import { settledAtOf } from '../../../core/ledger/neighbours';
import type { Entry } from '../../../core/ledger/entry';
import { isOpen, isUnsettled } from '../../../core/ledger/entry';
import type { AddRun } from './run';

// What the entries that stop a row prove, and until when they do.

/** What is told of entries that refuse equal rows. */
export interface Told {
	entry: Entry;
	/** See `recentEnds`. */
	since: number;
	heldUntil: number;
}

export const toldOf = (run: AddRun, entries: Entry[]): Told => ({
	entry: entries.find(({ outcome }) => outcome === 'issued') ?? latestOf(entries),
	since: latestTime(entries.map(settledAtOf)),
	heldUntil: heldUntilOfAll(run, entries),
});

/** The entry that says most: of those that were sent, or else claimed, the latest. */
export function latestOf(entries: Entry[]): Entry {
	const sent = entries.filter((entry) => !isUnsettled(entry));
	const all = sent.length > 0 ? sent : entries;
	return all.reduce((last, one) => (one.askedAt > last.askedAt ? one : last));
}

/** Until when open entries are held, as they say, not by the Hold of this run. In epoch milliseconds. */
export const heldUntilOfAll = ({ ledger }: AddRun, entries: Entry[]): number =>
	latestTime(entries.filter(isOpen).map((entry) => ledger.heldUntil(entry)));

const latestTime = (times: number[]): number =>
	times.reduce((last, one) => Math.max(last, one), -Infinity);

/** A claim proves no request. */
export const provenBy = (entry: Entry) =>
	({
		askedAt: entry.askedAt,
		proves: isUnsettled(entry) ? 'claimed' : 'sent',
		executionId: entry.executionId ?? '',
	}) as const;
