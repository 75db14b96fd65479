import type { Entry, NamedRow } from '../../nodes/Gmc/core/ledger/entry';
import type { Payer } from './memory';
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

/** A world to explore. At the last instant, one more run asks for every wish, alone, and loses nothing. */
export interface Scenario {
	wishes: NamedRow[];
	runs: RunPlan[];
	/** Epoch milliseconds that the clock shows one after the other. At the last one nobody works any more. */
	instants: number[];
	/** How many runs may end after any step. */
	crashes?: number;
	/** How often the clock may move on while a run is working. */
	stalls?: number;
	/** Whether the wishes are one top-up that several executions ask for under Recent: it may be paid once at most. */
	isOneTopUp?: boolean;
	/** How often the table may fail while a result is written. */
	failures?: number;
	/** How often a run may claim a name. After that, random waiting has separated runs that meet. */
	rounds: number;
	fates: Fate[];
	/** Of requests of some keys, where they are others. */
	fatesOf?: Record<string, Fate[]>;
	payer: Payer;
	leftovers?: Entry[];
	/** What the service has made before: for leftovers, or for strangers. */
	before?: Addition[];
	/** As in SQLite: the id of a deleted newest row is used again, and rows are committed at once. */
	reusesIds?: boolean;
	/** Whether runs know which others are working. Then their reports are also compared. */
	isOneProcess?: boolean;
}

export const lastOf = ({ instants }: Scenario): number => instants.length - 1;

/** If the wishes are one top-up, the last run asks for nothing: that would be another top-up. */
export const sheetOf = ({ wishes, runs, isOneTopUp }: Scenario, n: number): NamedRow[] =>
	runs[n]?.sheet ?? (isOneTopUp ? [] : wishes);
