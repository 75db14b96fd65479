import type { Addition } from '../../../core/service/record';
import { certainTimeOf } from '../../../core/additions/recent';
import { hasFailedFor } from '../../../core/additions/item';
import type { Entry } from '../../../core/ledger/entry';
import { isOpen } from '../../../core/ledger/entry';
import { heldUntilOfAll, latestOf, provenBy, toldOf } from './entriesTold';
import { misnamed, unknownCustomer } from './identify';
import { aboveAmount, aboveDay, aboveTotal } from './limits';
import { lostAnswer, lostBefore, maybeSent, notAttempted } from './ownProblems';
import * as problems from './problems';
import type { Row, RowIn, UndecidedRow } from './row';
import { isIn, isLookedUp } from './row';
import type { Provenance, Unknown } from './rowState';
import type { AddRun } from './run';
import type { RowVerdict } from './verdict';

// The one place where a row's fate is decided, by what was found out about it. What GMC answers to its request: send.ts.

/** What becomes of a row. */
export type Fate =
	/** `paidBy`: see `Row` */
	| { to: 'rejected'; why: unknown; paidBy?: Entry }
	| { to: 'notAttempted'; why: unknown }
	/** `entry`: by which it is known to be paid. */
	| { to: 'issued'; addition: Addition; entry: Entry; provenance: Provenance }
	| { to: 'skipped'; addition: Addition; entry?: Entry; paidBy?: Entry }
	| { to: 'unknown'; why: unknown; known: Partial<Omit<Unknown, 'is' | 'plan' | 'problem'>> }
	/** It stays unknown. */
	| { to: 'candidates'; candidates: string[] }
	/** It may be sent after all. */
	| { to: 'planned' };

/** What rows are judged by besides their verdicts. */
export interface Known {
	/** The additions that entries name, as GMC shows them now, by id. */
	additions: ReadonlyMap<string, Addition>;
	/** Computes what rows share once: by the list of entries that they share. */
	once: <T>(entries: Entry[], compute: () => T) => T;
}

const NOTHING: Known = { additions: new Map(), once: (_, compute) => compute() };

/** @returns undefined where the row stays as it is */
export function fateOf(
	run: AddRun,
	row: UndecidedRow,
	verdict: RowVerdict,
	known = NOTHING,
): Fate | undefined {
	const table = isIn('planned')(row) ? OF_PLANNED : OF_UNKNOWN;
	// That the verdict is of its own line, TypeScript does not see.
	const decide = table[verdict.is] as Decide<UndecidedRow, RowVerdict> | undefined;
	return decide?.({ run, row, known }, verdict);
}

interface At<OfRow> {
	run: AddRun;
	row: OfRow;
	known: Known;
}
type Is = RowVerdict['is'];
type VerdictThat<One extends Is> = Extract<RowVerdict, { is: One }>;
type Decide<OfRow, Of> = (at: At<OfRow>, verdict: Of) => Fate | undefined;
type Table<OfRow> = { [One in Is]?: Decide<OfRow, VerdictThat<One>> };

const rejected = (why: unknown): Fate => ({ to: 'rejected', why });
const notSent = (why: unknown): Fate => ({ to: 'notAttempted', why });

/** Of a row that may be sent. */
const OF_PLANNED: Required<Table<RowIn<'planned'>>> = {
	// Its name.
	free: ({ known }, { failed }) => unasked(failed, known),
	claimed: () => undefined,
	paid,
	open: leftOpen,
	reused,
	foreign: ({ run }, { entry }) => foreign(run, entry),
	unreadable: ({ run, row }, { entry }) => notSent(problems.unreadableEntry(run, row, entry)),
	// While the customers cannot be listed, two identifiers may be one customer's. Nothing is sent then.
	contradicted: ({ row }) =>
		isLookedUp(row) ? rejected(problems.contradictedKey(row.key)) : undefined,
	spellings: (_, { keys }) => rejected(problems.twoSpellings(keys)),
	spelledAs: ({ run, row }, { entry }) => rejected(problems.reusedKey(run, row, entry)),
	changed: ({ run, row, known: { once } }, verdict) =>
		rejected(once(verdict.entries, () => problems.batchRowChanged(run, row, verdict))),
	moved: ({ row }, { isPaid }) =>
		(isPaid ? rejected : notSent)(problems.batchRowMoved(row, isPaid)),
	repeats: (_, { first }) => sameAs(first),
	// What is beside it.
	batchInUse: ({ run }) => notSent(problems.batchInUse(run)),
	busy: () => notSent(problems.busy()),
	duplicate: beside,
	listed,
	lostBeside: ({ run, row }, { entry }) => rejected(problems.sentByOtherNode(run, row, entry)),
	// What its execution may have sent.
	maybeOwn: ({ run }, { entry }) => notSent(problems.sentByWorkflow(run, entry)),
	untold: ({ run }, { error }) => {
		const { madeAt: askedAt } = run.execution.memory;
		return { to: 'unknown', why: maybeSent(error), known: { askedAt, proves: 'begun' } };
	},
	stopped: () => notSent(lostBefore()),
	failed: (_, { error }) => notSent(error),
	// What it asks for.
	unknownCustomer: ({ row }) => rejected(unknownCustomer(row.customerProblem!)),
	misnamed: ({ row }) => rejected(misnamed(row)),
	aboveAmount: ({ row }, { max }) => rejected(aboveAmount(row.state.plan.request, max)),
	aboveTotal: ({ run }, verdict) => rejected(aboveTotal(run, verdict)),
	aboveDay: (_, verdict) => rejected(aboveDay(verdict)),
};

/** Of a row that was sent, or may have been. One that this run has sent is never sent again. */
const OF_UNKNOWN: Table<UndecidedRow> = {
	paid,
	open: (_, { candidates }) => candidates && { to: 'candidates', candidates },
	// Both: proven not done.
	free: ({ row, known }, { failed }) =>
		row.isSent ? undefined : (unasked(failed, known) ?? { to: 'planned' }),
	claimed: ({ row }) => (row.isSent ? undefined : { to: 'planned' }),
	// Another entry does not prove that a row that was sent is not done.
	reused: (at, verdict) => (at.row.isSent ? undefined : reused(at, verdict)),
};

/** A name whose additions have failed is sent again only if GMC shows that all of them still are. */
function unasked(failed: Entry[], { additions }: Known): Fate | undefined {
	const entry = failed.find(({ charge, additionId = '' }) => {
		const addition = additions.get(additionId);
		return !addition || !hasFailedFor(charge, addition);
	});
	return entry && notSent(problems.failedUnasked(entry.additionId ?? ''));
}

/** Paid by this execution: `issued`, now or by an earlier try. Paid by another one: `skipped`. */
function paid(
	{ run: { ledger, execution }, row, known }: At<UndecidedRow>,
	{ entry, additionId }: VerdictThat<'paid'>,
): Fate {
	const addition = known.additions.get(additionId) ?? { _id: additionId };
	const isLost = isIn('unknown')(row);
	// Another pass of a loop, or another call of a tool, counts as another one.
	const isOwn = isLost ? execution.isOfExecution(entry) : execution.hasWritten(entry);
	if (!isOwn && !ledger.isOurs(entry.claim))
		return { to: 'skipped', addition, entry, paidBy: entry };
	const provenance: Provenance = isLost ? { reconciled: true } : { replayed: true };
	return { to: 'issued', addition, entry, provenance };
}

function leftOpen(
	{ run, row }: At<UndecidedRow>,
	{ entries, candidates }: VerdictThat<'open'>,
): Fate {
	const latest = latestOf(entries);
	const heldUntil = heldUntilOfAll(run, entries);
	const isOwn = entries.some((entry) => run.execution.isOfExecution(entry));
	const why = run.protection.words.open(run, row, latest);
	return { to: 'unknown', why, known: { ...provenBy(latest), heldUntil, isOwn, candidates } };
}

/** While the customers cannot be listed, the entry may know the row's customer by another tax ID. */
function reused(
	{ run, row }: At<UndecidedRow>,
	{ entry }: VerdictThat<'reused'>,
): Fate | undefined {
	if (!isLookedUp(row)) return undefined;
	return rejected(run.protection.words.reused(run, row, entry));
}

/** The name has paid, or may have, with another account, which is another GMC, or could not be asked about. */
const foreign = (run: AddRun, entry: Entry): Fate =>
	run.accounts.isOfOtherGmc(entry) && entry.outcome === 'issued'
		? rejected(problems.paidByOtherAccount(run, entry))
		: notSent(problems.usedByOtherAccount(run, entry));

/** Another execution has sent an equal row. An agent that repeats itself is told what became of it. */
function beside(
	{ run, row, known: { additions, once } }: At<RowIn<'planned'>>,
	{ entries }: VerdictThat<'duplicate'>,
): Fate {
	const { entry, since, heldUntil } = once(entries, () => toldOf(run, entries));
	const { askedAt: at, additionId = '' } = entry;
	if (run.isTool && run.execution.isOfExecution(entry)) {
		if (!isOpen(entry))
			return { to: 'skipped', addition: additions.get(additionId) ?? { _id: additionId } };
		return { to: 'unknown', why: lostAnswer(entry), known: { ...provenBy(entry), heldUntil } };
	}
	if (entry.isForeign) return foreign(run, entry);
	if (isOpen(entry)) return rejected(problems.equalUnknown(run, row, { entry, heldUntil }));
	const why = problems.suspectedDuplicate(run, row, { additionId, at, since, entry });
	return { to: 'rejected', why, paidBy: entry };
}

/** GMC's list has an equal top-up. An agent that repeats itself is told what it has paid. */
function listed(
	{ run, row }: At<RowIn<'planned'>>,
	{ suspect: { addition, owners, isUncertain: isUnread } }: VerdictThat<'listed'>,
): Fate {
	const { context, isTool, execution, client } = run;
	if (isTool && owners.some((one) => execution.isOfExecution(one)))
		return { to: 'skipped', addition };
	const isShared = (row.customer?.taxIdOwners.size ?? 0) > 1 && owners.length === 0;
	const isUncertain = isShared || isUnread;
	const at = certainTimeOf(addition, context.getTimezone());
	const since = at && at - (client.transport.clock.offset ?? 0);
	const told = { additionId: addition._id, at, since, entry: owners.at(0), isUncertain };
	const why = problems.suspectedDuplicate(run, row, told);
	return { to: 'rejected', why, paidBy: isUncertain ? undefined : owners.at(0) };
}

/** A row with the key of another one ends as that one does. */
function sameAs(first: Row): Fate | undefined {
	if (isIn('planned')(first)) return undefined;
	return isIn('issued', 'skipped')(first)
		? { to: 'skipped', addition: first.state.addition }
		: notSent(notAttempted(first));
}
