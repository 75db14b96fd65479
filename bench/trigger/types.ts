/** How additions that just completed come to the user. */
export const APPROACHES = ['trigger', 'wholeList'] as const;
export type Approach = (typeof APPROACHES)[number];

/** What one poll costs the process that polls. */
export interface Cost {
	requests: number;
	/** As they came over the wire, headers included. */
	receivedBytes: number;
	cpuMs: number;
	wallMs: number;
	/** The longest time that nothing else of the process could run. */
	longestBlockMs: number;
	/** The most memory the process has had so far: it includes the kinds of poll measured before. */
	peakRssBytes: number;
	/** What it leaves on the heap that cannot be collected. */
	keptBytes: number;
}

/** The kinds of poll that are measured. */
export type PollKind = 'baseline' | 'quiet' | 'tenNew' | 'dailyRoll';

/** What a sandbox of the benchmark holds. */
export interface Stock {
	/** Additions inside the look-back, spread over it. */
	inside: number;
	/** Older ones, out of the look-back's sight. */
	outside: number;
}

/** How often a kind of poll is measured, after how many polls that only let V8 compile what runs often. */
export interface Repeats {
	warmUps: number;
	measured: number;
}

/** What a polling process is to do. */
export interface PollerInput {
	url: string;
	approach: Approach;
	repeats: Repeats;
}

/** What a polling process found. */
export interface PollerResult {
	/** Of several polls of a kind: see `measuredOften`. */
	polls: Partial<Record<PollKind, Cost>>;
	/** What n8n would store between two polls, as JSON. */
	stateBytes: number;
	/** Before the first poll. */
	startRssBytes: number;
	/** Why this approach cannot do it at all. */
	failure?: string;
}

/** One polling process and what its sandbox held. */
export interface Case extends Stock, PollerResult {
	approach: Approach;
}

/** The look-back of the measured trigger. */
export const LOOK_BACK_DAYS = 7;
/** How many times as many additions lie outside the look-back as inside, where any do. */
export const OUTSIDE_TIMES = 10;
