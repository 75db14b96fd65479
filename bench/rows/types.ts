/** What does the same work: the GMC node, or n8n's HTTP Request node, which sends all rows at once. */
export interface Contender {
	name: string;
	isHttp?: boolean;
}

/** What everything is compared with. */
export const HTTP_REQUEST: Contender = { name: 'HTTP Request', isHttp: true };

/** All that are measured. */
export const CONTENDERS: readonly Contender[] = [{ name: 'GMC' }, HTTP_REQUEST];

/** What one run of the measured node costs n8n's process. */
export interface Cost {
	/** Of the node, by the probe's clock. */
	wallMs: number;
	/** Of the whole execution, rows and all: startedAt to stoppedAt. */
	executionMs: number;
	cpuMs: number;
	/** The longest time that nothing else of the process could run. */
	longestBlockMs: number;
	/** What of such a time was work of its own, not waiting for a processor of a busy machine. */
	longestBlockCpuMs: number;
	/** Resident memory at its highest, above what the process had before. */
	peakBytes: number;
	/** On the heap and beside it after a garbage collection, while rows and results are still there. */
	keptBytes: number;
}

/** Requests by route, those that were refused included. */
export type Requests = Record<string, number>;

/** One contender on one number of rows at one latency. */
export interface Case {
	contender: string;
	rows: number;
	latencyMs: number;
	/** No token was there before the run. */
	isCold: boolean;
	/** Medians over so many runs. */
	runs: number;
	cost: Cost;
	/** How far the runs lie apart: see `spreadOf`. */
	spread: Cost;
	requests: Requests;
	/** Why it could not be done, if so. */
	failure?: string;
}
