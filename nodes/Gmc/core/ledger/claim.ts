import type { NewEntry, Protocol } from './effects';
import { insert, now, pause, read, remove } from './effects';
import type { Entry, Verdict, Wish } from './entry';
import { byRef, judge } from './entry';

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

/** A request may be sent some time after its claim, and is carried out some time after it was given up. */
const TIMEOUTS_HELD = 2;

/** Milliseconds for which a claim is held, whoever has made it. */
export const claimHoldMs = ({ holdMs, timeoutMs }: ClaimRules): number =>
	Math.max(holdMs, TIMEOUTS_HELD * timeoutMs);

/** Until when a row is held back: as it says itself. Epoch milliseconds. */
export const heldUntilOf = ({ heldUntil, askedAt }: Entry, rules: ClaimRules): number =>
	heldUntil ?? askedAt + claimHoldMs(rules);

/**
 * Whether a claim has waited so long before its request that the list might be believed while that is under way.
 *
 * @param at epoch milliseconds
 */
export const isStale = (row: Entry, rules: ClaimRules, at: number): boolean =>
	at - row.askedAt > (heldUntilOf(row, rules) - row.askedAt) / TIMEOUTS_HELD;

/** Until when a request may leave in the name of a claim, so that it is over before the claim is. Epoch milliseconds. */
export const leaveBy = (row: Entry, rules: ClaimRules): number =>
	heldUntilOf(row, rules) - rules.timeoutMs;

export type Verdicts = Map<string, Verdict>;

/**
 * Claims the keys that nobody has used: writes the claim, *then* reads the key's rows. Whoever finds only its
 * own has won; whoever finds another's withdraws, waits and looks again. Of two, the one that committed later
 * sees the other, so never do both win, whatever their clocks and ids are (n8n.md K1).
 *
 * @param wishes one per key
 * @param areFree whether the table was looked at a moment ago and they were free: the first look is left out
 * @returns by ref; `mine` is to be sent and settled, nothing is `free`
 */
export function* claimKeys(wishes: Wish[], rules: ClaimRules, areFree = false): Protocol<Verdicts> {
	const verdicts: Verdicts = new Map();
	let open = wishes;
	for (let round = 1; open.length > 0; round++) {
		const free = areFree && round === 1 ? open : yield* lookUp(open, verdicts);
		if (free.length === 0) break;
		open = yield* claimFree(free, rules, verdicts);
		if (open.length === 0) break;
		if (round === MAX_ROUNDS) {
			for (const { ref } of open) verdicts.set(ref, { is: 'inDoubt', rows: [] });
			break;
		}
		yield* pause(round);
	}
	return verdicts;
}

/** Judges the wishes by what is in the table. @returns those whose keys are free */
export function* lookUp(wishes: Wish[], verdicts: Verdicts): Protocol<Wish[]> {
	const rowsOf = byRef(yield* read(wishes.map(({ ref }) => ref)));
	return wishes.filter((wish) => {
		const verdict = judge(wish, rowsOf(wish.ref));
		verdicts.set(wish.ref, verdict);
		return verdict.is === 'free';
	});
}

/** @returns the wishes that have met another run */
function* claimFree(free: Wish[], rules: ClaimRules, verdicts: Verdicts): Protocol<Wish[]> {
	const askedAt = yield* now();
	yield* insert(free.map((wish) => toClaim(wish, rules, askedAt)));
	const { won, lost } = yield* confirm(free, rules.claim);
	for (const row of won) verdicts.set(row.ref, { is: 'mine', row });
	if (lost.length > 0) yield* remove(lost.map(({ id }) => id));
	const refs = new Set(lost.map(({ ref }) => ref));
	return free.filter(({ ref }) => refs.has(ref));
}

/** The row that is written before the request. */
export function toClaim(wish: Wish, rules: ClaimRules, askedAt: number): NewEntry {
	const { ref, charge, label } = wish;
	const held = { askedAt, heldUntil: askedAt + claimHoldMs(rules) };
	return { ref, charge, claim: rules.claim, ...held, outcome: 'sending', ...(label && { label }) };
}

/**
 * Reads after the write: whose claim is alone has won.
 *
 * @param isOver whether a row of another run counts no longer
 * @returns `over`: rows of what was won that count no longer
 */
export function* confirm(
	wishes: Wish[],
	claim: string,
	isOver: (row: Entry) => boolean = () => false,
): Protocol<{ won: Entry[]; lost: Entry[]; over: Entry[] }> {
	const rowsOf = byRef(yield* read(wishes.map(({ ref }) => ref)));
	const won: Entry[] = [];
	const lost: Entry[] = [];
	const over: Entry[] = [];
	for (const { ref } of wishes) {
		const standing = rowsOf(ref).filter((row) => row.outcome !== 'rejected' && !isOver(row));
		const own = standing.filter((row) => row.claim === claim && row.outcome === 'sending');
		if (standing.length === 1 && own.length === 1) {
			won.push(...own);
			over.push(...rowsOf(ref).filter(isOver));
		} else lost.push(...own);
	}
	return { won, lost, over };
}
