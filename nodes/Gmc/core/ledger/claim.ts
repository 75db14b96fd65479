import { groupBy } from '../util/groupBy';
import type { NewEntry, Protocol, ReadEffect } from './effects';
import { insertAndRead, now, pause, read, readBy, remove, update, withdraw } from './effects';
import type { Entry, NamedRow, Verdict } from './entry';
import { claimIdOf, isUnreadable, judge, nameOf } from './entry';
import type { HoldRules } from './hold';
import { claimHoldMs, heldUntilOf } from './hold';

/** Two runs that meet both withdraw, and try again after a random pause. */
const MAX_CLAIMS = 14;

export interface ClaimRules extends HoldRules {
	/** Identifies what is claimed together. */
	claim: string;
	/** Whether this run made a claim. */
	isOurs: (claim: string) => boolean;
	/** Identifies the execution. */
	execution: string;
	/** Set under Recent. */
	recent?: RecentRules;
}

/** How Recent treats entries of other names with an equal charge. */
export interface RecentRules {
	/** How long an issued entry refuses an equal row, in milliseconds. */
	periodMs: number;
	/** Whether an entry refuses no row. Those of this execution do not: its equal rows are separate top-ups. */
	isIgnored: (entry: Entry) => boolean;
}

export type Verdicts = Map<string, Verdict>;

/**
 * Claims names that are free: writes the claims, *then* reads. A run that finds only its own claim has won. A run that
 * also finds another's withdraws, waits and tries again. Of two runs, the one that commits later sees the other, so
 * they never both win, whatever their clocks and ids are (n8n.md K1). Under Recent, a claim for an equal charge counts
 * as the same.
 *
 * @param rows one per name
 * @param areFree whether the names cannot have been used, so that the first look-up is not needed
 * @returns verdicts by name. `claimed` rows must be sent and settled; no row is `free`
 */
export function* claimNames(
	rows: NamedRow[],
	rules: ClaimRules,
	areFree = false,
): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	let pending = rows;
	for (let round = 1; pending.length > 0 && round <= MAX_CLAIMS; round++) {
		if (round > 1) yield* pause(round - 1);
		if (round > 1 || !areFree) yield* lookUp(pending, rules, verdicts);
		const free = pending.filter((row) => (verdicts.get(nameOf(row))?.is ?? 'free') === 'free');
		// Each round has its own claim, because the table may reuse the id of one that was withdrawn (n8n.md K13).
		yield* writeClaims(free, { ...rules, claim: `${rules.claim}.${round}` }, verdicts);
		pending = pending.filter((row) => verdicts.get(nameOf(row))?.is === 'busy');
	}
	return verdicts;
}

/** Judges rows by the entries that the table has now. */
export function* lookUp(rows: NamedRow[], rules: ClaimRules, verdicts: Verdicts): Protocol<void> {
	if (rows.length === 0) return;
	const at = yield* now();
	judgeAll(rows, yield* readBy(conflictQuery(rows, rules)), { rules, at, verdicts });
}

/** Reads every entry that can conflict with a claim of these rows. */
function conflictQuery(rows: NamedRow[], { recent }: ClaimRules): ReadEffect {
	if (recent === undefined) return { do: 'read', refs: unique(rows.map(({ ref }) => ref)) };
	return { do: 'readEqual', chargeRefs: unique(rows.map(({ chargeRef }) => chargeRef)) };
}

const unique = (all: string[]) => [...new Set(all)];

/** Judges rows by these entries. @param at a time before they were read; only Recent needs it */
export function judgeAll(
	rows: NamedRow[],
	entries: Entry[],
	{ rules, at, verdicts }: { rules: ClaimRules; at: number; verdicts: Verdicts },
): void {
	const { ofName, obstacleOf } = conflictsIn(entries, rules, at);
	for (const row of rows) {
		const verdict = judge(row, ofName(row));
		const obstacle = verdict.is === 'free' ? obstacleOf(row) : undefined;
		verdicts.set(nameOf(row), obstacle ?? verdict);
	}
}

function conflictsIn(entries: Entry[], rules: ClaimRules, at: number) {
	const ofCustomer = groupBy(entries, ({ ref }) => ref);
	const equalTo = groupBy(entries, ({ chargeRef }) => chargeRef);
	return {
		ofName: ({ ref, n }: NamedRow) => ofCustomer(ref).filter((entry) => entry.n === n),
		/** What refuses a row apart from the entries of its name. */
		obstacleOf: (row: NamedRow): Verdict | undefined =>
			ofCustomer(row.ref).some((entry) => isNewInBatch(row, entry, rules))
				? { is: 'batchInUse' }
				: judgeDuplicates(duplicatesOf(row, equalTo(row.chargeRef), rules, at), rules, at),
	};
}

/** Whether another run has written the entry for the row's customer and batch since the row was named. */
function isNewInBatch({ knownClaims }: NamedRow, entry: Entry, { isOurs }: ClaimRules): boolean {
	if (knownClaims === undefined || entry.outcome === 'rejected' || isOurs(entry.claim))
		return false;
	return !knownClaims.has(claimIdOf(entry));
}

/**
 * The entries with an equal charge that refuse a row under Recent, or that the run waits for. A row that was sent
 * before, and not done, is compared with all that was issued since: another execution may have sent it again.
 */
function duplicatesOf(row: NamedRow, equal: Entry[], { recent }: ClaimRules, at: number): Entry[] {
	if (recent === undefined) return [];
	const isOwn = (entry: Entry) => nameOf(entry) === nameOf(row);
	const notDone = equal.filter((entry) => isOwn(entry) && entry.outcome === 'rejected');
	const since = Math.min(at - recent.periodMs, ...notDone.map(({ askedAt }) => askedAt));
	return equal.filter((entry) => {
		if (isOwn(entry) || recent.isIgnored(entry) || entry.outcome === 'rejected') return false;
		return entry.outcome !== 'issued' || (entry.settledAt ?? entry.askedAt) >= since;
	});
}

function judgeDuplicates(entries: Entry[], rules: ClaimRules, at: number): Verdict | undefined {
	if (entries.length === 0) return undefined;
	const unreadable = entries.find(isUnreadable);
	if (unreadable !== undefined) return { is: 'unreadable', entry: unreadable };
	// After its hold, a claim that is still `sending` was left by a crash.
	const isHeld = (entry: Entry) => entry.outcome === 'sending' && at < heldUntilOf(entry, rules);
	return entries.some(isHeld) ? { is: 'busy' } : { is: 'duplicate', entries };
}

/**
 * Writes claims, then reads. A claim that is alone under its name has won, and is `claimed`, if nothing else refuses its
 * row. All other claims are deleted, and their rows `busy` until the next look-up.
 *
 * @param isSuperseded whether an entry of another run no longer counts. Under names that were won, it is rejected
 */
export function* writeClaims(
	rows: NamedRow[],
	rules: ClaimRules,
	verdicts: Verdicts,
	isSuperseded: (entry: Entry) => boolean = () => false,
): Protocol<void> {
	if (rows.length === 0) return;
	const at = yield* now();
	const { ofName, obstacleOf } = conflictsIn(yield* insertClaims(rows, rules, at), rules, at);
	const lost: number[] = [];
	const superseded: number[] = [];
	for (const row of rows) {
		const named = ofName(row);
		const standing = named.filter((one) => one.outcome !== 'rejected' && !isSuperseded(one));
		const own = standing.filter((one) => one.claim === rules.claim && one.outcome === 'sending');
		const isAlone = own.length === 1 && standing.length === 1;
		if (isAlone && obstacleOf(row) === undefined) {
			verdicts.set(nameOf(row), { is: 'claimed', entry: own[0] });
			superseded.push(...named.filter(isSuperseded).map(({ id }) => id));
		} else {
			verdicts.set(nameOf(row), { is: 'busy' });
			lost.push(...own.map(({ id }) => id));
		}
	}
	if (lost.length > 0) yield* remove(lost);
	// As read now: an id that was read before may belong to another entry by now, even to the new claim.
	if (superseded.length > 0) yield* update(superseded.map((id) => ({ id, outcome: 'rejected' })));
}

/** @returns the entries that can conflict. If they cannot be read, the claims are withdrawn */
function* insertClaims(rows: NamedRow[], rules: ClaimRules, at: number): Protocol<Entry[]> {
	const { claim, execution } = rules;
	const held = { askedAt: at, heldUntil: at + claimHoldMs(rules) };
	const claims = rows.map(
		({ ref, n, set, charge, chargeRef, label }): NewEntry => ({
			ref,
			n,
			set,
			execution,
			charge,
			chargeRef,
			label,
			claim,
			...held,
			outcome: 'sending',
		}),
	);
	let entries: Entry[] | undefined;
	try {
		entries = yield* insertAndRead(claims, conflictQuery(rows, rules));
		return entries;
	} finally {
		if (entries === undefined) {
			try {
				yield* withdraw(claim);
			} catch {
				// The claims are held then, as after a crash. The first error is the one to report.
			}
		}
	}
}

/** Deletes claims that were not sent. An entry that another run has changed since stays. */
export function* releaseClaims(claims: Entry[]): Protocol<void> {
	const released = new Set(claims.map(claimIdOf));
	const entries = yield* read(unique(claims.map(({ ref }) => ref)));
	const isUnsent = (entry: Entry) =>
		released.has(claimIdOf(entry)) && entry.outcome === 'sending' && entry.additionId === undefined;
	const ids = entries.filter(isUnsent).map(({ id }) => id);
	if (ids.length > 0) yield* remove(ids);
}
