import { accountMemory, isAccountMemoryLost } from '../util/accountMemory';
import type { RunRecord, RunRecords } from '../util/outbox';
import type { ListedAddition } from './addition';
import type { Charge } from './charge';

// What the ledger keeps in n8n's context of the node, and what can be told from it without opening a ledger.

/** One row of the ledger. Only the ledger changes it. */
export interface LedgerEntry extends Readonly<Charge> {
	/**
	 * `intended` is written before the request; the others are results. `skipped` is kept so that a retry
	 * without duplicate protection does not issue the row after all.
	 */
	readonly state: 'intended' | 'issued' | 'skipped' | 'rejected';
	/** ISO 8601, by the clock of n8n. */
	readonly askedAt: string;
	/** Index of the run that asked for it; another one may have taken it over since. */
	readonly askedBy: number;
	/** `_id` of the addition, once it is known. */
	readonly additionId?: string;
	/** Which item of it is the row's, where it has several; see `AdditionItem.claim`. */
	readonly claim?: string;
	/** By which the row stands in the ledger of keys, without a key; see `keylessRef`. */
	readonly ref?: string;
	/** The addition as answered, kept only until the whole run has succeeded. */
	readonly addition?: ListedAddition;
}

export interface RunLedger extends RunRecord<LedgerEntry> {
	/** Ids of additions that were there before the sends; missing until that look was taken. */
	baseline?: string[];
	/** False when the list was cut, so that nothing can be concluded from it. */
	baselineIsWhole?: boolean;
	/** Missing where there are none. */
	late?: LatePayment[];
}

/** What a row of an earlier execution, left unknown, turned out to have paid, so that an equal row was refused. */
export interface LatePayment extends Readonly<Charge> {
	readonly additionId: string;
	/** Epoch milliseconds, where that can be read. */
	readonly madeAt?: number;
}

/** Ids of additions that cannot be the result of a request; `isWhole`: whether none was overlooked. */
export interface Baseline {
	ids: string[];
	isWhole: boolean;
}

/** What a run has seen; nothing, and nothing overlooked, where it has not looked yet. */
export function baselineOf({
	baseline = [],
	baselineIsWhole = true,
}: Partial<RunLedger> = {}): Baseline {
	return { ids: baseline, isWhole: baselineIsWhole };
}

const NAME = 'gmcLedger';

/** @param memory the node's context object, which is changed in place */
export const storedIn = (memory: Record<string, unknown>) =>
	accountMemory<RunRecords<RunLedger>>(memory, NAME);

/** See `isAccountMemoryLost`. */
export const isMemoryLost = (memory: Record<string, unknown>, wasCutOff: () => boolean): boolean =>
	isAccountMemoryLost(memory, NAME, wasCutOff);
