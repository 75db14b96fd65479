import { Outbox } from '../util/outbox';
import type { RunRecords } from '../util/outbox';
import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { chargeKeys } from './charge';
import type { AdditionItem } from './item';
import type { Baseline, LatePayment, LedgerEntry, RunLedger } from './ledgerMemory';
import { baselineOf, storedIn } from './ledgerMemory';

/** A row with a key is known by it, whatever it moves; one without by what it moves. */
const entryKeys = (charge: Charge): string[] =>
	charge.key === undefined ? chargeKeys(charge) : [`key ${charge.key}`];

/** Only where an addition has several items: to most, their id is their claim. */
const claimOf = ({ _id }: ListedAddition, claim: string = _id) => (claim === _id ? {} : { claim });

/**
 * What one execution has done, in n8n's context of the node: it survives Retry On Fail and "Retry execution",
 * not a crash, a rename of the node or a new execution (n8n.md E3, E4 and E6).
 */
export class Ledger {
	private readonly outbox: Outbox<LedgerEntry, RunLedger>;

	private readonly runs: RunRecords<RunLedger>;

	/** Additions, or items of them, that rows of this execution were given, in any pass of a loop. */
	private readonly claimed = new Set<string>();

	/** Ids of additions that cannot be the result of a request that is yet to be sent. */
	private readonly known = new Set<string>();

	/**
	 * @param memory the node's context object, which is changed in place
	 * @param account names the account that is asked; see `accountOf`
	 * @param runIndex keeps the runs of one execution (a loop) apart
	 */
	constructor(
		memory: Record<string, unknown>,
		account: string,
		private readonly runIndex: number,
	) {
		this.runs = storedIn(memory).accounts[account] ??= {};
		// Proven not done: such a row may be sent again.
		const isRepeatable = ({ state }: LedgerEntry) => state === 'rejected';
		this.outbox = new Outbox(this.runs, runIndex, entryKeys, {
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
	get baseline(): Baseline {
		return baselineOf(this.outbox.run);
	}

	/**
	 * The same for what these entries asked for: a pass of a loop has looked before its own sends, so what it
	 * has seen says nothing about a request of an earlier pass.
	 */
	baselineFor(entries: LedgerEntry[]): Baseline {
		const passes = [...new Set(entries.map(({ askedBy }) => askedBy))];
		const baselines = passes.map((pass) => baselineOf(this.runs[pass]));
		return {
			ids: [...new Set(baselines.flatMap(({ ids }) => ids))],
			isWhole: baselines.every(({ isWhole }) => isWhole),
		};
	}

	/** Adds what a look at the list, taken before the next send, has shown for the rows yet to be sent. */
	extendBaseline(ids: string[], isWhole: boolean): void {
		const { run } = this.outbox;
		run.baselineIsWhole = this.baseline.isWhole && isWhole;
		run.baseline = [...new Set([...this.baseline.ids, ...ids])];
		for (const id of ids) this.known.add(id);
	}

	/** Everything that a look before the next send has shown: no answer to it may have one of these ids. */
	see(ids: string[]): void {
		for (const id of ids) this.known.add(id);
	}

	/** What no other row may take. */
	get claims(): ReadonlySet<string> {
		return this.claimed;
	}

	/** What requests of this execution, in any pass of a loop, are known to have made. */
	get issued(): LedgerEntry[] {
		return this.outbox.all().filter(({ state }) => state === 'issued');
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
		return this.outbox.take(entryKeys(charge));
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
	recordIssued(entry: LedgerEntry, addition: ListedAddition, claim?: string): void {
		const { _id: additionId } = addition;
		this.claim(additionId, claim);
		Object.assign(entry, { state: 'issued', additionId, addition, ...claimOf(addition, claim) });
	}

	/** What was taken for the result is another key's: there is none yet. No row may take it. */
	contest(entry: LedgerEntry): void {
		const nothing = { additionId: undefined, addition: undefined, claim: undefined };
		Object.assign(entry, { state: 'intended', ...nothing });
	}

	/** The request is proven not done. */
	release(entry: LedgerEntry): void {
		Object.assign(entry, { state: 'rejected' });
	}

	/** The request is in doubt, and stands under this name in the ledger of keys. */
	nameDoubt(entry: LedgerEntry, ref: string): void {
		Object.assign(entry, { ref });
	}

	/** The ledger of keys knows what became of it. */
	endDoubt(entry: LedgerEntry): void {
		Object.assign(entry, { ref: undefined });
	}

	/** For which this execution has refused rows: its next try is told so again, later executions are not. */
	get latePayments(): LatePayment[] {
		return Object.values(this.runs).flatMap(({ late = [] }) => late);
	}

	/** An equal row is refused for it. */
	addLatePayment(payment: LatePayment): void {
		(this.outbox.run.late ??= []).push(payment);
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
		{ identifiers, amount, currency, key }: Charge,
		result: Pick<LedgerEntry, 'state' | 'askedAt' | 'additionId' | 'claim'>,
	): LedgerEntry {
		const { runIndex: askedBy } = this;
		const charge = { identifiers, amount, currency, ...(key !== undefined && { key }) };
		return this.outbox.intend({ ...charge, askedBy, ...result });
	}
}
