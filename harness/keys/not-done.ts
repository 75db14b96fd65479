import { sameCharge } from '../../nodes/Gmc/core/additions/charge';
import type { Effect } from '../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../nodes/Gmc/core/ledger/entry';
import { isOpen } from '../../nodes/Gmc/core/ledger/entry';
import type { Point } from './course';
import { ownerOf } from './payer';
import { CLAIM_HOLD_MS, CLOCK_DOUBT_MS } from './times';
import type { Addition, World } from './world';

/**
 * Whether a step marks a request of another run as not done, although the list has shown an addition that has no owner,
 * that could come from this request, and from no other open row.
 */
export function wronglyNotDone(
	world: World,
	step: Effect,
	{ run: { claim }, shown }: Point,
): string | undefined {
	if (step.do !== 'update') return undefined;
	const ids = step.changes.filter(({ outcome }) => outcome === 'rejected').map(({ id }) => id);
	const given = world.table.filter((row) => ids.includes(row.id) && ownerOf(row.claim) !== claim);
	for (const row of given) {
		const others = world.table.filter((one) => isOpen(one) && one.ref !== row.ref);
		const unowned = world.additions.filter(
			(one) => shown.includes(one.id) && !isOwned(one, world) && mayBeOf(row, one),
		);
		if (!canAllBeTaken(unowned, others)) {
			return `${row.ref} is called not done, although ${unowned[0].id} could be its own`;
		}
	}
	return undefined;
}

const isOwned = ({ id }: Addition, { table }: World): boolean =>
	table.some(
		({ outcome, additionId }) =>
			additionId === id && (outcome === 'issued' || outcome === 'sending'),
	);

function mayBeOf(
	{ charge, askedAt, heldUntil = askedAt + CLAIM_HOLD_MS }: Entry,
	addition: Addition,
): boolean {
	if (!sameCharge(charge, addition.charge)) return false;
	if (addition.misreadBy !== undefined) return true;
	const madeAt = addition.madeAt!;
	return madeAt >= askedAt - CLOCK_DOUBT_MS && madeAt <= heldUntil + CLOCK_DOUBT_MS;
}

/** Whether each addition can be given a row of its own. */
function canAllBeTaken([addition, ...rest]: Addition[], rows: Entry[]): boolean {
	if (addition === undefined) return true;
	return rows.some(
		(row) =>
			mayBeOf(row, addition) &&
			canAllBeTaken(
				rest,
				rows.filter(({ ref }) => ref !== row.ref),
			),
	);
}
