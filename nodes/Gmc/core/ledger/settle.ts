import type { EntryChange, NewEntry, Protocol } from './effects';
import { insertAndRead, now, read, readOwners, update } from './effects';
import type { EntryLabel, Entry } from './entry';
import { FAILED, isTaken, nameOf } from './entry';
import { groupBy } from '../util/groupBy';
import type { HoldRules } from './hold';
import { heldUntilOf } from './hold';

/** A claim of ours and what became of it. */
export interface Settlement {
	row: Entry;
	outcome: 'issued' | 'unknown' | 'rejected';
	/** Of a rejected one: the addition that has failed. */
	additionId?: string;
	/** When its request left, in epoch milliseconds. */
	sentAt?: number;
	label?: EntryLabel;
}

/** From so many on it is quicker to write rows anew than to change each of them: about 8 ms a change (n8n.md K10). */
const BULK_FROM = 5;

/**
 * Writes down what became of claims. An answer of the service is not believed by itself: it may name what another
 * name has paid. So the addition is named in a row that stays `sending` first, then it is asked who else names
 * it, and only then it is the row's. Of two that name the same one, the later sees the other; whoever sees
 * another lets go of it. A crash in between leaves the row in doubt.
 *
 * In bulk, rows that name their additions are inserted and their claims deleted after: in between, and after a
 * crash there, a name has both (see `judge`).
 *
 * @returns names of the rows whose addition is another's, or may be: they are `unknown`
 */
export function* settleClaims(
	settlements: Settlement[],
	rules: HoldRules,
	bulkFrom: number = BULK_FROM,
): Protocol<Set<string>> {
	const at = yield* now();
	const issued = settlements.filter(({ outcome }) => outcome === 'issued');
	const changes = settlements
		.filter(({ outcome }) => outcome !== 'issued')
		.map((one) => changeOf(one, rules, at));
	const over: number[] = [];
	const { named, contested } = yield* name(issued, issued.length >= bulkFrom);
	for (const { row } of issued) {
		const isTheirs = contested.has(nameOf(row));
		const naming = named.get(nameOf(row)) ?? [];
		const kept = isTheirs ? row.id : Math.max(...naming);
		const heldUntil = heldAfter(row, rules, at);
		if (isTheirs) changes.push({ id: kept, outcome: 'unknown', additionId: '', heldUntil });
		else changes.push({ id: kept, outcome: 'issued', settledAt: at });
		over.push(...new Set([row.id, ...naming].filter((id) => id !== kept)));
	}
	if (changes.length > 0) yield* update(changes, over.length > 0 ? over : undefined);
	return contested;
}

function changeOf(
	{ row, outcome, additionId, sentAt }: Settlement,
	rules: HoldRules,
	at: number,
): EntryChange {
	if (additionId) return { id: row.id, ...FAILED, additionId };
	if (outcome !== 'unknown') return { id: row.id, outcome };
	const askedAt = sentAt ?? row.askedAt;
	return { id: row.id, outcome, askedAt, heldUntil: heldAfter(row, rules, at) };
}

/**
 * Until when a row is held whose request is over: a hold from now, or as long as its claim said.
 *
 * @param at epoch milliseconds, now
 */
export const heldAfter = (row: Entry, rules: HoldRules, at: number): number =>
	Math.min(heldUntilOf(row, rules), at + rules.holdMs);

/** @returns ids of the rows that name the additions, by name, and whose addition another name has as well */
function* name(
	issued: Settlement[],
	isBulk: boolean,
): Protocol<{ named: Map<string, number[]>; contested: Set<string> }> {
	const named = new Map<string, number[]>();
	const contested = new Set<string>();
	if (issued.length === 0) return { named, contested };
	const owners = yield* writeNames(issued, isBulk);
	const namers = groupBy(owners, ({ additionId = '' }) => additionId);
	for (const { row, additionId } of issued) {
		const name = nameOf(row);
		const all = namers(additionId ?? '');
		// What a name was refused with before is not what it has paid with now, either.
		if (all.some((one) => hasFailedWith(one) || (nameOf(one) !== name && isTaken(one))))
			contested.add(name);
		const own = all.filter((one) => nameOf(one) === name && one.claim === row.claim);
		named.set(
			name,
			own.map(({ id }) => id),
		);
		// Written and not seen: somebody has changed the table in between.
		if (own.length === 0) contested.add(name);
	}
	return { named, contested };
}

/**
 * A ledger that takes no more rows may take changes of those that it has.
 *
 * @returns all rows that name one of the additions
 */
function* writeNames(issued: Settlement[], isBulk: boolean): Protocol<Entry[]> {
	const additionIds = issued.flatMap(({ additionId }) => additionId ?? []);
	if (isBulk) {
		try {
			return yield* insertAndRead(issued.map(toNamed), {
				do: 'readOwners',
				additionIds,
				isFresh: true,
			});
		} catch {
			// It may have come to pass all the same; then a name has both, as after a crash.
		}
	}
	yield* update(
		issued.map(({ row: { id, askedAt }, additionId, sentAt = askedAt }) => {
			return { id, outcome: 'sending', additionId, askedAt: sentAt };
		}),
	);
	return yield* readOwners(additionIds, true);
}

const hasFailedWith = ({ outcome, additionId }: Entry): boolean =>
	outcome === 'rejected' && additionId !== undefined;

function toNamed({ row, additionId, sentAt = row.askedAt, label }: Settlement): NewEntry {
	const { ref, n, set, run, charge, chargeRef, claim, heldUntil } = row;
	const kept = { ref, n, set, run, charge, chargeRef, claim, heldUntil };
	return { ...kept, askedAt: sentAt, additionId, outcome: 'sending', label };
}

/** Frees names whose addition has failed since it was written down as theirs. */
export function* settleFailed(
	failed: Array<Pick<Entry, 'ref' | 'n'> & { additionId: string }>,
): Protocol<void> {
	const entriesOf = groupBy(yield* read([...new Set(failed.map(({ ref }) => ref))]), nameOf);
	const changes = failed.flatMap((one): EntryChange[] =>
		entriesOf(nameOf(one))
			.filter(({ outcome, additionId }) => outcome === 'issued' && additionId === one.additionId)
			.map(({ id }) => ({ id, ...FAILED })),
	);
	if (changes.length > 0) yield* update(changes);
}
