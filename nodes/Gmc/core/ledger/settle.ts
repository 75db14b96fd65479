import type { EntryChange, NewEntry, Protocol } from './effects';
import { exactOwners, insertAndRead, issueAlone, now, update, updateAndRead } from './effects';
import type { Entry, EntryLabel } from './entry';
import { FAILED, isRejectedAddition, nameOf } from './entry';
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

/** From this number on, inserting new entries is faster than changing each one, at about 8 ms a change (n8n.md K10). */
const BULK_FROM = 5;

/**
 * Writes down the results of claims. GMC's answer alone is not trusted, because it may name an addition that paid for
 * another name. So the entry first names the addition and stays `sending`; then it is read who else names it; only then
 * the entry becomes `issued`. If two entries name the same addition, the later one sees the other, and an entry that
 * sees another gives the addition up. After a crash in between, the entry is open.
 *
 * In bulk, entries that name their additions are inserted, and the claims deleted afterwards. In between, and after a
 * crash there, a name has both; `judge` can deal with that.
 *
 * @returns names of the rows whose addition belongs to another row, or may. They are `unknown`
 */
export function* settleClaims(
	settlements: Settlement[],
	rules: HoldRules,
	bulkFrom: number = BULK_FROM,
): Protocol<Set<string>> {
	const at = yield* now();
	if (settlements.length < bulkFrom && (yield* settleOne(settlements, at))) return new Set();
	const issued = settlements.filter(({ outcome }) => outcome === 'issued');
	const changes = settlements
		.filter(({ outcome }) => outcome !== 'issued')
		.map((one) => changeOf(one, rules, at));
	const removed: number[] = [];
	const contested = new Set<string>();
	const naming = yield* nameAdditions(issued, issued.length >= bulkFrom);
	const ownersOf = groupBy(naming, (one) => one.additionId ?? '');
	for (const { entry, additionId = '' } of issued) {
		const isOfName = (one: Entry) => nameOf(one) === nameOf(entry);
		// An addition that was rejected for this name cannot pay for it now, either.
		const isRival = (one: Entry) => isRejectedAddition(one) || !isOfName(one);
		const owners = ownersOf(additionId);
		const own = owners.filter((one) => isOfName(one) && one.claim === entry.claim);
		const ids = own.map(({ id }) => id);
		// If the own entry is missing, somebody changed the table in between.
		const isContested = own.length === 0 || owners.some(isRival);
		const kept = isContested ? entry.id : Math.max(...ids);
		removed.push(...new Set([entry.id, ...ids].filter((id) => id !== kept)));
		if (isContested) {
			contested.add(nameOf(entry));
			const heldUntil = heldUntilAfterAnswer(entry, rules, at);
			changes.push({ id: kept, outcome: 'unknown', additionId: '', heldUntil });
		} else changes.push({ id: kept, outcome: 'issued', settledAt: at });
	}
	if (changes.length > 0) yield* update(changes, removed.length > 0 ? removed : undefined);
	return contested;
}

/** A single top-up, the most frequent run, takes one call instead of two. @returns whether it is settled */
function* settleOne([one, ...others]: Settlement[], settledAt: number): Protocol<boolean> {
	if (others.length > 0 || one?.outcome !== 'issued' || !one.additionId) return false;
	const { entry, additionId, sentAt: askedAt = entry.askedAt } = one;
	return yield* issueAlone({ id: entry.id, additionId, askedAt, settledAt });
}

function changeOf(
	{ entry, outcome, additionId, sentAt }: Settlement,
	rules: HoldRules,
	at: number,
): EntryChange {
	const { id } = entry;
	if (outcome !== 'unknown') return additionId ? { id, ...FAILED, additionId } : { id, outcome };
	const heldUntil = heldUntilAfterAnswer(entry, rules, at);
	return { id, outcome, additionId, askedAt: sentAt ?? entry.askedAt, heldUntil };
}

/**
 * Writes the additions into the entries, which stay `sending`. Falls back to single changes if the insert fails: a full
 * ledger takes no more entries, but still takes changes.
 *
 * @returns all entries that name one of the additions
 */
function* nameAdditions(issued: Settlement[], isBulk: boolean): Protocol<Entry[]> {
	if (issued.length === 0) return [];
	const owners = exactOwners(issued.flatMap(({ additionId }) => additionId ?? []));
	if (isBulk) {
		try {
			return yield* insertAndRead(issued.map(toNaming), owners);
		} catch {
			// The insert may have happened all the same. Then a name has both entries, as after a crash.
		}
	}
	const changes = issued.map(
		({ entry: { id, askedAt }, additionId, sentAt = askedAt }) =>
			({ id, outcome: 'sending', additionId, askedAt: sentAt }) as const,
	);
	return yield* updateAndRead(changes, owners);
}

function toNaming({ entry, additionId, sentAt = entry.askedAt, label }: Settlement): NewEntry {
	const { ref, n, set, execution, charge, chargeRef, claim, heldUntil } = entry;
	const kept = { ref, n, set, execution, charge, chargeRef, claim, heldUntil };
	return { ...kept, askedAt: sentAt, additionId, outcome: 'sending', label };
}
