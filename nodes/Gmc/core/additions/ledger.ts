import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import { chargeKeys } from './charge';

/**
 * One row of the ledger: `sent` is the intent, written before the request; the others are results. `skipped`
 * is kept so that a retry without duplicate protection does not issue the row after all.
 */
export interface LedgerEntry extends Charge {
	state: 'sent' | 'issued' | 'skipped' | 'rejected';
	/** ISO 8601, by the clock of n8n. */
	askedAt: string;
	/** `_id` of the addition, once it is known. */
	additionId?: string;
	/** The addition as answered, kept only until the whole run has succeeded. */
	addition?: ListedAddition;
}

/** What one run of the node in one execution has done. Plain JSON: n8n stores it with the execution. */
interface RunLedger {
	/** Ids of equal additions that were there before the sends; missing until that look was taken. */
	baseline?: string[];
	/** False when the list was cut, so that nothing can be concluded from it. */
	baselineIsWhole?: boolean;
	entries: LedgerEntry[];
}

/**
 * The ledger of an execution, in the node's context: it survives Retry On Fail and "Retry execution", not a
 * crash, a rename of the node or a new execution (n8n-facts).
 */
export class Ledger {
	private readonly runs: Record<string, RunLedger>;

	private readonly run: RunLedger;

	/** Entries of earlier tries that no row has taken yet, by the keys of their charges. */
	private readonly free = new Map<string, Set<LedgerEntry>>();

	/**
	 * @param context the node's context object, which is changed in place
	 * @param runIndex keeps the runs of one execution (a loop) apart
	 */
	constructor(context: Record<string, unknown>, runIndex: number) {
		this.runs = (context.gmcLedger ??= {}) as Record<string, RunLedger>;
		this.run = this.runs[runIndex] ??= { entries: [] };
		for (const entry of this.run.entries) {
			// Proven not done: such a row may be sent again.
			if (entry.state === 'rejected') continue;
			for (const key of chargeKeys(entry)) {
				this.free.set(key, (this.free.get(key) ?? new Set()).add(entry));
			}
		}
	}

	get isEmpty(): boolean {
		return this.run.entries.length === 0;
	}

	/** Ids of equal additions that were there before this run asked for any, as far as they were seen. */
	get baseline(): { ids: string[]; isWhole: boolean } {
		const { baseline = [], baselineIsWhole = true } = this.run;
		return { ids: baseline, isWhole: baselineIsWhole };
	}

	/** Adds what a look at the list, taken before the next send, has shown for the rows yet to be sent. */
	extendBaseline(ids: string[], isWhole: boolean): void {
		this.run.baseline = [...new Set([...this.baseline.ids, ...ids])];
		this.run.baselineIsWhole = this.baseline.isWhole && isWhole;
	}

	/** Ids that rows of this execution, in any pass of a loop, were given: no other row may take them. */
	claimedIds(): string[] {
		const entries = Object.values(this.runs).flatMap((run) => run.entries);
		return entries.flatMap(({ additionId }) => (additionId ? [additionId] : []));
	}

	/**
	 * The entry of an earlier try for an equal charge, each given out once. By content, not by position: a
	 * sheet edited between tries cannot swap rows.
	 */
	take(charge: Charge): LedgerEntry | undefined {
		for (const key of chargeKeys(charge)) {
			const [entry] = this.free.get(key) ?? [];
			if (entry === undefined) continue;
			for (const own of chargeKeys(entry)) this.free.get(own)?.delete(entry);
			return entry;
		}
		return undefined;
	}

	/** Writes the intent down. To be called before the request. */
	intend(charge: Charge, now: Date): LedgerEntry {
		return this.write(charge, { state: 'sent', askedAt: now.toISOString() });
	}

	/** Writes down that an addition of somebody else stands for the row. */
	skip(charge: Charge, additionId: string, now: Date): LedgerEntry {
		return this.write(charge, { state: 'skipped', askedAt: now.toISOString(), additionId });
	}

	private write(
		{ names, amount, currency }: Charge,
		result: Pick<LedgerEntry, 'state' | 'askedAt' | 'additionId'>,
	): LedgerEntry {
		const entry: LedgerEntry = { names, amount, currency, ...result };
		this.run.entries.push(entry);
		return entry;
	}

	/** Once a run has succeeded whole, n8n has its output; of the additions only the ids are kept. */
	compact(): void {
		for (const entry of this.run.entries) delete entry.addition;
	}
}
