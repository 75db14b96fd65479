import { Outbox } from '../util/outbox';
import type { RunRecord, RunRecords } from '../util/outbox';
import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { chargeKeys } from './charge';

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
	runs: RunRecords<RunLedger>;
	/** Set once n8n has been seen to retry an execution without its memory; it counts for every further retry. */
	isLost?: true;
}

/**
 * What one execution has done, in n8n's context of the node: it survives Retry On Fail and "Retry execution",
 * not a crash, a rename of the node or a new execution (n8n-facts).
 */
export class Ledger {
	private readonly stored: StoredLedger;

	private readonly outbox: Outbox<LedgerEntry, RunLedger>;

	/**
	 * @param memory the node's context object, which is changed in place
	 * @param runIndex keeps the runs of one execution (a loop) apart
	 * @param wasCutOff whether n8n knows of a run that this memory should tell of; asked where there is none
	 */
	constructor(
		memory: Record<string, unknown>,
		runIndex: number,
		wasCutOff: () => boolean = () => false,
	) {
		this.stored = (memory.gmcLedger ??= {
			runs: {},
			...(wasCutOff() && { isLost: true }),
		}) as StoredLedger;
		// Proven not done: such a row may be sent again.
		const isRepeatable = ({ state }: LedgerEntry) => state === 'rejected';
		this.outbox = new Outbox(this.stored.runs, runIndex, chargeKeys, isRepeatable);
	}

	/** Whether what an earlier try sent is no longer known. */
	get isLost(): boolean {
		return this.stored.isLost === true;
	}

	get isEmpty(): boolean {
		return this.outbox.run.entries.length === 0;
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
	}

	/** Ids that rows of this execution, in any pass of a loop, were given: no other row may take them. */
	claimedIds(): string[] {
		return this.outbox.all().flatMap(({ additionId }) => (additionId ? [additionId] : []));
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
	skip(charge: Charge, additionId: string, now: Date): LedgerEntry {
		return this.write(charge, { state: 'skipped', askedAt: now.toISOString(), additionId });
	}

	/** The request was done: this addition is its result. */
	settle(entry: LedgerEntry, addition: ListedAddition): void {
		Object.assign(entry, { state: 'issued', additionId: addition._id, addition });
	}

	/** The request is proven not done. */
	release(entry: LedgerEntry): void {
		Object.assign(entry, { state: 'rejected' });
	}

	/** Once a run has succeeded whole, n8n has its output; of the additions only the ids are kept. */
	compact(): void {
		for (const entry of this.outbox.run.entries) Object.assign(entry, { addition: undefined });
	}

	private write(
		{ identifiers, amount, currency }: Charge,
		result: Pick<LedgerEntry, 'state' | 'askedAt' | 'additionId'>,
	): LedgerEntry {
		return this.outbox.intend({ identifiers, amount, currency, ...result });
	}
}
