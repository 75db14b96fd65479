import type { NewEntry, Protocol, ReadEffect } from './effects';
import { insertAndRead, now, pause, read, readBy, remove, withdraw } from './effects';
import type { Entry, NamedRow, Verdict } from './entry';
import { claimIdOf, isUnreadable, judge, nameOf } from './entry';
import { groupBy } from '../util/groupBy';
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
	for (let round = 1; pending.length > 0; round++) {
		if (!areFree || round > 1) yield* lookUp(pending, rules, verdicts);
		const is = (what: Verdict['is']) => (row: NamedRow) => verdicts.get(nameOf(row))?.is === what;
		const free = areFree && round === 1 ? pending : pending.filter(is('free'));
		// Each round has its own claim, because the table may reuse the id of one that was withdrawn (n8n.md K13).
		const claim = `${rules.claim}.${round}`;
		if (free.length > 0) yield* claimFree(free, { ...rules, claim }, verdicts);
		pending = pending.filter(is('busy'));
		if (pending.length === 0 || round === MAX_CLAIMS) break;
		yield* pause(round);
	}
	return verdicts;
}

/** Reads every entry that can conflict with a claim of these rows. */
function conflictQuery(rows: NamedRow[], { recent }: ClaimRules): ReadEffect {
	if (recent === undefined) return { do: 'read', refs: unique(rows.map(({ ref }) => ref)) };
	return { do: 'readEqual', chargeRefs: unique(rows.map(({ chargeRef }) => chargeRef)) };
}

const unique = (all: string[]) => [...new Set(all)];

/** Judges rows by the entries that the table has now. */
export function* lookUp(rows: NamedRow[], rules: ClaimRules, verdicts: Verdicts): Protocol<void> {
	const at = yield* now();
	judgeAll(rows, yield* readBy(conflictQuery(rows, rules)), { rules, at, verdicts });
}

/** Judges rows by these entries. @param at a time before they were read; only Recent needs it */
export function judgeAll(
	rows: NamedRow[],
	entries: Entry[],
	{ rules, at, verdicts }: { rules: ClaimRules; at: number; verdicts: Verdicts },
): void {
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const equalTo = groupBy(entries, ({ chargeRef }) => chargeRef);
	for (const row of rows) {
		const duplicates = duplicatesOf(row, equalTo(row.chargeRef), { rules, at });
		const found = { ofCustomer: entriesOf(row.ref), duplicates, at };
		verdicts.set(nameOf(row), judgeAmong(row, found, rules));
	}
}

/** @param ofCustomer the entries with the row's ref */
function judgeAmong(
	row: NamedRow,
	{ ofCustomer, duplicates, at }: { ofCustomer: Entry[]; duplicates: Entry[]; at: number },
	rules: ClaimRules,
): Verdict {
	const verdict = judge(
		row,
		ofCustomer.filter(({ n }) => n === row.n),
	);
	if (verdict.is !== 'free') return verdict;
	if (ofCustomer.some((entry) => isNewInBatch(row, entry, rules))) return { is: 'batchInUse' };
	return duplicates.length > 0 ? judgeDuplicates(duplicates, rules, at) : verdict;
}

function judgeDuplicates(duplicates: Entry[], rules: ClaimRules, at: number): Verdict {
	const unreadable = duplicates.find(isUnreadable);
	if (unreadable !== undefined) return { is: 'unreadable', entry: unreadable };
	// After its hold, a claim that is still `sending` was left by a crash.
	const isHeld = (entry: Entry) => entry.outcome === 'sending' && at < heldUntilOf(entry, rules);
	return duplicates.some(isHeld) ? { is: 'busy' } : { is: 'duplicate', entries: duplicates };
}

/**
 * The entries with an equal charge that refuse a row under Recent, or that the run waits for. A row that was sent
 * before, and not done, is compared with all that was issued since: another execution may have sent it again.
 */
function duplicatesOf(
	row: NamedRow,
	equal: Entry[],
	{ rules: { recent }, at }: { rules: ClaimRules; at: number },
): Entry[] {
	if (recent === undefined) return [];
	const own = equal.filter(
		(entry) => nameOf(entry) === nameOf(row) && entry.outcome === 'rejected',
	);
	const since = own.reduce((first, { askedAt }) => Math.min(first, askedAt), at - recent.periodMs);
	const others = equal.filter((entry) => nameOf(entry) !== nameOf(row) && !recent.isIgnored(entry));
	return others.filter((entry) => {
		if (entry.outcome === 'rejected') return false;
		if (entry.outcome !== 'issued') return true;
		return (entry.settledAt ?? entry.askedAt) >= since;
	});
}

/** Whether another run has written the entry for the row's customer and batch since the row was named. */
function isNewInBatch({ knownClaims }: NamedRow, entry: Entry, { isOurs }: ClaimRules): boolean {
	if (knownClaims === undefined || entry.outcome === 'rejected' || isOurs(entry.claim))
		return false;
	return !knownClaims.has(claimIdOf(entry));
}

/** Rows that met another run are `busy` until the next look-up. */
function* claimFree(free: NamedRow[], rules: ClaimRules, verdicts: Verdicts): Protocol<void> {
	const { won, lost } = yield* writeClaims(free, rules);
	for (const entry of won) verdicts.set(nameOf(entry), { is: 'claimed', entry });
	if (lost.length > 0) yield* remove(lost.map(({ id }) => id));
	const names = new Set(won.map(nameOf));
	for (const row of free) if (!names.has(nameOf(row))) verdicts.set(nameOf(row), { is: 'busy' });
}

interface Claimed {
	won: Entry[];
	lost: Entry[];
	/** Earlier entries of the names that were won, which no longer count. */
	superseded: Entry[];
}

/**
 * Writes claims, then reads. A claim that is alone under its name has won; in a batch, the customer must have no new
 * entry either. Claims that cannot be read are withdrawn.
 *
 * @param isSuperseded whether an entry of another run no longer counts
 */
export function* writeClaims(
	rows: NamedRow[],
	rules: ClaimRules,
	isSuperseded: (entry: Entry) => boolean = () => false,
): Protocol<Claimed> {
	const at = yield* now();
	let isRead = false;
	try {
		const claims = rows.map((row) => toClaim(row, rules, at));
		const entries = yield* insertAndRead(claims, conflictQuery(rows, rules));
		isRead = true;
		return confirmClaims(rows, entries, { rules, at, isSuperseded });
	} finally {
		if (!isRead) yield* tryToWithdraw(rules);
	}
}

/** If this fails too, the claims are held, as after a crash. */
function* tryToWithdraw({ claim }: ClaimRules): Protocol<void> {
	try {
		yield* withdraw(claim);
	} catch {
		// The first error is the one to report.
	}
}

function confirmClaims(
	rows: NamedRow[],
	entries: Entry[],
	{
		rules,
		at,
		isSuperseded,
	}: { rules: ClaimRules; at: number; isSuperseded: (entry: Entry) => boolean },
): Claimed {
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const equalTo = groupBy(entries, ({ chargeRef }) => chargeRef);
	const claimed: Claimed = { won: [], lost: [], superseded: [] };
	for (const row of rows) {
		const ofCustomer = entriesOf(row.ref);
		const named = ofCustomer.filter(({ n }) => n === row.n);
		const standing = named.filter((one) => one.outcome !== 'rejected' && !isSuperseded(one));
		const own = standing.filter((one) => one.claim === rules.claim && one.outcome === 'sending');
		const hasRival =
			standing.length > 1 ||
			ofCustomer.some((one) => isNewInBatch(row, one, rules)) ||
			duplicatesOf(row, equalTo(row.chargeRef), { rules, at }).length > 0;
		if (hasRival || own.length !== 1) claimed.lost.push(...own);
		else {
			claimed.won.push(...own);
			claimed.superseded.push(...named.filter(isSuperseded));
		}
	}
	return claimed;
}

function toClaim(row: NamedRow, rules: ClaimRules, at: number): NewEntry {
	const { ref, n, set, charge, chargeRef, label } = row;
	const { claim, execution } = rules;
	const held = { askedAt: at, heldUntil: at + claimHoldMs(rules) };
	return { ref, n, set, execution, charge, chargeRef, label, claim, ...held, outcome: 'sending' };
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
