import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';
import type { AdditionItem } from '../additions/item';
import type { Verdicts } from './claim';
import { confirm, lookUp, toClaim } from './claim';
import type { Protocol } from './effects';
import { insert, list, now, pause, read, readInDoubt, readOwners, remove, update } from './effects';
import type { KeyRow, KeyVerdict, Wish } from './keyRow';
import { byRef, isInDoubt, judge } from './keyRow';
import type { Look, ResolveRules } from './look';
import { calledAsNow, candidatesOf, hasPaid, isHeld, isNaming, readLook } from './look';

/**
 * Finds out what became of keys in doubt, by the table first and then by the service's list: there, the key has
 * paid; not there, it is held back; not there after `holdMs`, it is claimed anew, by one run only.
 *
 * @returns `paid`, `mine` (to be sent and settled), `free` (proven not done since), `reused` or `inDoubt`
 */
export function* resolveInDoubt(wishes: Wish[], rules: ResolveRules): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	let open = yield* awaitOthers(wishes, verdicts, rules);
	if (open.length === 0) return verdicts;
	const wishOf = new Map(open.map((wish) => [wish.ref, wish]));
	const asNow = (rows: KeyRow[]) => rows.map((row) => calledAsNow(row, wishOf.get(row.ref)));
	const before = asNow(yield* readRivals(open));
	const mine = before.filter(({ ref }) => wishOf.has(ref));
	const since = Math.min(...mine.map(({ askedAt }) => askedAt), yield* now());
	const found = yield* list(since);
	if (found === undefined) return verdicts;
	// Once more after the list: whoever has made what it shows had written its claim by then.
	const look = yield* readLook(found, before, asNow(yield* readRivals(open)));
	open = yield* leaveSettled(open, look, verdicts);
	open = yield* settleByList(open, look, verdicts, rules);
	yield* takeOver(open, look, verdicts, rules);
	return verdicts;
}

/** Others that are sending now are waited for. @returns the wishes that stay in doubt */
function* awaitOthers(wishes: Wish[], verdicts: Verdicts, rules: ResolveRules): Protocol<Wish[]> {
	let open = wishes;
	for (let look = 1; ; look++) {
		yield* lookUp(open, verdicts);
		open = open.filter(({ ref }) => verdicts.get(ref)?.is === 'inDoubt');
		const isAwaited = open.some(({ ref }) => {
			const verdict = verdicts.get(ref);
			return verdict?.is === 'inDoubt' && verdict.rows.some((row) => isSending(row, rules));
		});
		if (!isAwaited || look >= rules.looks) return open;
		yield* pause(look);
	}
}

/** Whether another run is sending the row, or was cut off while it did. */
const isSending = ({ outcome, claim }: KeyRow, rules: ResolveRules): boolean =>
	outcome === 'sending' && claim !== rules.claim;

/** The rows in doubt of these wishes and of every other key that is in doubt for an equal charge. */
function* readRivals(wishes: Wish[]): Protocol<KeyRow[]> {
	const equal = (yield* readInDoubt()).filter(({ charge }) =>
		wishes.some((wish) => sameCharge(wish.charge, charge)),
	);
	const rowsOf = byRef(yield* read([...new Set(equal.map(({ ref }) => ref))].filter(Boolean)));
	// A claim that a crash has left behind under a key that has paid since waits for nothing.
	return equal.filter(({ ref }) => !rowsOf(ref).some(hasPaid));
}

/** Others have settled some meanwhile. @returns the wishes that stay in doubt */
function* leaveSettled(wishes: Wish[], look: Look, verdicts: Verdicts): Protocol<Wish[]> {
	const isOpen = ({ ref }: Wish) => look.inDoubt.some((row) => row.ref === ref);
	const settled = wishes.filter((wish) => !isOpen(wish));
	if (settled.length > 0) yield* lookUp(settled, verdicts);
	return wishes.filter(isOpen);
}

/**
 * Gives keys the additions that nobody owns. Equal charges in doubt share them in the order of their rows; as
 * long as there are fewer than rows, none is given out before every one of those rows was held long enough.
 *
 * @returns the wishes that nothing was found for
 */
function* settleByList(
	wishes: Wish[],
	look: Look,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<Wish[]> {
	const without: Wish[] = [];
	for (const wish of wishes) {
		const rows = look.inDoubt.filter(({ ref }) => ref === wish.ref).sort(byId);
		const row = rows[rows.length - 1];
		const candidates = candidatesOf(rows[0], look);
		const ids = candidates.map(({ item }) => item.addition._id);
		if (candidates.length === 0) without.push(wish);
		else if (candidates.some(({ isCertain }) => !isCertain)) doubt(verdicts, wish, rows, ids);
		else {
			const share = shareOf(row, wish.charge, candidates.length, look, rules);
			const own = share === 'wait' ? undefined : candidates[share]?.item;
			if (share === 'wait') doubt(verdicts, wish, rows, ids);
			else if (own === undefined) without.push(wish);
			else verdicts.set(wish.ref, yield* takeAddition(rows, own, look, rules));
		}
	}
	return without;
}

/** Which of so many additions is the row's: its place among the equal charges in doubt, one per key. */
function shareOf(
	row: KeyRow,
	charge: Charge,
	candidates: number,
	look: Look,
	rules: ResolveRules,
): number | 'wait' {
	const equal = look.inDoubt.filter((other) => sameCharge(other.charge, charge)).sort(byId);
	const latest = [...new Map(equal.map((one) => [one.ref || one.id, one])).values()];
	// One of several equal ones that is being sent will be told by its own run which addition is its.
	const isBeingSent = (one: KeyRow) => isSending(one, rules) && rules.isAlive(one.claim);
	if (latest.length > 1 && latest.some(isBeingSent)) return 'wait';
	if (candidates < latest.length && latest.some((one) => isHeld(one, look, rules))) return 'wait';
	return latest.findIndex(({ ref }) => ref === row.ref);
}

const byId = (one: KeyRow, other: KeyRow) => one.id - other.id;

function doubt(verdicts: Verdicts, { ref }: Wish, rows: KeyRow[], candidates: string[]): void {
	verdicts.set(ref, { is: 'inDoubt', rows, candidates });
}

/**
 * Names the addition, then reads who else names it; then writes down that it is the key's, and reads again. Two that
 * take the same one both let go of it, mostly before any run could tell that it is paid with it.
 */
function* takeAddition(
	rows: KeyRow[],
	{ addition: { _id: additionId } }: AdditionItem,
	look: Look,
	rules: ResolveRules,
): Protocol<KeyVerdict> {
	const row = rows[rows.length - 1];
	if (rules.looksOnly) return { is: 'paid', row, additionId };
	// What a crash has left behind while it was named is no rival once it was held.
	const isRival = (one: KeyRow) =>
		one.id !== row.id && (hasPaid(one) || (isNaming(one) && isHeld(one, look, rules)));
	for (const outcome of ['sending', 'issued'] as const) {
		yield* update([{ id: row.id, outcome, additionId }]);
		const owners = yield* readOwners([additionId]);
		const isOurs = owners.some((one) => one.id === row.id && (hasPaid(one) || isNaming(one)));
		if (isOurs && !owners.some(isRival)) continue;
		// A row that another run has given another addition since is that run's to tell.
		if (isOurs) yield* update([{ id: row.id, outcome: 'unknown', additionId: '' }]);
		return { is: 'inDoubt', rows, candidates: [additionId] };
	}
	return { is: 'paid', row, additionId };
}

/** Claims keys anew that were held long enough and that the list does not show. */
function* takeOver(
	wishes: Wish[],
	look: Look,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<void> {
	const rowsOf = byRef(look.inDoubt);
	for (const wish of wishes) doubt(verdicts, wish, rowsOf(wish.ref), []);
	const due = wishes.filter(({ ref }) => !rowsOf(ref).some((row) => isHeld(row, look, rules)));
	if (rules.looksOnly) for (const { ref } of due) verdicts.set(ref, { is: 'free' });
	if (rules.looksOnly || due.length === 0) return;
	const over = new Set(due.flatMap(({ ref }) => rowsOf(ref).map(({ id }) => id)));
	yield* insert(due.map((wish) => toClaim(wish, rules.claim, look.at)));
	const isOver = (row: KeyRow) => over.has(row.id) && isInDoubt(row);
	const { won, lost } = yield* confirm(due, rules.claim, isOver);
	if (lost.length > 0) yield* remove(lost.map(({ id }) => id));
	const given = won.flatMap(({ ref }) => rowsOf(ref));
	if (given.length > 0) yield* update(given.map(({ id }) => ({ id, outcome: 'rejected' })));
	for (const row of won) verdicts.set(row.ref, { is: 'mine', row });
	const refs = new Set(lost.map(({ ref }) => ref));
	const rest = due.filter(({ ref }) => refs.has(ref));
	if (rest.length === 0) return;
	const after = byRef(yield* read(rest.map(({ ref }) => ref)));
	for (const wish of rest) verdicts.set(wish.ref, judge(wish, after(wish.ref)));
}
