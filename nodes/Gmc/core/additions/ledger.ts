import { Outbox } from '../util/outbox';
import type { RunRecord, RunRecords } from '../util/outbox';
import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { chargeKeys } from './charge';
import type { AdditionItem } from './item';

/** One row of the ledger. Only the ledger changes it. */
export interface LedgerEntry extends Readonly<Charge> {
	/**
	 * `intended` is written before the request; the others are results. `skipped` is kept so that a retry
	 * without duplicate protection does not issue the row after all.
	 */
	readonly state: 'intended' | 'issued' | 'skipped' | 'rejected';
	/** ISO 8601, by the clock of n8n. */
	readonly askedAt: string;
	/** `_id` of the addition, once it is known. */
	readonly additionId?: string;
	/** Which item of it is the row's, where it has several; see `AdditionItem.claim`. */
	readonly claim?: string;
	/** The addition as answered, kept only until the whole run has succeeded. */
	readonly addition?: ListedAddition;
}

interface RunLedger extends RunRecord<LedgerEntry> {
	/** Ids of additions that were there before the sends; missing until that look was taken. */
	baseline?: string[];
	/** False when the list was cut, so that nothing can be concluded from it. */
	baselineIsWhole?: boolean;
}

/** As it is kept in the node's context. */
interface StoredLedger {
	/** By account: what was issued with one says nothing about another. */
	accounts: Record<string, RunRecords<RunLedger>>;
	/** Set once n8n has been seen to retry an execution without its memory; it counts for every further retry. */
	isLost?: true;
}

/** @param memory the node's context object, which is changed in place */
function storedIn(memory: Record<string, unknown>): StoredLedger {
	return (memory.gmcLedger ??= { accounts: {} }) as StoredLedger;
}

/**
 * Whether what an earlier try of this execution sent is no longer known. To be asked first of all: once
 * anything is remembered anew, it no longer shows.
 *
 * @param wasCutOff whether n8n knows of a run that the memory should tell of; asked where there is no memory
 */
export function isMemoryLost(memory: Record<string, unknown>, wasCutOff: () => boolean): boolean {
	const isMissing = memory.gmcLedger === undefined && wasCutOff();
	const stored = storedIn(memory);
	if (isMissing) stored.isLost = true;
	return stored.isLost === true;
}

/** Only where an addition has several items: to most, their id is their claim. */
const claimOf = ({ _id }: ListedAddition, claim: string = _id) => (claim === _id ? {} : { claim });

/**
 * What one execution has done, in n8n's context of the node: it survives Retry On Fail and "Retry execution",
 * not a crash, a rename of the node or a new execution (n8n.md E3, E4 and E6).
 */
export class Ledger {
	private readonly outbox: Outbox<LedgerEntry, RunLedger>;

	/** Additions, or items of them, that rows of this execution were given, in any pass of a loop. */
	private readonly claimed = new Set<string>();

	/** Ids of additions that cannot be the result of a request that is yet to be sent. */
	private readonly known = new Set<string>();

	/**
	 * @param memory the node's context object, which is changed in place
	 * @param account names the account that is asked; see `accountOf`
	 * @param runIndex keeps the runs of one execution (a loop) apart
	 */
	constructor(memory: Record<string, unknown>, account: string, runIndex: number) {
		const runs = (storedIn(memory).accounts[account] ??= {});
		// Proven not done: such a row may be sent again.
		const isRepeatable = ({ state }: LedgerEntry) => state === 'rejected';
		this.outbox = new Outbox(runs, runIndex, chargeKeys, {
			isRepeatable,
			// A pass of a loop, or the next try of a tool, must not repeat what another one left in doubt.
			isShared: ({ state }) => state === 'intended',
		});
		for (const { additionId, claim } of this.outbox.all()) this.claim(additionId, claim);
		for (const id of this.baseline.ids) this.known.add(id);
	}

	/** Whether an earlier try has left nothing that a row of this run could be. */
	get isEmpty(): boolean {
		return !this.outbox.hasFree;
	}

	/**
	 * Ids of additions of the same amounts and currencies, for whichever customer, that were there before this
	 * run asked for any, as far as they were seen.
	 */
	get baseline(): { ids: string[]; isWhole: boolean } {
		const { baseline = [], baselineIsWhole = true } = this.outbox.run;
		return { ids: baseline, isWhole: baselineIsWhole };
	}

	/** Adds what a look at the list, taken before the next send, has shown for the rows yet to be sent. */
	extendBaseline(ids: string[], isWhole: boolean): void {
		const { run } = this.outbox;
		run.baselineIsWhole = this.baseline.isWhole && isWhole;
		run.baseline = [...new Set([...this.baseline.ids, ...ids])];
		for (const id of ids) this.known.add(id);
	}

	/** What no other row may take. */
	get claims(): ReadonlySet<string> {
		return this.claimed;
	}

	/** Whether the addition was there before, or belongs to a row of this execution. */
	isKnown(additionId: string): boolean {
		return this.known.has(additionId);
	}

	/** Charges that other passes of a loop have left in doubt and that no row of this one is. */
	othersInDoubt(): Charge[] {
		return this.outbox.freeOfOthers();
	}

	/**
	 * The entry of an earlier try for an equal charge, each given out once. By content, not by position: a
	 * sheet edited between tries cannot swap rows.
	 */
	match(charge: Charge): LedgerEntry | undefined {
		return this.outbox.take(chargeKeys(charge));
	}

	/** Writes the intent down. To be called before the request. */
	intend(charge: Charge, now: Date): LedgerEntry {
		return this.write(charge, { state: 'intended', askedAt: now.toISOString() });
	}

	/** Writes down that an addition of somebody else stands for the row. */
	skip(charge: Charge, { addition, claim }: AdditionItem, now: Date): LedgerEntry {
		this.claim(addition._id, claim);
		return this.write(charge, {
			...{ state: 'skipped', askedAt: now.toISOString(), additionId: addition._id },
			...claimOf(addition, claim),
		});
	}

	/** The request was done: this addition is its result. @param claim the item of it, if it has several */
	settle(entry: LedgerEntry, addition: ListedAddition, claim?: string): void {
		const { _id: additionId } = addition;
		this.claim(additionId, claim);
		Object.assign(entry, { state: 'issued', additionId, addition, ...claimOf(addition, claim) });
	}

	/** The request is proven not done. */
	release(entry: LedgerEntry): void {
		Object.assign(entry, { state: 'rejected' });
	}

	/** Once a run has succeeded whole, n8n has its output; of the additions only the ids are kept. */
	compact(): void {
		for (const entry of this.outbox.run.entries) Object.assign(entry, { addition: undefined });
	}

	private claim(additionId: string | undefined, claim = additionId): void {
		if (additionId === undefined || claim === undefined) return;
		this.claimed.add(claim);
		this.known.add(additionId);
	}

	private write(
		{ identifiers, amount, currency }: Charge,
		result: Pick<LedgerEntry, 'state' | 'askedAt' | 'additionId' | 'claim'>,
	): LedgerEntry {
		return this.outbox.intend({ identifiers, amount, currency, ...result });
	}
}
