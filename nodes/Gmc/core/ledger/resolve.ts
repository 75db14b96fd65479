import { groupBy } from '../util/groupBy';
import type { Verdicts } from './claim';
import { learn, lookUp, writeClaims } from './claim';
import type { Protocol } from './effects';
import { exactOwners, now, pause, read, readBy, remove, update } from './effects';
import type { Entry, NamedRow, Verdict } from './entry';
import {
	claimIdOf,
	hasFailedAddition,
	hasPaid,
	isOpen,
	mayOwnAddition,
	nameOf,
	namesAddition,
	versionOf,
} from './entry';
import { heldUntilOf } from './hold';
import type { ResolveRules, Snapshot } from './snapshot';
import { isSentByOther, takeSnapshot } from './snapshot';

/**
 * Resolves open rows, first by the ledger, then by GMC's list. A row whose addition is listed is paid. One that is not
 * listed is held, and free after its hold.
 *
 * @returns what the ledger says about the rows, `free` (proven not done) or `open`
 */
export function* resolveOpen(rows: NamedRow[], rules: ResolveRules): Protocol<Verdicts> {
	const verdicts = yield* awaitOtherRuns(rows, rules);
	const open = rows.filter((row) => verdicts.get(nameOf(row))?.is === 'open');
	const snapshot = open.length > 0 ? yield* takeSnapshot(open, rules) : undefined;
	if (snapshot !== undefined) {
		const isStillOpen = (row: NamedRow) => snapshot.open.has(nameOf(row));
		const settled = open.filter((row) => !isStillOpen(row));
		learn(verdicts, yield* lookUp(settled, rules));
		learn(verdicts, yield* settleByList(open.filter(isStillOpen), snapshot, rules));
	}
	yield* removeLeftovers(verdicts, rows, rules);
	return verdicts;
}

/** Waits for other runs that are sending these rows now. */
function* awaitOtherRuns(rows: NamedRow[], rules: ResolveRules): Protocol<Verdicts> {
	for (let poll = 1; ; poll++) {
		const verdicts = yield* lookUp(rows, rules);
		const isAwaited = [...verdicts.values()].some(
			(one) => one.is === 'open' && one.entries.some((entry) => isSentByOther(entry, rules)),
		);
		if (!isAwaited || poll >= rules.maxPolls) return verdicts;
		yield* pause(poll);
	}
}

/**
 * Gives unowned additions to names, as `shareOut` deals them, and rejects the entries of rows that are proven not done.
 * Other names get theirs, too, if one of these rows is not done only because they have them.
 */
function* settleByList(
	rows: NamedRow[],
	snapshot: Snapshot,
	rules: ResolveRules,
): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	const { open, shares } = snapshot;
	const shared = rows.map((row) => ({ row, name: nameOf(row), share: shares.get(nameOf(row))! }));
	const wanted = new Set(shared.map(({ name }) => name));
	const others = new Set(
		shared.flatMap(({ share }) => (share.is === 'notDone' ? share.others : [])),
	);
	const taken = new Set<string>();
	for (const [name, share] of shares) {
		if (share.is !== 'made') continue;
		const { _id } = share.item.addition;
		if (!wanted.has(name) && !others.has(_id)) continue;
		const verdict = yield* takeAddition(open.get(name)!, _id, snapshot);
		if (verdict.is === 'paid') taken.add(_id);
		if (wanted.has(name)) verdicts.set(name, verdict);
	}
	const notDone: NamedRow[] = [];
	for (const { row, name, share } of shared) {
		if (share.is === 'made') continue;
		// Another name may have failed to take its addition. Then it may be this row's.
		if (share.is === 'notDone' && share.others.every((id) => taken.has(id))) notDone.push(row);
		const candidates = share.is === 'notDone' ? share.others : share.candidates;
		verdicts.set(name, { is: 'open', entries: open.get(name)!, candidates });
	}
	return new Map([...verdicts, ...(yield* reject(notDone, snapshot, rules))]);
}

/**
 * Rejects the entries of rows that are proven not done. The names are claimed for that: the claims keep other runs away, and
 * ids from being used again (n8n.md K13).
 */
function* reject(rows: NamedRow[], { open }: Snapshot, rules: ResolveRules): Protocol<Verdicts> {
	const notDone = new Set(rows.flatMap((row) => open.get(nameOf(row))!.map(versionOf)));
	const counts = (entry: Entry) => !isOpen(entry) || !notDone.has(versionOf(entry));
	const verdicts = yield* writeClaims(rows, rules, counts);
	const lost = yield* lookUp(
		rows.filter((row) => verdicts.get(nameOf(row))?.is === 'busy'),
		rules,
	);
	const claims = [...verdicts.values()].flatMap((one) => (one.is === 'claimed' ? one.entry : []));
	yield* remove(claims.map(({ id }) => id));
	const free = claims.map((one): [string, Verdict] => [nameOf(one), { is: 'free', failed: [] }]);
	return new Map([...free, ...lost]);
}

/** A crash can leave open claims under a name that has paid. After their hold they are of no use, and seem to be unclear. */
function* removeLeftovers(
	verdicts: Verdicts,
	rows: NamedRow[],
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
	yield* remove(left.map(({ id }) => id));
}

/**
 * Gives an addition to the entries of a name: writes its id into one and reads who else names it, then sets that entry to
 * `issued` and reads again. Two names that take the same addition both give it up, mostly before a run can report it as
 * paid.
 */
function* takeAddition(
	entries: Entry[],
	additionId: string,
	{ isAbandoned }: Snapshot,
): Protocol<Verdict> {
	// What a person has set to paid must not become open again.
	const paid = entries.find(hasPaid);
	const entry = paid ?? entries[entries.length - 1];
	const isOfName = (one: Entry) => nameOf(one) === nameOf(entry);
	const isOfClaim = (one: Entry) => claimIdOf(one) === claimIdOf(entry);
	const isEntry = (one: Entry) => one.id === entry.id && isOfClaim(one);
	const isRival = (one: Entry) => {
		if (isOfClaim(one)) return false;
		const hasFailedForOther = hasFailedAddition(one) && !isOfName(one);
		const isNaming = namesAddition(one) && !isAbandoned(one);
		return hasPaid(one) || hasFailedForOther || isNaming;
	};
	for (const outcome of paid ? (['issued'] as const) : (['sending', 'issued'] as const)) {
		const settledAt = outcome === 'issued' ? yield* now() : undefined;
		const change = { outcome, additionId, ...(settledAt && { settledAt }) };
		yield* update([entry.id], change);
		const owners = yield* readBy(exactOwners([additionId]));
		const isOurs = owners.some((one) => isEntry(one) && mayOwnAddition(one));
		if (isOurs && !owners.some(isRival)) continue;
		// If another run has given the entry another addition since, the entry stays as it is.
		if (isOurs) yield* update([entry.id], { outcome: paid ? 'issued' : 'unknown', additionId: '' });
		return { is: 'open', entries, candidates: [additionId] };
	}
	return { is: 'paid', entry, additionId };
}
