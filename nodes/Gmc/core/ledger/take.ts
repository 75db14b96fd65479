import type { AdditionItem } from '../additions/item';
import type { Verdicts } from './claim';
import { confirm, toClaim } from './claim';
import type { Protocol } from './effects';
import { insert, now, read, readOwners, remove, update } from './effects';
import type { Entry, Verdict, Wish } from './entry';
import { byRef, isInDoubt, isSameClaim, judge } from './entry';
import type { Look, ResolveRules } from './look';
import { hasPaid, isNaming } from './look';

/**
 * Names the addition, then reads who else names it; then writes down that it is the key's, and reads again. Two that
 * take the same one both let go of it, mostly before any run could tell that it is paid with it.
 */
export function* takeAddition(
	rows: Entry[],
	{ addition: { _id: additionId } }: AdditionItem,
	look: Look,
	rules: ResolveRules,
): Protocol<Verdict> {
	const row = rows[rows.length - 1];
	if (rules.looksOnly) return { is: 'paid', row, additionId };
	// What a crash has left behind while it was named is no rival once it was held; who names it now is at work.
	const isLeft = (one: Entry) => !look.isHeld(one) && look.wasNaming(one);
	const isRival = (one: Entry) =>
		!isSameClaim(one, row) && (hasPaid(one) || (isNaming(one) && !isLeft(one)));
	// What people have said to be paid is not put in doubt again.
	const isSaid = hasPaid(row);
	for (const outcome of isSaid ? (['issued'] as const) : (['sending', 'issued'] as const)) {
		yield* update([{ id: row.id, outcome, additionId }]);
		const owners = yield* readOwners([additionId]);
		const isOurs = owners.some((one) => isSameClaim(one, row) && (hasPaid(one) || isNaming(one)));
		if (isOurs && !owners.some(isRival)) continue;
		// A row that another run has given another addition since is that run's to tell.
		const outcomeBefore = isSaid ? 'issued' : 'unknown';
		if (isOurs) yield* update([{ id: row.id, outcome: outcomeBefore, additionId: '' }]);
		return { is: 'inDoubt', rows, candidates: [additionId] };
	}
	return { is: 'paid', row, additionId };
}

/** Claims keys anew that are proven not done. */
export function* takeOver(
	due: Wish[],
	look: Look,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<void> {
	if (rules.looksOnly) for (const { ref } of due) verdicts.set(ref, { is: 'free' });
	if (rules.looksOnly || due.length === 0) return;
	const rowsOf = (ref: string) => look.inDoubt.get(ref)!;
	const at = yield* now();
	yield* insert(due.map((wish) => toClaim(wish, rules, at)));
	const isOver = (row: Entry) =>
		isInDoubt(row) && rowsOf(row.ref).some((one) => isSameClaim(one, row));
	const { won, lost, over } = yield* confirm(due, rules.claim, isOver);
	if (lost.length > 0) yield* remove(lost.map(({ id }) => id));
	// As they were seen now: by an id of before, another row may be meant, such as the claim just made.
	if (over.length > 0) yield* update(over.map(({ id }) => ({ id, outcome: 'rejected' })));
	for (const row of won) verdicts.set(row.ref, { is: 'mine', row });
	const refs = new Set(lost.map(({ ref }) => ref));
	const rest = due.filter(({ ref }) => refs.has(ref));
	if (rest.length === 0) return;
	const after = byRef(yield* read(rest.map(({ ref }) => ref)));
	for (const wish of rest) verdicts.set(wish.ref, judge(wish, after(wish.ref)));
}
