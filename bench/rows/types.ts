/** What does the same work: the GMC node, with so many in flight at once, or n8n's HTTP Request node. */
export interface Contender {
	name: string;
	/** Undefined: as many in flight at once as there are rows. */
	concurrency?: number;
}

/** What everything is compared with. */
export const HTTP_REQUEST: Contender = { name: 'HTTP Request' };

/** All that are measured. */
export const CONTENDERS: readonly Contender[] = [
	{ name: 'GMC, 4 at once', concurrency: 4 },
	{ name: 'GMC, 16 at once', concurrency: 16 },
	HTTP_REQUEST,
];

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
