import type { Effect } from '../../nodes/Gmc/core/ledger/effects';
import type { NamedRow } from '../../nodes/Gmc/core/ledger/entry';

/** The one request that moves money. */
export interface Send {
	do: 'send';
	wish: NamedRow;
	/** Epoch milliseconds until which the request may leave. */
	leaveBy: number;
	/** Milliseconds after that by which what it makes is listed. */
	holdMs: number;
	/** Whether the run has just seen that its claim is young: then the request leaves in time. */
	isFresh: boolean;
}

/** What a run does next. */
export type Step = Effect | Send;

/** What a run tells in the end, by ref. */
export interface Told {
	/** The id of the addition that a key has paid with. */
	paid: Record<string, string>;
	/** What a person has to look at. */
	inDoubt: Record<string, string[]>;
}

/** The tables name rows anew, so nothing of a run may be changed. */
export type Doing<Result> = Generator<Step, Result, unknown>;
