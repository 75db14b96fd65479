import type { NewEntry, Protocol, ReadEffect } from './effects';
import { insertAndRead, now, pause, read, readBy, remove, withdraw } from './effects';
import type { Entry, Verdict, Wish } from './entry';
import { claimIdOf, isUnreadable, judge, nameOf } from './entry';
import { groupBy } from '../util/groupBy';
import type { HoldRules } from './hold';
import { claimHoldMs, heldUntilOf } from './hold';

/** Of two that meet, both withdraw; one that others are sending is waited for. Each round waits a random while. */
const MAX_ROUNDS = 14;

export interface ClaimRules extends HoldRules {
	/** Names what is claimed together, and nothing else. */
	claim: string;
	/** Whether a claim is one of this run. */
	isOurs: (claim: string) => boolean;
	/** Names the execution. */
	run: string;
	/** Under Recent. */
	recent?: RecentRules;
}

/** What equal rows mean that have other names. */
export interface RecentRules {
	/** For how long a row that was issued refuses an equal one, in milliseconds. */
	periodMs: number;
	/** Whether an entry is of this execution, so that an equal one is a row of its own. */
	isOwn: (entry: Entry) => boolean;
	/** Whether an entry is of another GMC, so that it says nothing here. */
	isStrange: (entry: Entry) => boolean;
}

export type Verdicts = Map<string, Verdict>;

/**
 * Claims the names that nobody has used: writes the claim, *then* reads. Whoever finds only its own has won; whoever
 * finds another's withdraws, waits and looks again. Of two, the one that committed later sees the other, so never do
 * both win, whatever their clocks and ids are (n8n.md K1). Under Recent, a claim for an equal charge is another's, too.
 *
 * @param wishes one per name
 * @param areFree whether nobody can have used the names: the first look is left out
 * @returns by name; `mine` is to be sent and settled, nothing is `free`
 */
export function* claimKeys(wishes: Wish[], rules: ClaimRules, areFree = false): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	let open = wishes;
	for (let round = 1; open.length > 0; round++) {
		if (!areFree || round > 1) yield* lookUp(open, rules, verdicts);
		const is = (what: Verdict['is']) => (wish: Wish) => verdicts.get(nameOf(wish))?.is === what;
		const free = areFree && round === 1 ? open : open.filter(is('free'));
		// The table may give out the id of a claim again that was taken back (n8n.md K13).
		const claim = `${rules.claim}.${round}`;
		if (free.length > 0) yield* claimFree(free, { ...rules, claim }, verdicts);
		open = open.filter(is('busy'));
		if (open.length === 0 || round === MAX_ROUNDS) break;
		yield* pause(round);
	}
	return verdicts;
}

/** Asks for all entries that a claim of these wishes may meet. */
function around(wishes: Wish[], { recent }: ClaimRules): ReadEffect {
	if (recent === undefined) return { do: 'read', refs: unique(wishes.map(({ ref }) => ref)) };
	return { do: 'readEqual', chargeRefs: unique(wishes.map(({ chargeRef }) => chargeRef)) };
}

const unique = (all: string[]) => [...new Set(all)];

/** Judges the wishes by what is in the table now. */
export function* lookUp(wishes: Wish[], rules: ClaimRules, verdicts: Verdicts): Protocol<void> {
	const at = yield* now();
	judgeAll(wishes, yield* readBy(around(wishes, rules)), { rules, at, verdicts });
}

/** The same, by what was read. @param at epoch milliseconds, before that */
export function judgeAll(
	wishes: Wish[],
	rows: Entry[],
	{ rules, at, verdicts }: { rules: ClaimRules; at: number; verdicts: Verdicts },
): void {
	const rowsOf = groupBy(rows, ({ ref }) => ref);
	const equalTo = groupBy(rows, ({ chargeRef }) => chargeRef);
	for (const wish of wishes) {
		const rivals = rivalsOf(wish, equalTo(wish.chargeRef), { rules, at });
		verdicts.set(nameOf(wish), judgeAmong(wish, { named: rowsOf(wish.ref), rivals, at }, rules));
	}
}

/** @param named rows of its ref */
function judgeAmong(
	wish: Wish,
	{ named, rivals, at }: { named: Entry[]; rivals: Entry[]; at: number },
	rules: ClaimRules,
): Verdict {
	const verdict = judge(
		wish,
		named.filter(({ n }) => n === wish.n),
	);
	if (verdict.is !== 'free') return verdict;
	if (named.some((row) => isUnthoughtOf(wish, row, rules))) return { is: 'moved' };
	return rivals.length > 0 ? judgeRivals(rivals, rules, at) : verdict;
}

function judgeRivals(rivals: Entry[], rules: ClaimRules, at: number): Verdict {
	const unreadable = rivals.find(isUnreadable);
	if (unreadable !== undefined) return { is: 'unreadable', row: unreadable };
	// What a crash has left behind is sending no more once it was held.
	const isSending = (row: Entry) => row.outcome === 'sending' && at < heldUntilOf(row, rules);
	return rivals.some(isSending) ? { is: 'busy' } : { is: 'equal', rows: rivals };
}

/** Of entries for an equal charge, what refuses a row under Recent, or is waited for. */
function rivalsOf(
	wish: Wish,
	equal: Entry[],
	{ rules: { recent }, at }: { rules: ClaimRules; at: number },
): Entry[] {
	if (recent === undefined) return [];
	const others = equal.filter(
		(row) => nameOf(row) !== nameOf(wish) && !recent.isOwn(row) && !recent.isStrange(row),
	);
	return others.filter((row) => {
		if (row.outcome === 'rejected') return false;
		if (row.outcome !== 'issued') return true;
		return at - (row.settledAt ?? row.askedAt) <= recent.periodMs;
	});
}

/** Whether a row of another run has come to the wish's customer in its batch since it got its name. */
function isUnthoughtOf({ beside }: Wish, row: Entry, { isOurs }: ClaimRules): boolean {
	if (beside === undefined || row.outcome === 'rejected' || isOurs(row.claim)) return false;
	return !beside.has(claimIdOf(row));
}

/** What has met another run is `busy` until it is looked at again. */
function* claimFree(free: Wish[], rules: ClaimRules, verdicts: Verdicts): Protocol<void> {
	const { won, lost } = yield* writeClaims(free, rules);
	for (const row of won) verdicts.set(nameOf(row), { is: 'mine', row });
	if (lost.length > 0) yield* remove(lost.map(({ id }) => id));
	const names = new Set(won.map(nameOf));
	for (const wish of free) if (!names.has(nameOf(wish))) verdicts.set(nameOf(wish), { is: 'busy' });
}

interface Claimed {
	won: Entry[];
	lost: Entry[];
	/** Rows of what was won that count no longer. */
	over: Entry[];
}

/**
 * Writes claims, then reads: whose claim is alone has won; in a batch, alone for its customer but for what was there
 * before. What was written is taken back where it cannot be read.
 *
 * @param isOver whether a row of another run counts no longer
 */
export function* writeClaims(
	wishes: Wish[],
	rules: ClaimRules,
	isOver: (row: Entry) => boolean = () => false,
): Protocol<Claimed> {
	const at = yield* now();
	let isRead = false;
	try {
		const claims = wishes.map((wish) => toClaim(wish, rules, at));
		const rows = yield* insertAndRead(claims, around(wishes, rules));
		isRead = true;
		return confirm(wishes, rows, { rules, at, isOver });
	} finally {
		if (!isRead) yield* takeBack(rules);
	}
}

/** Where that fails as well, they are held, as after a crash. */
function* takeBack({ claim }: ClaimRules): Protocol<void> {
	try {
		yield* withdraw(claim);
	} catch {
		// The error that tells is the one before.
	}
}

function confirm(
	wishes: Wish[],
	rows: Entry[],
	{ rules, at, isOver }: { rules: ClaimRules; at: number; isOver: (row: Entry) => boolean },
): Claimed {
	const rowsOf = groupBy(rows, ({ ref }) => ref);
	const equalTo = groupBy(rows, ({ chargeRef }) => chargeRef);
	const claimed: Claimed = { won: [], lost: [], over: [] };
	for (const wish of wishes) {
		const all = rowsOf(wish.ref);
		const named = all.filter(({ n }) => n === wish.n);
		const standing = named.filter((row) => row.outcome !== 'rejected' && !isOver(row));
		const own = standing.filter((row) => row.claim === rules.claim && row.outcome === 'sending');
		const isMet =
			standing.length > 1 ||
			all.some((row) => isUnthoughtOf(wish, row, rules)) ||
			rivalsOf(wish, equalTo(wish.chargeRef), { rules, at }).length > 0;
		if (isMet || own.length !== 1) claimed.lost.push(...own);
		else {
			claimed.won.push(...own);
			claimed.over.push(...named.filter(isOver));
		}
	}
	return claimed;
}

/** The row that is written before the request. */
function toClaim(wish: Wish, rules: ClaimRules, at: number): NewEntry {
	const { ref, n, set, charge, chargeRef, label } = wish;
	const { claim, run } = rules;
	const held = { askedAt: at, heldUntil: at + claimHoldMs(rules) };
	return { ref, n, set, run, charge, chargeRef, label, claim, ...held, outcome: 'sending' };
}

/**
 * Gives back claims of ours that were not sent. What another run has made of one that it took for given up stays.
 *
 * @param claims as they were made
 */
export function* giveBack(claims: Entry[]): Protocol<void> {
	const given = new Set(claims.map(claimIdOf));
	const rows = yield* read(unique(claims.map(({ ref }) => ref)));
	const isOurs = (row: Entry) =>
		given.has(claimIdOf(row)) && row.outcome === 'sending' && row.additionId === undefined;
	const ids = rows.filter(isOurs).map(({ id }) => id);
	if (ids.length > 0) yield* remove(ids);
}
