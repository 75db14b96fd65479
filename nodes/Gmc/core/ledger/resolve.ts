import { chargeKeys } from '../additions/charge';
import type { Verdicts } from './claim';
import { lookUp } from './claim';
import type { Protocol } from './effects';
import { inSlices, list, now, pause, read, readInDoubt, readUnnamed } from './effects';
import type { Entry, Wish } from './entry';
import { hasPaid, nameOf } from './entry';
import { heldUntilOf } from './hold';
import { groupBy } from '../util/groupBy';
import type { Look, ResolveRules } from './look';
import { calledAsNow, isSending, readLook } from './look';
import type { Share } from './shareOut';
import { shareOut } from './shareOut';
import { giveUp, takeAddition, takeOver } from './take';

/**
 * Finds out what became of names in doubt, by the ledger first and then by the service's list: there, the name has
 * paid; not there, it is held back; not there after its hold, it is claimed anew, by one run only.
 *
 * @returns `paid`, `mine` (to be sent and settled), `free` (proven not done since), `reused` or `inDoubt`
 */
export function* resolveInDoubt(wishes: Wish[], rules: ResolveRules): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	let open = yield* awaitOthers(wishes, verdicts, rules);
	if (open.length === 0) return verdicts;
	const wishOf = new Map(open.map((wish) => [nameOf(wish), wish]));
	const asNow = (rows: Entry[]) => rows.map((row) => calledAsNow(row, wishOf.get(nameOf(row))));
	const before = asNow(yield* readRivals(open));
	const mine = before.filter((row) => wishOf.has(nameOf(row)));
	// Before the list: what it does not show says nothing of a hold that ends meanwhile.
	const at = yield* now();
	const found = yield* list(Math.min(sinceWhen(mine, before, rules), at));
	if (found === undefined) return verdicts;
	// Once more after the list: whoever has made what it shows had written its claim by then.
	const look = yield* readLook(found, { before, after: asNow(yield* readRivals(open)), at }, rules);
	open = yield* leaveSettled(open, look, verdicts, rules);
	open = yield* settleByList(open, look, verdicts, rules);
	yield* rules.isOthers ? giveUp(open, look, verdicts) : takeOver(open, look, verdicts, rules);
	return verdicts;
}

/** What is open is looked up by its name alone: equal rows of others matter once it is to be sent. */
function* lookUpNames(wishes: Wish[], verdicts: Verdicts, rules: ResolveRules): Protocol<void> {
	yield* lookUp(wishes, { ...rules, recent: undefined }, verdicts);
}

/** Others that are sending now are waited for. @returns the wishes that stay in doubt */
function* awaitOthers(wishes: Wish[], verdicts: Verdicts, rules: ResolveRules): Protocol<Wish[]> {
	let open = wishes;
	for (let look = 1; ; look++) {
		yield* lookUpNames(open, verdicts, rules);
		open = open.filter((wish) => verdicts.get(nameOf(wish))?.is === 'inDoubt');
		const isAwaited = open.some((wish) => {
			const verdict = verdicts.get(nameOf(wish));
			return verdict?.is === 'inDoubt' && verdict.rows.some((row) => isSending(row, rules));
		});
		if (!isAwaited || look >= rules.looks) return open;
		yield* pause(look);
	}
}

/** The rows in doubt of these wishes, of every other name in doubt for an equal charge, and of whatever equals those. */
function* readRivals(wishes: Wish[]): Protocol<Entry[]> {
	const inDoubt = yield* readInDoubt();
	// Of what people have said to be paid it is not known with which addition: with one that seems to be nobody's.
	const equal = equalTo(wishes, [...inDoubt, ...(yield* readUnnamed())]);
	const refs = [...new Set(equal.map(({ ref }) => ref))].filter(Boolean);
	const rowsOf = groupBy(yield* read(refs), nameOf);
	// A claim that a crash has left behind under a name that has paid since waits for nothing.
	return equal.filter((row) => hasPaid(row) || !rowsOf(nameOf(row)).some(hasPaid));
}

function equalTo(wishes: Wish[], rows: Entry[]): Entry[] {
	const keys = new Set(wishes.flatMap(({ charge }) => chargeKeys(charge)));
	let equal: Entry[] = [];
	for (let count = -1; count < equal.length; ) {
		count = equal.length;
		equal = rows.filter(({ charge }) => chargeKeys(charge).some((key) => keys.has(key)));
		for (const { charge } of equal) for (const key of chargeKeys(charge)) keys.add(key);
	}
	return equal;
}

/**
 * From when on the list tells of these rows: also of all rows that may have made what these may have made, and of
 * what shares with those. A row of long before must not make every run ask for a month. Epoch milliseconds.
 */
function sinceWhen(mine: Entry[], rivals: Entry[], rules: ResolveRules): number {
	let since = mine.reduce((first, { askedAt }) => Math.min(first, askedAt), Infinity);
	const reachOf = (row: Entry) => heldUntilOf(row, rules) + 2 * rules.clock.doubtMs;
	for (const row of [...rivals].sort((one, other) => reachOf(other) - reachOf(one))) {
		if (reachOf(row) < since) break;
		since = Math.min(since, row.askedAt);
	}
	return since;
}

/** Others have settled some meanwhile. @returns the wishes that stay in doubt */
function* leaveSettled(
	wishes: Wish[],
	look: Look,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<Wish[]> {
	const isOpen = (wish: Wish) => look.inDoubt.has(nameOf(wish));
	const settled = wishes.filter((wish) => !isOpen(wish));
	if (settled.length > 0) yield* lookUpNames(settled, verdicts, rules);
	return wishes.filter(isOpen);
}

/**
 * Gives names the additions that nobody owns, as `shareOut` deals them: also other names, where it depends on theirs
 * that nothing was found for one of these wishes.
 *
 * @returns the wishes that are proven not done
 */
function* settleByList(
	wishes: Wish[],
	look: Look,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<Wish[]> {
	const { links, serviceAt } = look;
	const shares = yield* inSlices(shareOut(links, { ...rules.clock, now: serviceAt }));
	const wanted = new Set(wishes.map(nameOf));
	const taken = yield* takeShares(shares, wanted, look, verdicts);
	return wishes.filter((wish) => {
		const name = nameOf(wish);
		const share = shares.get(name);
		if (share === undefined || share.is === 'made') return false;
		if (share.is !== 'notDone') doubt(verdicts, name, look, share.candidates);
		// Whoever was to have it may not have got it.
		else if (share.others.every((id) => taken.has(id))) return true;
		else doubt(verdicts, name, look, share.others);
		return false;
	});
}

/** @returns ids of the additions that were taken */
function* takeShares(
	shares: Map<string, Share>,
	wanted: Set<string>,
	look: Look,
	verdicts: Verdicts,
): Protocol<Set<string>> {
	const others = new Set<string>();
	for (const [name, share] of shares) {
		if (wanted.has(name) && share.is === 'notDone') for (const id of share.others) others.add(id);
	}
	const taken = new Set<string>();
	for (const [name, share] of shares) {
		if (share.is !== 'made') continue;
		const { _id } = share.item.addition;
		if (!wanted.has(name) && !others.has(_id)) continue;
		const verdict = yield* takeAddition(look.inDoubt.get(name)!, share.item, look);
		if (verdict.is === 'paid') taken.add(_id);
		if (wanted.has(name)) verdicts.set(name, verdict);
	}
	return taken;
}

function doubt(verdicts: Verdicts, name: string, look: Look, candidates: string[]): void {
	verdicts.set(name, { is: 'inDoubt', rows: look.inDoubt.get(name)!, candidates });
}
