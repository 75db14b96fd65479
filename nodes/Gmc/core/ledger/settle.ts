import type { NewEntry, Protocol } from './effects';
import { exactOwners, insertAndRead, now, read, readBy, update } from './effects';
import type { Entry, EntryLabel } from './entry';
import { claimIdOf, FAILED_ADDITION, isRejectedAddition, isUnsettled, nameOf } from './entry';
import { groupBy } from '../util/groupBy';
import type { HoldRules } from './hold';
import { heldUntilAfterAnswer } from './hold';

/** A claim of this run, and the result of its request. */
export interface Settlement {
	entry: Entry;
	outcome: 'issued' | 'unknown' | 'rejected';
	/** With `rejected`: the addition that has failed. With `unknown`: see `Entry.additionId`. */
	additionId?: string;
	sentAt?: number;
	label?: EntryLabel;
}

/**
 * Writes down the results of claims. GMC's answer alone is not trusted, because it may name an addition that paid for
 * another name (promises.md P23). So the entry first names the addition and stays `sending`; then it is read who else
 * names it; only then the entry becomes `issued`. If two entries name the same addition, the later one sees the other, and
 * an entry that sees another gives the addition up. After a crash in between, the entry is open.
 *
 * The results are inserted, and the claims withdrawn, with all that was claimed with them and not sent, because a change
 * with values of its own costs far more than an insert (n8n.md K10). In between, and after a crash there, a name has both,
 * and is open.
 *
 * @param isRetry whether an attempt has failed, which may have written some of the results
 * @returns names of the rows whose addition belongs to another row, or may. They are `unknown`
 */
export function* settleClaims(
	settlements: Settlement[],
	rules: HoldRules,
	isRetry = false,
): Protocol<Set<string>> {
	const at = yield* now();
	const issued = settlements.filter(({ outcome }) => outcome === 'issued');
	const owners = yield* insertResults(settlements, rules, at, isRetry);
	const ownersOf = groupBy(owners, ({ additionId = '' }) => additionId);
	const contested = new Set<string>();
	const settled: number[] = [];
	for (const { entry, additionId = '' } of issued) {
		const isOfName = (one: Entry) => nameOf(one) === nameOf(entry);
		// An addition that was rejected for this name cannot pay for it now, either.
		const isRival = (one: Entry) => isRejectedAddition(one) || !isOfName(one);
		const all = ownersOf(additionId);
		const own = all.find((one) => claimIdOf(one) === claimIdOf(entry));
		// If the result is missing, somebody changed the table in between.
		if (own && !all.some(isRival)) settled.push(own.id);
		else {
			contested.add(nameOf(entry));
			const heldUntil = heldUntilAfterAnswer(entry, rules, at);
			yield* update([own?.id ?? entry.id], { outcome: 'unknown', additionId: '', heldUntil });
		}
	}
	const claims = [...new Set(settlements.map(({ entry }) => entry.claim))];
	yield* update(settled, { outcome: 'issued', settledAt: at }, claims);
	return contested;
}

/** @param arePartly whether some may be there already @returns all entries that name an addition of an issued row */
function* insertResults(
	settlements: Settlement[],
	rules: HoldRules,
	at: number,
	arePartly: boolean,
): Protocol<Entry[]> {
	const before = arePartly ? yield* read(settlements.map(({ entry }) => entry.ref)) : [];
	const written = new Set(before.filter((one) => !isUnsettled(one)).map(claimIdOf));
	const missing = settlements.filter(({ entry }) => !written.has(claimIdOf(entry)));
	const results = missing.map((one) => resultIn(one, rules, at));
	const issued = settlements.filter(({ outcome }) => outcome === 'issued');
	const owners = exactOwners(issued.flatMap(({ additionId }) => additionId ?? []));
	return yield* results.length > 0 ? insertAndRead(results, owners) : readBy(owners);
}

/** The entry with its result. One that was issued only names its addition yet. */
function resultIn(
	{ entry, outcome, additionId, sentAt = entry.askedAt, label }: Settlement,
	rules: HoldRules,
	at: number,
): NewEntry {
	const heldUntil = heldUntilAfterAnswer(entry, rules, at);
	const result = { ...entry, outcome, additionId, askedAt: sentAt, heldUntil, label };
	if (outcome === 'issued') return { ...result, outcome: 'sending' };
	return outcome === 'rejected' && additionId ? { ...result, ...FAILED_ADDITION } : result;
}
