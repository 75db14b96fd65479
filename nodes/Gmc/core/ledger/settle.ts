import type { EntryChange, NewEntry, Protocol } from './effects';
import type { ClaimRules } from './claim';
import { heldUntilOf } from './claim';
import { insert, now, read, readOwners, update } from './effects';
import type { EntryLabel, Entry } from './entry';
import { FAILED, keptOf, nameOf } from './entry';
import { groupBy } from '../util/groupBy';
import { isTaken } from './look';

/** A claim of ours and what became of it. */
export interface Settlement {
	row: Entry;
	outcome: 'issued' | 'unknown' | 'rejected';
	/** Of a rejected one: the addition that has failed. */
	additionId?: string;
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
	rules: ClaimRules,
	bulkFrom: number = BULK_FROM,
): Protocol<Set<string>> {
	const at = yield* now();
	const issued = settlements.filter(({ outcome }) => outcome === 'issued');
	const changes: EntryChange[] = settlements
		.filter(({ outcome }) => outcome !== 'issued')
		.map(({ row, outcome, additionId }) => ({
			id: row.id,
			outcome,
			...heldLess(row, rules, at),
			...(additionId && { ...FAILED, additionId }),
		}));
	const over: number[] = [];
	const { named, contested } = yield* name(issued, issued.length >= bulkFrom);
	for (const { row } of issued) {
		const isTheirs = contested.has(nameOf(row));
		const naming = named.get(nameOf(row)) ?? [];
		const kept = isTheirs ? row.id : Math.max(...naming);
		if (isTheirs) changes.push({ id: kept, outcome: 'unknown', additionId: '' });
		else changes.push({ id: kept, outcome: 'issued' });
		over.push(...new Set([row.id, ...naming].filter((id) => id !== kept)));
	}
	if (changes.length > 0) yield* update(changes, over.length > 0 ? over : undefined);
	return contested;
}

/** A request that is known to be over is held as long as people want it, which may be less than a claim. */
export function heldLess(
	row: Entry,
	rules: ClaimRules,
	at: number,
): Pick<EntryChange, 'heldUntil'> {
	const heldUntil = Math.max(at, row.askedAt + rules.holdMs);
	return heldUntil < heldUntilOf(row, rules) ? { heldUntil } : {};
}

/** @returns ids of the rows that name the additions, by name, and whose addition another name has as well */
function* name(
	issued: Settlement[],
	isBulk: boolean,
): Protocol<{ named: Map<string, number[]>; contested: Set<string> }> {
	const named = new Map<string, number[]>();
	const contested = new Set<string>();
	if (issued.length === 0) return { named, contested };
	yield* writeNames(issued, isBulk);
	const ids = issued.flatMap(({ additionId }) => additionId ?? []);
	const rows = yield* readOwners(ids, [...new Set(issued.map(({ row }) => row.ref))]);
	const namers = groupBy(rows, ({ additionId = '' }) => additionId);
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

/** A ledger that takes no more rows may take changes of those that it has. */
function* writeNames(issued: Settlement[], isBulk: boolean): Protocol<void> {
	if (isBulk) {
		try {
			return void (yield* insert(issued.map(toNamed)));
		} catch {
			// It may have come to pass all the same; then a name has both, as after a crash.
		}
	}
	yield* update(
		issued.map(({ row: { id }, additionId }) => ({ id, outcome: 'sending', additionId })),
	);
}

const hasFailedWith = ({ outcome, additionId }: Entry): boolean =>
	outcome === 'rejected' && additionId !== undefined;

function toNamed({ row, additionId, label }: Settlement): NewEntry {
	return { ...keptOf(row), additionId, outcome: 'sending', label };
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
