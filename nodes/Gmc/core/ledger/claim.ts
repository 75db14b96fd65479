import { groupBy } from '../util/groupBy';
import type { NewEntry, Protocol, ReadEffect } from './effects';
import {
	giveBack,
	insertAndRead,
	isUnsettled,
	now,
	pause,
	read,
	readBy,
	remove,
	update,
	withdraw,
} from './effects';
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
	/** Whether an entry is ignored, as those of this execution are: its equal rows are separate top-ups. */
	isIgnored: (entry: Entry) => boolean;
}

/** By name. */
export type Verdicts = Map<string, Verdict>;

export function learn(verdicts: Verdicts, more: Verdicts): void {
	for (const [name, verdict] of more) verdicts.set(name, verdict);
}

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
	const verdicts: Verdicts = new Map(rows.map((row) => [nameOf(row), { is: 'free', failed: [] }]));
	const are = (what: Verdict['is'], some: NamedRow[]) =>
		some.filter((row) => verdicts.get(nameOf(row))?.is === what);
	let pending = rows;
	for (let round = 1; pending.length > 0 && round <= MAX_CLAIMS; round++) {
		if (round > 1) yield* pause(round - 1);
		if (round > 1 || !areFree) learn(verdicts, yield* lookUp(pending, rules));
		// Each round has its own claim, because the table may reuse the id of one that was withdrawn (n8n.md K13).
		const claim = `${rules.claim}.${round}`;
		learn(verdicts, yield* writeClaims(are('free', pending), { ...rules, claim }));
		pending = are('busy', pending);
	}
	return verdicts;
}

/** Judges rows by the entries that the table has now. */
export function* lookUp(rows: NamedRow[], rules: ClaimRules): Protocol<Verdicts> {
	if (rows.length === 0) return new Map();
	const at = yield* now();
	return judgeAll(rows, yield* readBy(conflictQuery(rows, rules)), rules, at);
}

/** Reads every entry that can conflict with a claim of these rows. */
function conflictQuery(rows: NamedRow[], { recent }: ClaimRules): ReadEffect {
	if (recent === undefined)
		return { do: 'read', by: 'ref', values: unique(rows.map(({ ref }) => ref)) };
	return { do: 'read', by: 'chargeRef', values: unique(rows.map(({ chargeRef }) => chargeRef)) };
}

const unique = (all: string[]) => [...new Set(all)];

/** Judges rows by these entries. @param at a time before they were read; only Recent needs it */
export function judgeAll(
	rows: NamedRow[],
	entries: Entry[],
	rules: ClaimRules,
	at: number,
): Verdicts {
	const ofCustomer = groupBy(entries, ({ ref }) => ref);
	const equalTo = groupBy(entries, ({ chargeRef }) => chargeRef);
	const verdictOf = (row: NamedRow): Verdict => {
		const beside = ofCustomer(row.ref);
		const verdict = judge(
			row,
			beside.filter(({ n }) => n === row.n),
		);
		if (verdict.is !== 'free') return verdict;
		if (beside.some((entry) => isNewInBatch(row, entry, rules))) return { is: 'batchInUse' };
		const duplicates = duplicatesOf(row, equalTo(row.chargeRef), rules, at);
		return judgeDuplicates(duplicates, rules, at) ?? verdict;
	};
	return new Map(rows.map((row) => [nameOf(row), verdictOf(row)]));
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
 * Writes claims, then reads. A claim has won, and is `claimed`, if its name would be free without it. All other claims are
 * deleted, and their rows `busy` until the next look-up.
 *
 * @param isNotDone whether an entry no longer counts. Under names that were won, it is rejected
 */
export function* writeClaims(
	rows: NamedRow[],
	rules: ClaimRules,
	isNotDone: (entry: Entry) => boolean = () => false,
): Protocol<Verdicts> {
	if (rows.length === 0) return new Map();
	const at = yield* now();
	const entries = yield* insertClaims(rows, rules, at);
	const isOwn = ({ claim, outcome }: Entry) => claim === rules.claim && outcome === 'sending';
	const own = new Map(entries.filter(isOwn).map((entry) => [nameOf(entry), entry]));
	const others = entries.filter((entry) => !isOwn(entry) && !isNotDone(entry));
	const won: Verdicts = new Map();
	for (const [name, { is }] of judgeAll(rows, others, rules, at)) {
		const entry = own.get(name);
		if (is !== 'free' || entry === undefined) continue;
		won.set(name, { is: 'claimed', entry });
		own.delete(name);
	}
	yield* remove([...own.values()].map(({ id }) => id));
	const notDone = entries.filter((entry) => isNotDone(entry) && won.has(nameOf(entry)));
	yield* update(
		notDone.map(({ id }) => id),
		{ outcome: 'rejected' },
	);
	return new Map(rows.map((row) => [nameOf(row), won.get(nameOf(row)) ?? { is: 'busy' }]));
}

/** @returns the entries that can conflict. If they cannot be read, the claims are withdrawn */
function* insertClaims(rows: NamedRow[], rules: ClaimRules, at: number): Protocol<Entry[]> {
	const { claim, execution } = rules;
	const heldUntil = at + claimHoldMs(rules);
	const made = { claim, execution, askedAt: at, heldUntil, outcome: 'sending' } as const;
	const claims = rows.map((row): NewEntry => ({ ...row, ...made }));
	let entries: Entry[] | undefined;
	try {
		entries = yield* insertAndRead(claims, conflictQuery(rows, rules));
		return entries;
	} finally {
		if (entries === undefined) {
			try {
				yield* withdraw([claim]);
			} catch {
				yield* giveBack([{ claim }]);
			}
		}
	}
}

/** Deletes claims that were not sent. An entry that another run has changed since stays. */
export function* releaseClaims(claims: Entry[]): Protocol<void> {
	let isDone = false;
	try {
		const released = new Set(claims.map(claimIdOf));
		const entries = yield* read(unique(claims.map(({ ref }) => ref)));
		const unsent = entries.filter((entry) => isUnsettled(entry) && released.has(claimIdOf(entry)));
		yield* remove(unsent.map(({ id }) => id));
		isDone = true;
	} finally {
		if (!isDone) yield* giveBack(claims.map(({ id, claim }) => ({ id, claim })));
	}
}
