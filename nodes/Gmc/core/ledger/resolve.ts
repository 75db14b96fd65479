import { groupBy } from '../util/groupBy';
import type { Verdicts } from './claim';
import { lookUp, writeClaims } from './claim';
import type { Protocol } from './effects';
import { exactOwners, now, pause, read, remove, update, updateAndRead } from './effects';
import type { Entry, NamedRow, Verdict } from './entry';
import {
	claimIdOf,
	hasFailedAddition,
	hasPaid,
	isOpen,
	mayOwnAddition,
	nameOf,
	namesAddition,
} from './entry';
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
	return yield* new Resolution(rules).resolve(rows);
}

/** One call of `resolveOpen`, with its verdicts so far. */
class Resolution {
	private readonly verdicts: Verdicts = new Map();

	constructor(private readonly rules: ResolveRules) {}

	*resolve(rows: NamedRow[]): Protocol<Verdicts> {
		const open = yield* this.awaitOtherRuns(rows);
		const snapshot = open.length > 0 ? yield* takeSnapshot(open, this.rules) : undefined;
		if (snapshot !== undefined) {
			const isStillOpen = (row: NamedRow) => snapshot.open.has(nameOf(row));
			yield* this.lookUpByName(open.filter((row) => !isStillOpen(row)));
			const notDone = yield* this.settleByList(open.filter(isStillOpen), snapshot);
			yield* this.rules.rejectOnly
				? this.reject(notDone, snapshot)
				: this.claimAgain(notDone, snapshot);
		}
		yield* this.removeLeftovers(rows);
		return this.verdicts;
	}

	/** Duplicates do not matter while a row is open, only once it is to be sent. */
	private *lookUpByName(rows: NamedRow[]): Protocol<void> {
		yield* lookUp(rows, { ...this.rules, recent: undefined }, this.verdicts);
	}

	private is(what: Verdict['is'], row: NamedRow): boolean {
		return this.verdicts.get(nameOf(row))?.is === what;
	}

	/** Waits for other runs that are sending these rows now. @returns the rows that stay open */
	private *awaitOtherRuns(rows: NamedRow[]): Protocol<NamedRow[]> {
		for (let open = rows, poll = 1; ; poll++) {
			yield* this.lookUpByName(open);
			open = open.filter((row) => this.is('open', row));
			const isAwaited = open.some((row) => {
				const verdict = this.verdicts.get(nameOf(row));
				return (
					verdict?.is === 'open' && verdict.entries.some((one) => isSentByOther(one, this.rules))
				);
			});
			if (!isAwaited || poll >= this.rules.maxPolls) return open;
			yield* pause(poll);
		}
	}

	/**
	 * Gives unowned additions to names, as `shareOut` deals them. Other names get theirs, too, if one of these rows is
	 * not done only because they have them.
	 *
	 * @returns the rows that are proven not done
	 */
	private *settleByList(rows: NamedRow[], snapshot: Snapshot): Protocol<NamedRow[]> {
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
			if (wanted.has(name)) this.verdicts.set(name, verdict);
		}
		const notDone = shared.filter(({ name, share }) => {
			if (share.is === 'made') return false;
			// Another name may have failed to take its addition. Then it may be this row's.
			if (share.is === 'notDone' && share.others.every((id) => taken.has(id))) return true;
			const candidates = share.is === 'notDone' ? share.others : share.candidates;
			this.verdicts.set(name, { is: 'open', entries: open.get(name)!, candidates });
			return false;
		});
		return notDone.map(({ row }) => row);
	}

	/** Claims the names of rows that are proven not done. */
	private *claimAgain(notDone: NamedRow[], snapshot: Snapshot): Protocol<void> {
		const isSuperseded = (entry: Entry) => isOpen(entry) && wasOpen(entry, snapshot);
		yield* writeClaims(notDone, this.rules, this.verdicts, isSuperseded);
		const lost = notDone.filter((row) => this.is('busy', row));
		yield* lookUp(lost, this.rules, this.verdicts);
	}

	/** Rejects entries of other executions that are proven not done. */
	private *reject(notDone: NamedRow[], snapshot: Snapshot): Protocol<void> {
		if (notDone.length === 0) return;
		// As read now: an id of the snapshot may belong to another entry by now.
		const entries = yield* read(notDone.map(({ ref }) => ref));
		const names = new Set(notDone.map(nameOf));
		const isNotDone = (entry: Entry) => names.has(nameOf(entry)) && isOpen(entry);
		const open = entries.filter((entry) => isNotDone(entry) && wasOpen(entry, snapshot));
		if (open.length > 0) yield* update(open.map(({ id }) => ({ id, outcome: 'rejected' })));
		for (const row of notDone) this.verdicts.set(nameOf(row), { is: 'free', failed: [] });
	}

	/** A crash can leave open entries under a name that has paid. After their hold they are of no use, and seem to be unclear. */
	private *removeLeftovers(rows: NamedRow[]): Protocol<void> {
		const paid = rows.filter((row) => this.is('paid', row));
		if (paid.length === 0) return;
		const at = yield* now();
		const entriesOf = groupBy(yield* read([...new Set(paid.map(({ ref }) => ref))]), nameOf);
		const isOver = (entry: Entry) =>
			isOpen(entry) && at >= heldUntilOf(entry, this.rules) && !this.rules.isAtWork(entry.claim);
		const left = paid
			.map((row) => entriesOf(nameOf(row)))
			.filter((entries) => entries.some(hasPaid))
			.flatMap((entries) => entries.filter(isOver));
		if (left.length > 0) yield* remove(left.map(({ id }) => id));
	}
}

const wasOpen = (entry: Entry, { open }: Snapshot): boolean =>
	(open.get(nameOf(entry)) ?? []).some((one) => claimIdOf(one) === claimIdOf(entry));

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
	const isEntry = (one: Entry) => claimIdOf(one) === claimIdOf(entry);
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
		const isOurs = owners.some((one) => isEntry(one) && mayOwnAddition(one));
		if (isOurs && !owners.some(isRival)) continue;
		// If another run has given the entry another addition since, the entry stays as it is.
		const outcomeBefore = isSetByPerson ? 'issued' : 'unknown';
		if (isOurs) yield* update([{ id: entry.id, outcome: outcomeBefore, additionId: '' }]);
		return { is: 'open', entries, candidates: [additionId] };
	}
	return { is: 'paid', entry, additionId };
}
