import { groupBy } from '../util/groupBy';
import type { Entry, NamedRow, Verdict } from './entry';
import { claimIdOf, isUnreadable, stands } from './entry';
import type { HoldRules } from './hold';
import { heldUntilOf } from './hold';

interface Rules extends HoldRules {
	/** Whether this run made a claim. */
	isOurs: (claim: string) => boolean;
}

/**
 * What keeps a row from being sent although its own name is free: an entry of another name, beside it. It counts only once
 * the row is to be sent, not while it is found out what became of it.
 */
export interface Neighbours {
	/** What the entries beside a row have in common with it, so that they are found. */
	by: 'ref' | 'chargeRef';
	/**
	 * Rows that share their neighbours share what was found, so thousands of them are judged in one look.
	 *
	 * @param entries as they were read
	 * @param at a time before that
	 * @returns a function of a row without a standing entry of its own, and of its entries that are proven not done. It gives
	 *   undefined where nothing keeps the row from being sent
	 */
	among: (
		entries: Entry[],
		rules: Rules,
		at: number,
	) => (row: NamedRow, notDone: Entry[]) => Verdict | undefined;
}

/** Another run has written an entry for the row's customer and batch since the row was named. */
export const NEW_IN_BATCH: Neighbours = {
	by: 'ref',
	among: (entries, { isOurs }) => {
		const beside = groupBy(
			entries.filter((entry) => stands(entry) && !isOurs(entry.claim)),
			({ ref }) => ref,
		);
		// The rows of a customer were named together.
		const told = new Map<ReadonlySet<string>, Map<string, boolean>>();
		return ({ ref, knownClaims: known }) => {
			if (known === undefined) return undefined;
			const ofNames = told.get(known) ?? new Map<string, boolean>();
			told.set(known, ofNames);
			const isNew = ofNames.get(ref) ?? beside(ref).some((entry) => !known.has(claimIdOf(entry)));
			ofNames.set(ref, isNew);
			return isNew ? { is: 'batchInUse' } : undefined;
		};
	},
};

/** By which the age of an entry that is paid is told; in epoch milliseconds. */
export const settledAtOf = ({ settledAt, askedAt }: Entry): number => settledAt ?? askedAt;

/**
 * An entry of equal charge, whatever its name is.
 *
 * @param periodMs how long an issued one refuses a row, in milliseconds
 * @param isIgnored whether an entry does not count, as those of this execution: its equal rows are separate top-ups
 */
export const equalSince = (periodMs: number, isIgnored: (entry: Entry) => boolean): Neighbours => ({
	by: 'chargeRef',
	among: (entries, rules, at) => {
		// An own entry that stands has decided about its row before.
		const rivals = entries.filter((entry) => stands(entry) && !isIgnored(entry));
		const equalTo = groupBy(rivals, ({ chargeRef }) => chargeRef);
		const usualSince = at - periodMs;
		const verdicts = new Map<string, Verdict | undefined>();
		const judgeSince = (chargeRef: string, since: number): Verdict | undefined => {
			const counts = (entry: Entry) => entry.outcome !== 'issued' || settledAtOf(entry) >= since;
			return judgeEqual(equalTo(chargeRef).filter(counts), rules, at);
		};
		return ({ chargeRef }, notDone) => {
			// A row that was sent before, and not done, is compared with all that was issued since: another execution may have
			// sent it again.
			const since = notDone
				.filter((entry) => entry.chargeRef === chargeRef)
				.reduce((first, { askedAt }) => Math.min(first, askedAt), usualSince);
			if (since < usualSince) return judgeSince(chargeRef, since);
			if (!verdicts.has(chargeRef)) verdicts.set(chargeRef, judgeSince(chargeRef, since));
			return verdicts.get(chargeRef);
		};
	},
});

function judgeEqual(entries: Entry[], rules: HoldRules, at: number): Verdict | undefined {
	if (entries.length === 0) return undefined;
	const unreadable = entries.find(isUnreadable);
	if (unreadable !== undefined) return { is: 'unreadable', entry: unreadable };
	// After its hold, a claim that is still `sending` was left by a crash.
	const isHeld = (entry: Entry) => entry.outcome === 'sending' && at < heldUntilOf(entry, rules);
	return entries.some(isHeld) ? { is: 'busy' } : { is: 'duplicate', entries };
}
