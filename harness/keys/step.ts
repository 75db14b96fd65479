import type { Effect } from '../../nodes/Gmc/core/ledger/effects';
import type { NamedRow } from '../../nodes/Gmc/core/ledger/entry';

/** The one request that moves money. */
export interface Send {
	do: 'send';
	wish: NamedRow;
	/** Epoch milliseconds until which the request may leave. */
	leaveBy: number;
	/** Milliseconds after that in which its addition is listed. */
	holdMs: number;
	/** Whether the run has just checked the age of its claim, so that the request leaves in time. */
	isFresh: boolean;
}

/** What a run does next. */
export type Step = Effect | Send;

/** What a run reports in the end, by ref. */
export interface Told {
	/** The id of the addition that a key has paid with. */
	paid: Record<string, string>;
	/** What a person has to look at. */
	inDoubt: Record<string, string[]>;
}

/** What a run knows must never be changed: it is shared by states. */
export type Doing<Result> = Generator<Step, Result, unknown>;
