import type { Entry, NamedRow } from '../../nodes/Gmc/core/ledger/entry';
import type { Payer } from './payer';
import type { Addition, Fate } from './world';

/** A run of a sheet that may overlap with the others in every way. */
export interface RunPlan {
	/** The instants, by their places, at which the run may begin; the first one without it. */
	begins?: [first: number, last: number];
	/** Every wish without it. */
	sheet?: NamedRow[];
	/** Where it is another one than the scenario's. */
	payer?: Payer;
	/** Milliseconds by which the clock of its machine is ahead. */
	clockAhead?: number;
}

/** What is tried. A last run with every wish comes at the last instant, alone, and loses nothing. */
export interface Scenario {
	wishes: NamedRow[];
	runs: RunPlan[];
	/** Epoch milliseconds that the clock shows one after the other. At the last one nobody works any more. */
	instants: number[];
	/** How many runs may end after any step. */
	crashes?: number;
	/** How often the clock may go on while somebody is in the middle of something. */
	stalls?: number;
	/** Whether the wishes are one top-up that several executions ask for under Recent: it may be paid once at most. */
	isOneTopUp?: boolean;
	fates: Fate[];
	/** Of requests of some keys, where they are others. */
	fatesOf?: Record<string, Fate[]>;
	payer: Payer;
	/** What stands in the table from long ago. */
	leftovers?: Entry[];
	/** What the service has made before: for leftovers, or for strangers. */
	before?: Addition[];
	/** Whether the table gives out the id of its newest row, once that is deleted, again (SQLite), and rows are committed at once. */
	reusesIds?: boolean;
	/** Whether runs know which others are at work; then what they tell is held against each other as well. */
	isOneProcess?: boolean;
}

export const lastOf = ({ instants }: Scenario): number => instants.length - 1;

/** Of one top-up, nobody asks again in the end: that would be another one. */
export const sheetOf = ({ wishes, runs, isOneTopUp }: Scenario, n: number): NamedRow[] =>
	runs[n]?.sheet ?? (isOneTopUp ? [] : wishes);
