import { groupBy } from '../util/groupBy';
import type { NewEntry, Protocol, ReadEffect } from './effects';
import {
	giveBack,
	insertAndRead,
	now,
	pause,
	read,
	readBy,
	remove,
	update,
	withdraw,
} from './effects';
import type { Entry, NamedRow, Verdict } from './entry';
import { claimIdOf, isUnsettled, judge, nameOf } from './entry';
import type { HoldRules } from './hold';
import { claimHoldMs } from './hold';
import type { Neighbours } from './neighbours';

/** Two runs that meet both withdraw, and try again after a random pause. */
const MAX_CLAIMS = 14;

export interface ClaimRules extends HoldRules {
	/** Identifies what is claimed together. */
	claim: string;
	/** Whether this run made a claim. */
	isOurs: (claim: string) => boolean;
	/** Identifies the execution. */
	execution: string;
	/** Which entries of other names keep a row from being sent. Undefined: none does, or nothing is to be sent. */
	neighbours?: Neighbours;
}

/** By name. */
export type Verdicts = Map<string, Verdict>;

export function learn(verdicts: Verdicts, more: Verdicts): void {
	for (const [name, verdict] of more) verdicts.set(name, verdict);
}

/**
 * Claims names that are free: writes the claims, *then* reads. A run that finds only its own claim has won. A run that
 * also finds another's withdraws, waits and tries again. Of two runs, the one that commits later sees the other, so
 * they never both win, whatever their clocks and ids are (n8n.md K1, promises.md P6). So it is with a claim beside the row,
 * where neighbours count.
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
	let isDone = false;
	try {
		for (let round = 1; pending.length > 0 && round <= MAX_CLAIMS; round++) {
			if (round > 1) yield* pause(round - 1);
			if (round > 1 || !areFree) learn(verdicts, yield* lookUp(pending, rules));
			// Each round has its own claim, because the table may reuse the id of one that was withdrawn (n8n.md K13).
			const claim = `${rules.claim}.${round}`;
			learn(verdicts, yield* writeClaims(are('free', pending), { ...rules, claim }));
			pending = are('busy', pending);
		}
		isDone = true;
		return verdicts;
	} finally {
		if (!isDone) yield* releaseWon(verdicts);
	}
}

/** Claims of earlier rounds, which nobody is told of. Where that fails, too, the first error is the one to report. */
function* releaseWon(verdicts: Verdicts): Protocol<void> {
	const won = [...verdicts.values()].flatMap((one) => (one.is === 'claimed' ? one.entry : []));
	if (won.length === 0) return;
	try {
		yield* releaseClaims(won);
	} catch {
		// They were given back, or are held for a while, as after a crash.
	}
}

/** Judges rows by the entries that the table has now. */
export function* lookUp(rows: NamedRow[], rules: ClaimRules): Protocol<Verdicts> {
	if (rows.length === 0) return new Map();
	const at = yield* now();
	return judgeAll(rows, yield* readBy(conflictQuery(rows, rules)), rules, at);
}

/** Reads every entry that can conflict with a claim of these rows. */
function conflictQuery(rows: NamedRow[], { neighbours }: ClaimRules): ReadEffect {
	const by = neighbours?.by ?? 'ref';
	return { do: 'read', by, values: unique(rows.map((row) => row[by])) };
}

const unique = (all: string[]) => [...new Set(all)];

/** Judges rows by these entries. @param at a time before they were read */
export function judgeAll(
	rows: NamedRow[],
	entries: Entry[],
	rules: ClaimRules,
	at: number,
): Verdicts {
	const besideOf = rules.neighbours?.among(entries, rules, at);
	const named = groupBy(entries, nameOf);
	const verdictOf = (row: NamedRow): Verdict => {
		const own = named(nameOf(row));
		const verdict = judge(row, own);
		return (verdict.is === 'free' && besideOf?.(row, own)) || verdict;
	};
	return new Map(rows.map((row) => [nameOf(row), verdictOf(row)]));
}

/**
 * Writes claims, then reads. A claim has won, and is `claimed`, if its name would be free without it. All other claims are
 * deleted, and their rows `busy` until the next look-up.
 *
 * @param counts whether an entry counts. Under names that were won, one that does not is rejected
 */
export function* writeClaims(
	rows: NamedRow[],
	rules: ClaimRules,
	counts: (entry: Entry) => boolean = () => true,
): Protocol<Verdicts> {
	if (rows.length === 0) return new Map();
	const at = yield* now();
	const claims = rows.map((row) => newClaim(row, rules, at));
	const all = yield* insertClaims(claims, rules.claim, conflictQuery(rows, rules));
	const judgeBy = (some: Entry[]) => judgeAll(rows, some.filter(counts), rules, at);
	const { won, lost, others } = outcomeOf(all, rules.claim, judgeBy);
	yield* remove(lost.map(({ id }) => id));
	const notDone = others.filter((entry) => !counts(entry) && won.has(nameOf(entry)));
	yield* update(
		notDone.map(({ id }) => id),
		{ outcome: 'rejected' },
	);
	return new Map(rows.map((row) => [nameOf(row), won.get(nameOf(row)) ?? { is: 'busy' }]));
}

/**
 * Claims a name that nobody has looked at, since a claim reads what the look reads. One that has not won is withdrawn, unless
 * another run has found out meanwhile what became of the row.
 *
 * @param query covers all that can conflict with a claim of the row
 * @returns the claim, if it has won, and what `query` asks for, without the claim
 */
export function* claimUnseen(
	row: NamedRow,
	rules: ClaimRules,
	query = conflictQuery([row], rules),
): Protocol<{ won: Verdicts; entries: Entry[] }> {
	const at = yield* now();
	const all = yield* insertClaims([newClaim(row, rules, at)], rules.claim, query);
	const judgeBy = (some: Entry[]) => judgeAll([row], some, rules, at);
	const { won, lost, others } = outcomeOf(all, rules.claim, judgeBy);
	if (lost.length > 0) yield* withdraw([rules.claim]);
	return { won, entries: others };
}

function newClaim(row: NamedRow, rules: ClaimRules, at: number): NewEntry {
	const { claim, execution } = rules;
	const heldUntil = at + claimHoldMs(rules);
	return { ...row, claim, execution, askedAt: at, heldUntil, outcome: 'sending' };
}

/** @returns the entries that can conflict. If they cannot be read, the claims are withdrawn */
function* insertClaims(claims: NewEntry[], claim: string, query: ReadEffect): Protocol<Entry[]> {
	let entries: Entry[] | undefined;
	try {
		entries = yield* insertAndRead(claims, query);
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

/** What of a claim has won. @param all its entries, and those that can conflict with them */
function outcomeOf(
	all: Entry[],
	written: string,
	judgeBy: (others: Entry[]) => Verdicts,
): { won: Verdicts; lost: Entry[]; others: Entry[] } {
	const isOwn = ({ claim, outcome }: Entry) => claim === written && outcome === 'sending';
	const own = new Map(all.filter(isOwn).map((entry) => [nameOf(entry), entry]));
	const others = all.filter((entry) => !isOwn(entry));
	const won: Verdicts = new Map();
	for (const [name, { is }] of judgeBy(others)) {
		const entry = own.get(name);
		if (is !== 'free' || entry === undefined) continue;
		won.set(name, { is: 'claimed', entry });
		own.delete(name);
	}
	return { won, lost: [...own.values()], others };
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
