import type { Protocol } from './effects';
import { insert, remove, update } from './effects';
import type { KeyLabel, KeyRow } from './keyRow';

/** A claim of ours and what became of it. */
export interface Settlement {
	row: KeyRow;
	outcome: 'issued' | 'unknown' | 'rejected';
	additionId?: string;
	label?: KeyLabel;
}

/** From so many on it is quicker to write rows anew than to change each of them: 10 ms a change (n8n.md K11). */
const BULK_FROM = 5;

/**
 * Writes down what became of claims. In bulk, what was issued is inserted first and its claims are deleted after:
 * in between, and after a crash there, a key has both, and what has paid counts (see `judge`).
 */
export function* settleClaims(
	settlements: Settlement[],
	bulkFrom: number = BULK_FROM,
): Protocol<void> {
	const issued = settlements.filter(({ outcome }) => outcome === 'issued');
	const isBulk = issued.length >= bulkFrom;
	const changed = isBulk ? settlements.filter(({ outcome }) => outcome !== 'issued') : settlements;
	if (changed.length > 0) {
		yield* update(
			changed.map(({ row: { id }, outcome, additionId }) => ({
				...{ id, outcome },
				...(additionId !== undefined && { additionId }),
			})),
		);
	}
	if (!isBulk) return;
	yield* insert(
		issued.map(({ row: { ref, charge, claim, askedAt }, additionId, label }) => ({
			...{ ref, charge, claim, askedAt, additionId, outcome: 'issued' as const },
			...(label && { label }),
		})),
	);
	yield* remove(issued.map(({ row: { id } }) => id));
}
