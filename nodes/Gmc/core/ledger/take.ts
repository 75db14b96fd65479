import type { AdditionItem } from '../additions/item';
import type { Verdicts } from './claim';
import { lookUp, writeClaims } from './claim';
import type { Protocol } from './effects';
import { exactOwners, now, read, remove, update, updateAndRead } from './effects';
import type { Entry, NamedRow, Verdict } from './entry';
import { hasFailedAddition, hasPaid, isOpen, isSameClaim, nameOf, namesAddition } from './entry';
import type { ResolveRules, Snapshot } from './snapshot';

/**
 * Gives an addition to the entries of a name: writes its id into the last one and reads who else names it, then sets
 * that entry to `issued` and reads again. Two names that take the same addition both give it up, mostly before a run
 * can report it as paid.
 */
export function* takeAddition(
	entries: Entry[],
	{ addition: { _id: additionId } }: AdditionItem,
	snapshot: Snapshot,
): Protocol<Verdict> {
	const entry = entries[entries.length - 1];
	// An entry past its hold that had named the addition in the snapshot was left by a crash. One that names it only
	// now is at work.
	const isAbandoned = (one: Entry) => !snapshot.isHeld(one) && snapshot.hadAddition(one);
	const isOwn = (one: Entry) => nameOf(one) === nameOf(entry) && one.claim === entry.claim;
	const hasFailedForOther = (one: Entry) => hasFailedAddition(one) && nameOf(one) !== nameOf(entry);
	const isRival = (one: Entry) =>
		!isOwn(one) &&
		(hasPaid(one) || hasFailedForOther(one) || (namesAddition(one) && !isAbandoned(one)));
	// What a person has set to paid must not become open again.
	const isSetByPerson = hasPaid(entry);
	for (const outcome of isSetByPerson ? (['issued'] as const) : (['sending', 'issued'] as const)) {
		const settledAt = outcome === 'issued' ? yield* now() : undefined;
		const change = { id: entry.id, outcome, additionId, ...(settledAt && { settledAt }) };
		const owners = yield* updateAndRead([change], exactOwners([additionId]));
		const isOurs = owners.some(
			(one) => isSameClaim(one, entry) && (hasPaid(one) || namesAddition(one)),
		);
		if (isOurs && !owners.some(isRival)) continue;
		// If another run has given the entry another addition since, the entry stays as it is.
		const outcomeBefore = isSetByPerson ? 'issued' : 'unknown';
		if (isOurs) yield* update([{ id: entry.id, outcome: outcomeBefore, additionId: '' }]);
		return { is: 'open', entries, candidates: [additionId] };
	}
	return { is: 'paid', entry, additionId };
}

/** Claims the names of rows that are proven not done. */
export function* claimAgain(
	notDone: NamedRow[],
	snapshot: Snapshot,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<void> {
	if (notDone.length === 0) return;
	const isSuperseded = (entry: Entry) => isOpen(entry) && wasOpen(entry, snapshot);
	const { won, lost, superseded } = yield* writeClaims(notDone, rules, isSuperseded);
	if (lost.length > 0) yield* remove(lost.map(({ id }) => id));
	// As read now: an id of the snapshot may belong to another entry by now, even to the new claim.
	if (superseded.length > 0) {
		yield* update(superseded.map(({ id }) => ({ id, outcome: 'rejected' })));
	}
	for (const entry of won) verdicts.set(nameOf(entry), { is: 'claimed', entry });
	const names = new Set(won.map(nameOf));
	const rest = notDone.filter((row) => !names.has(nameOf(row)));
	if (rest.length > 0) yield* lookUp(rest, rules, verdicts);
}

const wasOpen = (entry: Entry, { open }: Snapshot): boolean =>
	(open.get(nameOf(entry)) ?? []).some((one) => isSameClaim(one, entry));

/** Rejects entries of other executions that are proven not done. */
export function* rejectNotDone(
	notDone: NamedRow[],
	snapshot: Snapshot,
	verdicts: Verdicts,
): Protocol<void> {
	if (notDone.length === 0) return;
	// As read now: an id of the snapshot may belong to another entry by now.
	const entries = yield* read(notDone.map(({ ref }) => ref));
	const open = entries.filter((entry) => wasOpen(entry, snapshot));
	if (open.length > 0) yield* update(open.map(({ id }) => ({ id, outcome: 'rejected' })));
	for (const row of notDone) {
		verdicts.set(nameOf(row), { is: 'free', failed: [] });
	}
}
