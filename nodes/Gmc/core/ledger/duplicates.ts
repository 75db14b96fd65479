import { groupBy } from '../util/groupBy';
import type { Entry, NamedRow, Verdict } from './entry';
import { isUnreadable } from './entry';
import type { HoldRules } from './hold';
import { heldUntilOf } from './hold';

/** How Recent treats entries of other names with an equal charge. */
export interface RecentRules {
	/** How long an issued entry refuses an equal row, in milliseconds. */
	periodMs: number;
	/** Whether an entry is ignored, as those of this execution are: its equal rows are separate top-ups. */
	isIgnored: (entry: Entry) => boolean;
}

/** By which Recent tells the age of an entry that is paid; in epoch milliseconds. */
export const settledAtOf = ({ settledAt, askedAt }: Entry): number => settledAt ?? askedAt;

/** Without `recent`, nothing is compared. */
type Rules = HoldRules & { recent?: RecentRules };

/**
 * Judges rows under Recent by the entries of equal charge that other names have. Thousands of rows may have one charge, so
 * its entries are looked at once, and those rows share what was found.
 *
 * @param entries as they were read
 * @param at a time before that
 * @returns a function of a row without a standing entry of its own, and of its entries that are proven not done. It gives
 *   undefined where nothing keeps the row from being sent
 */
export function duplicatesAmong(
	entries: Entry[],
	rules: Rules,
	at: number,
): (row: NamedRow, notDone: Entry[]) => Verdict | undefined {
	const { recent } = rules;
	if (recent === undefined) return () => undefined;
	// An own entry that stands has decided about its row before.
	const rivals = entries.filter(
		(entry) => entry.outcome !== 'rejected' && !recent.isIgnored(entry),
	);
	const equalTo = groupBy(rivals, ({ chargeRef }) => chargeRef);
	const usualSince = at - recent.periodMs;
	const verdicts = new Map<string, Verdict | undefined>();
	const judgeSince = (chargeRef: string, since: number): Verdict | undefined => {
		const counts = (entry: Entry) => entry.outcome !== 'issued' || settledAtOf(entry) >= since;
		return judgeDuplicates(equalTo(chargeRef).filter(counts), rules, at);
	};
	return ({ chargeRef }, notDone) => {
		if (equalTo(chargeRef).length === 0) return undefined;
		// A row that was sent before, and not done, is compared with all that was issued since: another execution may have
		// sent it again.
		const since = notDone
			.filter((entry) => entry.chargeRef === chargeRef)
			.reduce((first, { askedAt }) => Math.min(first, askedAt), usualSince);
		if (since < usualSince) return judgeSince(chargeRef, since);
		if (!verdicts.has(chargeRef)) verdicts.set(chargeRef, judgeSince(chargeRef, since));
		return verdicts.get(chargeRef);
	};
}

function judgeDuplicates(entries: Entry[], rules: Rules, at: number): Verdict | undefined {
	if (entries.length === 0) return undefined;
	const unreadable = entries.find(isUnreadable);
	if (unreadable !== undefined) return { is: 'unreadable', entry: unreadable };
	// After its hold, a claim that is still `sending` was left by a crash.
	const isHeld = (entry: Entry) => entry.outcome === 'sending' && at < heldUntilOf(entry, rules);
	return entries.some(isHeld) ? { is: 'busy' } : { is: 'duplicate', entries };
}
