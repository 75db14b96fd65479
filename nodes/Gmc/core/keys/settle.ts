import type { KeyRowChange, NewKeyRow, Protocol } from './effects';
import { insert, readOwners, update } from './effects';
import type { KeyLabel, KeyRow } from './keyRow';
import { isTaken } from './look';

/** A claim of ours and what became of it. */
export interface Settlement {
	row: KeyRow;
	outcome: 'issued' | 'unknown' | 'rejected';
	/** Of a rejected one: the addition that has failed. */
	additionId?: string;
	label?: KeyLabel;
}

/** From so many on it is quicker to write rows anew than to change each of them: about 8 ms a change (n8n.md K10). */
const BULK_FROM = 5;

/**
 * Writes down what became of claims. An answer of the service is not believed by itself: it may name what another
 * key has paid. So the addition is named in a claim that stays `sending` first, then it is asked who else names
 * it, and only then it is the key's. Of two that name the same one, the later sees the other; whoever sees
 * another lets go of it. A crash in between leaves the key in doubt.
 *
 * In bulk, rows that name their additions are inserted and their claims deleted after: in between, and after a
 * crash there, a key has both (see `judge`).
 *
 * @returns refs of the keys whose addition is another's, or may be: they are `unknown`
 */
export function* settleClaims(
	settlements: Settlement[],
	bulkFrom: number = BULK_FROM,
): Protocol<Set<string>> {
	const issued = settlements.filter(({ outcome }) => outcome === 'issued');
	const changes: KeyRowChange[] = settlements
		.filter(({ outcome }) => outcome !== 'issued')
		.map(({ row: { id }, outcome, additionId }) => ({
			...{ id, outcome },
			...(additionId && { additionId }),
		}));
	const isBulk = issued.length >= bulkFrom;
	const { named, contested } = yield* name(issued, isBulk);
	const idsOf = (isTheirs: boolean, ids = named) =>
		issued.flatMap(({ row: { ref } }) =>
			contested.has(ref) === isTheirs ? (ids.get(ref) ?? []) : [],
		);
	const claims = new Map(issued.map(({ row: { ref, id } }) => [ref, id]));
	changes.push(...idsOf(false).map((id) => ({ id, outcome: 'issued' as const })));
	for (const id of idsOf(true, claims)) changes.push({ id, outcome: 'unknown', additionId: '' });
	const over = isBulk ? [...idsOf(false, claims), ...idsOf(true)] : undefined;
	if (changes.length > 0) yield* update(changes, over);
	return contested;
}

/** @returns the rows that name the additions, by ref, and whose addition another key names as well */
function* name(
	issued: Settlement[],
	isBulk: boolean,
): Protocol<{ named: Map<string, number>; contested: Set<string> }> {
	if (issued.length === 0) return { named: new Map(), contested: new Set() };
	if (isBulk) yield* insert(issued.map(toNamed));
	else {
		yield* update(
			issued.map(({ row: { id }, additionId }) => ({ id, outcome: 'sending', additionId })),
		);
	}
	const rows = yield* readOwners(issued.flatMap(({ additionId }) => additionId ?? []));
	const named = new Map<string, number>();
	const contested = new Set<string>();
	for (const { row, additionId } of issued) {
		const all = rows.filter((one) => one.additionId === additionId);
		// What a key was refused with before is not what it has paid with now, either.
		if (all.some((one) => hasFailedWith(one) || (one.ref !== row.ref && isTaken(one))))
			contested.add(row.ref);
		const own = all.find(({ ref, claim }) => ref === row.ref && claim === row.claim);
		if (own !== undefined) named.set(row.ref, own.id);
		// Written and not seen: somebody has changed the table in between.
		else contested.add(row.ref);
	}
	return { named, contested };
}

const hasFailedWith = ({ outcome, additionId }: KeyRow): boolean =>
	outcome === 'rejected' && additionId !== undefined;

function toNamed({ row, additionId, label }: Settlement): NewKeyRow {
	const { ref, charge, claim, askedAt } = row;
	return {
		...{ ref, charge, claim, askedAt, additionId, outcome: 'sending' },
		...(label && { label }),
	};
}
