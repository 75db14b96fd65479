import type { NewEntry, Protocol } from './effects';
import { insert, now, pause, read, remove } from './effects';
import type { Entry, Verdict, Wish } from './entry';
import { claimIdOf, judge, nameOf } from './entry';
import { groupBy } from '../util/groupBy';

/** Of two that meet, both withdraw, so a few rounds may be needed; each waits a random while. */
const MAX_ROUNDS = 8;

export interface ClaimRules {
	/** Names this run. */
	claim: string;
	/** Milliseconds for which a row that the list does not show is held back before the list is believed. */
	holdMs: number;
	/** Milliseconds after which a request is given up. */
	timeoutMs: number;
}

/** For how long a row that the list does not show is held back, unless the node says otherwise. */
export const DEFAULT_HOLD_MINUTES = 15;

/** A request may be sent some time after its claim, and is carried out some time after it was given up. */
const TIMEOUTS_HELD = 2;

/** Milliseconds for which a claim is held, whoever has made it. */
export const claimHoldMs = ({ holdMs, timeoutMs }: ClaimRules): number =>
	Math.max(holdMs, TIMEOUTS_HELD * timeoutMs);

/** Until when a row is held back: as it says itself. Epoch milliseconds. */
export const heldUntilOf = ({ heldUntil, askedAt }: Entry, rules: ClaimRules): number =>
	heldUntil ?? askedAt + claimHoldMs(rules);

/**
 * When a claim has waited so long before its request, half of its hold, that the list might be believed while that is under
 * way. Epoch milliseconds.
 */
export const staleAt = (row: Entry, rules: ClaimRules): number =>
	(row.askedAt + heldUntilOf(row, rules)) / 2;

/** Until when a request may leave in the name of a claim, so that it is over before the claim is. Epoch milliseconds. */
export const leaveBy = (row: Entry, rules: ClaimRules): number =>
	heldUntilOf(row, rules) - rules.timeoutMs;

export type Verdicts = Map<string, Verdict>;

/**
 * Claims the names that nobody has used: writes the claim, *then* reads the rows of the name. Whoever finds only its
 * own has won; whoever finds another's withdraws, waits and looks again. Of two, the one that committed later
 * sees the other, so never do both win, whatever their clocks and ids are (n8n.md K1).
 *
 * @param wishes one per name
 * @param areFree whether the ledger was looked at a moment ago and they were free: the first look is left out
 * @returns by name; `mine` is to be sent and settled, nothing is `free`
 */
export function* claimKeys(wishes: Wish[], rules: ClaimRules, areFree = false): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	let open = wishes;
	for (let round = 1; open.length > 0; round++) {
		const free = areFree && round === 1 ? open : yield* lookUp(open, verdicts, rules.claim);
		if (free.length === 0) break;
		open = yield* claimFree(free, rules, verdicts);
		if (open.length === 0) break;
		if (round === MAX_ROUNDS) {
			for (const wish of open) verdicts.set(nameOf(wish), { is: 'inDoubt', rows: [] });
			break;
		}
		yield* pause(round);
	}
	return verdicts;
}

/** Judges the wishes by what is in the store. @param claim that of this run @returns those whose names are free */
export function* lookUp(wishes: Wish[], verdicts: Verdicts, claim: string): Protocol<Wish[]> {
	const rowsOf = groupBy(yield* read(refsOf(wishes)), ({ ref }) => ref);
	return wishes.filter((wish) => {
		const verdict = judgeAmong(wish, rowsOf(wish.ref), claim);
		verdicts.set(nameOf(wish), verdict);
		return verdict.is === 'free';
	});
}

const refsOf = (wishes: Wish[]) => [...new Set(wishes.map(({ ref }) => ref))];

/** @param rows of its ref */
function judgeAmong(wish: Wish, rows: Entry[], claim: string): Verdict {
	const verdict = judge(
		wish,
		rows.filter(({ n }) => n === wish.n),
	);
	const isMoved = verdict.is === 'free' && rows.some((row) => isUnthoughtOf(wish, row, claim));
	return isMoved ? { is: 'moved' } : verdict;
}

/** Whether a row of another run has come to the wish's customer in its batch since it got its name. */
function isUnthoughtOf({ beside }: Wish, row: Entry, claim: string): boolean {
	if (beside === undefined || row.outcome === 'rejected' || row.claim === claim) return false;
	return !beside.has(claimIdOf(row));
}

/** @returns the wishes that have met another run */
function* claimFree(free: Wish[], rules: ClaimRules, verdicts: Verdicts): Protocol<Wish[]> {
	const askedAt = yield* now();
	yield* insert(free.map((wish) => toClaim(wish, rules, askedAt)));
	const { won, lost } = yield* confirm(free, rules.claim);
	for (const row of won) verdicts.set(nameOf(row), { is: 'mine', row });
	if (lost.length > 0) yield* remove(lost.map(({ id }) => id));
	const names = new Set(lost.map(nameOf));
	return free.filter((wish) => names.has(nameOf(wish)));
}

/**
 * Gives back claims of ours that were not sent. What another run has made of one that it took for given up stays.
 *
 * @param claims as they were made
 */
export function* giveBack(claims: Entry[]): Protocol<void> {
	const given = new Set(claims.map(claimIdOf));
	const rows = yield* read([...new Set(claims.map(({ ref }) => ref))]);
	const isOurs = (row: Entry) =>
		given.has(claimIdOf(row)) && row.outcome === 'sending' && row.additionId === undefined;
	const ids = rows.filter(isOurs).map(({ id }) => id);
	if (ids.length > 0) yield* remove(ids);
}

/** The row that is written before the request. */
export function toClaim(wish: Wish, rules: ClaimRules, askedAt: number): NewEntry {
	const { ref, n, batchRef, charge, label } = wish;
	const held = { askedAt, heldUntil: askedAt + claimHoldMs(rules) };
	return { ref, n, batchRef, charge, label, claim: rules.claim, ...held, outcome: 'sending' };
}

/**
 * Reads after the write: whose claim is alone has won; in a batch, alone for its customer but for what was there before.
 *
 * @param isOver whether a row of another run counts no longer
 * @returns `over`: rows of what was won that count no longer
 */
export function* confirm(
	wishes: Wish[],
	claim: string,
	isOver: (row: Entry) => boolean = () => false,
): Protocol<{ won: Entry[]; lost: Entry[]; over: Entry[] }> {
	const rowsOf = groupBy(yield* read(refsOf(wishes)), ({ ref }) => ref);
	const won: Entry[] = [];
	const lost: Entry[] = [];
	const over: Entry[] = [];
	for (const wish of wishes) {
		const all = rowsOf(wish.ref);
		const named = all.filter(({ n }) => n === wish.n);
		const standing = named.filter((row) => row.outcome !== 'rejected' && !isOver(row));
		const own = standing.filter((row) => row.claim === claim && row.outcome === 'sending');
		const isAlone = standing.length === 1 && !all.some((row) => isUnthoughtOf(wish, row, claim));
		if (isAlone && own.length === 1) {
			won.push(...own);
			over.push(...named.filter(isOver));
		} else lost.push(...own);
	}
	return { won, lost, over };
}
