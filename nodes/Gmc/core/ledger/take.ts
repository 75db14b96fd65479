import type { AdditionItem } from '../additions/item';
import type { Verdicts } from './claim';
import { lookUp, writeClaims } from './claim';
import type { Protocol } from './effects';
import { now, read, readOwners, remove, update } from './effects';
import type { Entry, Verdict, Wish } from './entry';
import { hasPaid, isInDoubt, isNaming, isSameClaim, nameOf } from './entry';
import type { Look, ResolveRules } from './look';

/**
 * Names the addition, then reads who else names it; then writes down that it is the row's, and reads again. Two that
 * take the same one both let go of it, mostly before any run could tell that it is paid with it.
 */
export function* takeAddition(
	rows: Entry[],
	{ addition: { _id: additionId } }: AdditionItem,
	look: Look,
): Protocol<Verdict> {
	const row = rows[rows.length - 1];
	// What a crash has left behind while it was named is no rival once it was held; who names it now is at work.
	const isLeft = (one: Entry) => !look.isHeld(one) && look.wasNaming(one);
	const isOwn = (one: Entry) => nameOf(one) === nameOf(row) && one.claim === row.claim;
	const isRival = (one: Entry) => !isOwn(one) && (hasPaid(one) || (isNaming(one) && !isLeft(one)));
	// What people have said to be paid is not put in doubt again.
	const isSaid = hasPaid(row);
	for (const outcome of isSaid ? (['issued'] as const) : (['sending', 'issued'] as const)) {
		const settledAt = outcome === 'issued' ? yield* now() : undefined;
		yield* update([{ id: row.id, outcome, additionId, ...(settledAt && { settledAt }) }]);
		const owners = yield* readOwners([additionId], true);
		const isOurs = owners.some((one) => isSameClaim(one, row) && (hasPaid(one) || isNaming(one)));
		if (isOurs && !owners.some(isRival)) continue;
		// A row that another run has given another addition since is that run's to tell.
		const outcomeBefore = isSaid ? 'issued' : 'unknown';
		if (isOurs) yield* update([{ id: row.id, outcome: outcomeBefore, additionId: '' }]);
		return { is: 'inDoubt', rows, candidates: [additionId] };
	}
	return { is: 'paid', row, additionId };
}

/** Claims names anew whose rows are proven not done. */
export function* takeOver(
	due: Wish[],
	look: Look,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<void> {
	if (due.length === 0) return;
	const isOver = (row: Entry) => isInDoubt(row) && wasInDoubt(row, look);
	const { won, lost, over } = yield* writeClaims(due, rules, isOver);
	if (lost.length > 0) yield* remove(lost.map(({ id }) => id));
	// As they were seen now: by an id of before, another row may be meant, such as the claim just made.
	if (over.length > 0) yield* update(over.map(({ id }) => ({ id, outcome: 'rejected' })));
	for (const row of won) verdicts.set(nameOf(row), { is: 'mine', row });
	const names = new Set(won.map(nameOf));
	const rest = due.filter((wish) => !names.has(nameOf(wish)));
	if (rest.length > 0) yield* lookUp(rest, rules, verdicts);
}

const wasInDoubt = (row: Entry, { inDoubt }: Look): boolean =>
	(inDoubt.get(nameOf(row)) ?? []).some((one) => isSameClaim(one, row));

/** Writes down that what other executions have asked for is proven not done. */
export function* giveUp(due: Wish[], look: Look, verdicts: Verdicts): Protocol<void> {
	if (due.length === 0) return;
	// As they are seen now: by an id of before, another row may be meant.
	const rows = (yield* read(due.map(({ ref }) => ref))).filter((row) => wasInDoubt(row, look));
	if (rows.length > 0) yield* update(rows.map(({ id }) => ({ id, outcome: 'rejected' })));
	for (const wish of due) {
		verdicts.set(nameOf(wish), { is: 'free', isKnown: true, failed: [] });
	}
}
