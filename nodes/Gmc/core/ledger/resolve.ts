import { chargeKeys } from '../additions/charge';
import type { Verdicts } from './claim';
import { lookUp } from './claim';
import type { Protocol } from './effects';
import { inSlices, list, now, pause, read, readBy, remove } from './effects';
import type { Entry, NamedRow } from './entry';
import { hasPaid, isOpen, nameOf } from './entry';
import { heldUntilOf } from './hold';
import { groupBy } from '../util/groupBy';
import type { Share } from './shareOut';
import { shareOut } from './shareOut';
import type { ResolveRules, Snapshot } from './snapshot';
import { isSentByOther, takeSnapshot, withCurrentIdentifiers } from './snapshot';
import { claimAgain, rejectNotDone, takeAddition } from './take';

/**
 * Resolves open rows, first by the ledger, then by GMC's list. A row whose addition is listed is paid. One that is not
 * listed is held, and claimed again after its hold, by one run only.
 *
 * @returns `paid`, `claimed` (to be sent and settled), `free` (proven not done), `reused` or `open`
 */
export function* resolveOpen(rows: NamedRow[], rules: ResolveRules): Protocol<Verdicts> {
	const verdicts = yield* resolveAll(rows, rules);
	yield* removeLeftovers(rows, verdicts, rules);
	return verdicts;
}

function* resolveAll(rows: NamedRow[], rules: ResolveRules): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	let open = yield* awaitOtherRuns(rows, verdicts, rules);
	if (open.length === 0) return verdicts;
	const rowOf = new Map(open.map((row) => [nameOf(row), row]));
	const withCurrent = (entries: Entry[]) =>
		entries.map((entry) => withCurrentIdentifiers(entry, rowOf.get(nameOf(entry))));
	const before = withCurrent(yield* readCompetitors(open));
	const own = before.filter((entry) => rowOf.has(nameOf(entry)));
	// Taken before the list is read, because the list proves nothing about a hold that ends in between.
	const at = yield* now();
	const named = before.flatMap(({ additionId }) => additionId ?? []);
	const found = yield* list(Math.min(listSince(own, before, rules), at), named);
	if (found === undefined) return verdicts;
	// Read again after the list: a run that made what the list shows had written its claim by then.
	const after = withCurrent(yield* readCompetitors(open));
	const snapshot = yield* takeSnapshot(found, { before, after, at }, rules);
	open = yield* dropSettled(open, snapshot, verdicts, rules);
	const notDone = yield* settleByList(open, snapshot, verdicts, rules);
	yield* rules.rejectOnly
		? rejectNotDone(notDone, snapshot, verdicts)
		: claimAgain(notDone, snapshot, verdicts, rules);
	return verdicts;
}

/** Duplicates do not matter while a row is open, only once it is to be sent. */
function* lookUpByName(rows: NamedRow[], verdicts: Verdicts, rules: ResolveRules): Protocol<void> {
	yield* lookUp(rows, { ...rules, recent: undefined }, verdicts);
}

/** Waits for other runs that are sending these rows now. @returns the rows that stay open */
function* awaitOtherRuns(
	rows: NamedRow[],
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<NamedRow[]> {
	let open = rows;
	for (let poll = 1; ; poll++) {
		yield* lookUpByName(open, verdicts, rules);
		open = open.filter((row) => verdicts.get(nameOf(row))?.is === 'open');
		const isAwaited = open.some((row) => {
			const verdict = verdicts.get(nameOf(row));
			return verdict?.is === 'open' && verdict.entries.some((one) => isSentByOther(one, rules));
		});
		if (!isAwaited || poll >= rules.maxPolls) return open;
		yield* pause(poll);
	}
}

/** Open entries of these rows, and all that may have made the same additions: open, or set to `issued` by a person. */
function* readCompetitors(rows: NamedRow[]): Protocol<Entry[]> {
	const open = yield* readBy({ do: 'readOpen' });
	const equal = equalTo(rows, [...open, ...(yield* readBy({ do: 'readUnnamed' }))]);
	const refs = [...new Set(equal.map(({ ref }) => ref))].filter(Boolean);
	const entriesOf = groupBy(yield* read(refs), nameOf);
	// A crash can leave an open claim under a name that has paid.
	return equal.filter((entry) => hasPaid(entry) || !entriesOf(nameOf(entry)).some(hasPaid));
}

/** Entries of equal charge, and those equal to these, and so on: an entry may know a customer by two identifiers. */
function equalTo(rows: NamedRow[], entries: Entry[]): Entry[] {
	const keys = new Set(rows.flatMap(({ charge }) => chargeKeys(charge)));
	let equal: Entry[] = [];
	for (let count = -1; count < equal.length; ) {
		count = equal.length;
		equal = entries.filter(({ charge }) => chargeKeys(charge).some((key) => keys.has(key)));
		for (const { charge } of equal) for (const key of chargeKeys(charge)) keys.add(key);
	}
	return equal;
}

/**
 * The time from which GMC's list is needed. It covers the own entries, every entry that may have made the same
 * additions as they, and so on. An old entry that cannot have does not count, so one does not make every run read a month.
 */
function listSince(own: Entry[], competitors: Entry[], rules: ResolveRules): number {
	let since = own.reduce((first, { askedAt }) => Math.min(first, askedAt), Infinity);
	const reachOf = (entry: Entry) => heldUntilOf(entry, rules) + 2 * rules.clock.doubtMs;
	for (const entry of [...competitors].sort((one, other) => reachOf(other) - reachOf(one))) {
		if (reachOf(entry) < since) break;
		since = Math.min(since, entry.askedAt);
	}
	return since;
}

/** A crash can leave open entries under a name that has paid. After their hold they are of no use, and seem to be unclear. */
function* removeLeftovers(
	rows: NamedRow[],
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<void> {
	const paid = rows.filter((row) => verdicts.get(nameOf(row))?.is === 'paid');
	if (paid.length === 0) return;
	const at = yield* now();
	const entriesOf = groupBy(yield* read([...new Set(paid.map(({ ref }) => ref))]), nameOf);
	const isOver = (entry: Entry) =>
		isOpen(entry) && at >= heldUntilOf(entry, rules) && !rules.isAtWork(entry.claim);
	const left = paid
		.map((row) => entriesOf(nameOf(row)))
		.filter((entries) => entries.some(hasPaid))
		.flatMap((entries) => entries.filter(isOver));
	if (left.length > 0) yield* remove(left.map(({ id }) => id));
}

/** Looks up the rows that other runs have settled meanwhile. @returns the rows that stay open */
function* dropSettled(
	rows: NamedRow[],
	snapshot: Snapshot,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<NamedRow[]> {
	const isStillOpen = (row: NamedRow) => snapshot.open.has(nameOf(row));
	const settled = rows.filter((row) => !isStillOpen(row));
	if (settled.length > 0) yield* lookUpByName(settled, verdicts, rules);
	return rows.filter(isStillOpen);
}

/**
 * Gives unowned additions to names, as `shareOut` deals them. Other names get theirs, too, if one of these rows is
 * not done only because they have them.
 *
 * @returns the rows that are proven not done
 */
function* settleByList(
	rows: NamedRow[],
	snapshot: Snapshot,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<NamedRow[]> {
	const { links, serviceAt } = snapshot;
	const shares = yield* inSlices(shareOut(links, { ...rules.clock, now: serviceAt }));
	const wanted = new Set(rows.map(nameOf));
	const taken = yield* takeShares(shares, wanted, snapshot, verdicts);
	return rows.filter((row) => {
		const name = nameOf(row);
		const share = shares.get(name);
		if (share === undefined || share.is === 'made') return false;
		// Another name may have failed to take its addition. Then it may be this row's.
		if (share.is === 'notDone' && share.others.every((id) => taken.has(id))) return true;
		const candidates = share.is === 'notDone' ? share.others : share.candidates;
		verdicts.set(name, { is: 'open', entries: snapshot.open.get(name)!, candidates });
		return false;
	});
}

/** @returns ids of the additions that were taken */
function* takeShares(
	shares: Map<string, Share>,
	wanted: Set<string>,
	snapshot: Snapshot,
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
		const verdict = yield* takeAddition(snapshot.open.get(name)!, share.item, snapshot);
		if (verdict.is === 'paid') taken.add(_id);
		if (wanted.has(name)) verdicts.set(name, verdict);
	}
	return taken;
}
