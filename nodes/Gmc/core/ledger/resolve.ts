import { groupBy } from '../util/groupBy';
import type { Verdicts } from './claim';
import { lookUp, writeClaims } from './claim';
import type { Protocol } from './effects';
import { exactOwners, now, pause, read, remove, update, updateAndRead } from './effects';
import type { Entry, NamedRow, Verdict } from './entry';
import { hasFailedAddition, hasPaid, isOpen, isSameClaim, nameOf, namesAddition } from './entry';
import { heldUntilOf } from './hold';
import type { ResolveRules, Snapshot } from './snapshot';
import { isSentByOther, takeSnapshot } from './snapshot';

/**
 * Resolves open rows, first by the ledger, then by GMC's list. A row whose addition is listed is paid. One that is not
 * listed is held, and claimed again after its hold, by one run only.
 *
 * @returns `paid`, `claimed` (to be sent and settled), `free` (proven not done), `reused` or `open`
 */
export function* resolveOpen(rows: NamedRow[], rules: ResolveRules): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	const open = yield* awaitOtherRuns(rows, verdicts, rules);
	const snapshot = open.length > 0 ? yield* takeSnapshot(open, rules) : undefined;
	if (snapshot !== undefined) {
		const isStillOpen = (row: NamedRow) => snapshot.open.has(nameOf(row));
		const settled = open.filter((row) => !isStillOpen(row));
		yield* lookUp(settled, byName(rules), verdicts);
		const notDone = yield* settleByList(open.filter(isStillOpen), snapshot, verdicts);
		yield* rules.rejectOnly
			? rejectNotDone(notDone, snapshot, verdicts)
			: claimAgain(notDone, snapshot, verdicts, rules);
	}
	yield* removeLeftovers(rows, verdicts, rules);
	return verdicts;
}

/** Duplicates do not matter while a row is open, only once it is to be sent. */
const byName = (rules: ResolveRules): ResolveRules => ({ ...rules, recent: undefined });

/** Waits for other runs that are sending these rows now. @returns the rows that stay open */
function* awaitOtherRuns(
	rows: NamedRow[],
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<NamedRow[]> {
	const entriesOf = (row: NamedRow): Entry[] => {
		const verdict = verdicts.get(nameOf(row));
		return verdict?.is === 'open' ? verdict.entries : [];
	};
	for (let open = rows, poll = 1; ; poll++) {
		yield* lookUp(open, byName(rules), verdicts);
		open = open.filter((row) => entriesOf(row).length > 0);
		const isAwaited = open.flatMap(entriesOf).some((one) => isSentByOther(one, rules));
		if (!isAwaited || poll >= rules.maxPolls) return open;
		yield* pause(poll);
	}
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
): Protocol<NamedRow[]> {
	const { open, shares } = snapshot;
	const othersOf = (row: NamedRow) => {
		const share = shares.get(nameOf(row));
		return share?.is === 'notDone' ? share.others : [];
	};
	const wanted = new Set(rows.map(nameOf));
	const others = new Set(rows.flatMap(othersOf));
	const taken = new Set<string>();
	for (const [name, share] of shares) {
		if (share.is !== 'made') continue;
		const { _id } = share.item.addition;
		if (!wanted.has(name) && !others.has(_id)) continue;
		const verdict = yield* takeAddition(open.get(name)!, _id, snapshot);
		if (verdict.is === 'paid') taken.add(_id);
		if (wanted.has(name)) verdicts.set(name, verdict);
	}
	return rows.filter((row) => {
		const share = shares.get(nameOf(row))!;
		if (share.is === 'made') return false;
		// Another name may have failed to take its addition. Then it may be this row's.
		if (share.is === 'notDone' && share.others.every((id) => taken.has(id))) return true;
		const candidates = share.is === 'notDone' ? share.others : share.candidates;
		verdicts.set(nameOf(row), { is: 'open', entries: open.get(nameOf(row))!, candidates });
		return false;
	});
}

/**
 * Gives an addition to the entries of a name: writes its id into the last one and reads who else names it, then sets
 * that entry to `issued` and reads again. Two names that take the same addition both give it up, mostly before a run
 * can report it as paid.
 */
function* takeAddition(
	entries: Entry[],
	additionId: string,
	{ isAbandoned }: Snapshot,
): Protocol<Verdict> {
	const entry = entries[entries.length - 1];
	const isOfName = (one: Entry) => nameOf(one) === nameOf(entry);
	const isRival = (one: Entry) => {
		if (isOfName(one) && one.claim === entry.claim) return false;
		const hasFailedForOther = hasFailedAddition(one) && !isOfName(one);
		return hasPaid(one) || hasFailedForOther || (namesAddition(one) && !isAbandoned(one));
	};
	// What a person has set to paid must not become open again.
	const isSetByPerson = hasPaid(entry);
	for (const outcome of isSetByPerson ? (['issued'] as const) : (['sending', 'issued'] as const)) {
		const settledAt = outcome === 'issued' ? yield* now() : undefined;
		const change = { id: entry.id, outcome, additionId, ...(settledAt && { settledAt }) };
		const owners = yield* updateAndRead([change], exactOwners([additionId]));
		const isOurs = owners.some(
			(one) => isSameClaim(one, entry) && (hasPaid(one) || namesAddition(one)),
		);
		if (isOurs && !owners.some(isRival)) continue;
		// If another run has given the entry another addition since, the entry stays as it is.
		const outcomeBefore = isSetByPerson ? 'issued' : 'unknown';
		if (isOurs) yield* update([{ id: entry.id, outcome: outcomeBefore, additionId: '' }]);
		return { is: 'open', entries, candidates: [additionId] };
	}
	return { is: 'paid', entry, additionId };
}

const wasOpen = (entry: Entry, { open }: Snapshot): boolean =>
	(open.get(nameOf(entry)) ?? []).some((one) => isSameClaim(one, entry));

/** Claims the names of rows that are proven not done. */
function* claimAgain(
	notDone: NamedRow[],
	snapshot: Snapshot,
	verdicts: Verdicts,
	rules: ResolveRules,
): Protocol<void> {
	const isSuperseded = (entry: Entry) => isOpen(entry) && wasOpen(entry, snapshot);
	yield* writeClaims(notDone, rules, verdicts, isSuperseded);
	const lost = notDone.filter((row) => verdicts.get(nameOf(row))?.is === 'busy');
	yield* lookUp(lost, rules, verdicts);
}

/** Rejects entries of other executions that are proven not done. */
function* rejectNotDone(
	notDone: NamedRow[],
	snapshot: Snapshot,
	verdicts: Verdicts,
): Protocol<void> {
	if (notDone.length === 0) return;
	// As read now: an id of the snapshot may belong to another entry by now.
	const entries = yield* read(notDone.map(({ ref }) => ref));
	const open = entries.filter((entry) => wasOpen(entry, snapshot));
	if (open.length > 0) yield* update(open.map(({ id }) => ({ id, outcome: 'rejected' })));
	for (const row of notDone) verdicts.set(nameOf(row), { is: 'free', failed: [] });
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
