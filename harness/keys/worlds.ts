import { payer } from './payer';
import {
	abandoned,
	ALL,
	ANY_TIME,
	APART,
	GROWN,
	LATE,
	LONG,
	looker,
	madeLongAgo,
	ONE,
	RUN,
	SHORT,
	SHORTENED,
	STALLED,
	strangers,
	TWO,
} from './pieces';
import type { Scenario } from './scenario';
import { type Fate, HOLD_MS } from './world';

// Runs that overlap in every way, while time passes; and last ones, days later.

export interface World extends Omit<Scenario, 'payer' | 'rounds'> {
	payer?: Scenario['payer'];
	/** The steps of the protocol that this world needs, and what goes wrong without each. */
	without?: Record<string, RegExp>;
	/** Not with more runs: it holds only as long as the date is of the future (key-protocol.md "What it relies on"). */
	staysSmall?: true;
}

const MINUTE = 60_000;
const LOST: Fate[] = ['lostDone', 'lostNever'];
const one = { wishes: [ONE], fates: ALL };
const two = { wishes: [ONE, TWO] };

export const ONE_ROW: Record<string, World> = {
	'one row, a crash after any step, an equal row abandoned long ago': {
		...LONG,
		...one,
		leftovers: [abandoned('k0', 'sending')],
		crashes: 1,
		without: {
			'the claim is not read after it was written': /too often/,
			'the lowest id wins': /too often/,
			'nothing is held back': /too often/,
			'the intent is written after the request': /too often/,
		},
	},
	'one row, a run that looks before it claims and one that does not, a crash': {
		...LONG,
		...one,
		runs: [{ payer: payer({ looksFirst: true }) }, ANY_TIME],
		crashes: 1,
	},
	'one row, a run that is stalled until its hold is over': {
		...STALLED,
		...one,
		fates: ['lostLate'],
		without: {
			'a claim that has waited long is not renewed': /too often/,
			'the clock is looked at after the list': /too often/,
		},
	},
	'one row, a run with a longer hold': {
		...LONG,
		...one,
		fates: ['lostLate'],
		runs: [{ payer: payer({}, { holdMs: 2 * HOLD_MS }) }, ANY_TIME],
		without: { 'how long a row is held is not read in it': /too often/ },
	},
	'an equal addition that a stranger has made some minutes before': {
		...LONG,
		...one,
		before: [strangers(-4 * MINUTE)],
		without: { 'the clock of a service is believed to be minutes off': /never paid/ },
	},
	'an equal addition that a stranger has made, and whose date is of the future': {
		...LONG,
		...one,
		fates: ['lostDone'],
		before: [strangers(-46 * MINUTE, 60 * MINUTE)],
		staysSmall: true,
		without: { 'an addition from the future is believed': /never paid/ },
	},
	'the same row abandoned long ago, done': {
		...LONG,
		...one,
		leftovers: [abandoned('k1', 'sending')],
		before: [madeLongAgo('k1')],
	},
	'a row that a run under Recent gives up after the hold, while its own run goes on': {
		...SHORT,
		...one,
		fates: ['lostLate', 'lostNever'],
		runs: [RUN, LATE, { ...LATE, payer: looker }],
		without: {
			'a claim that has not won is deleted, whatever another run has found out': /too often/,
		},
	},
	'one row, whose top-up fails at once or later': {
		...LONG,
		...one,
		fates: ['done', 'failed', 'failsLater', 'lostFailed'],
		reusesIds: true,
		without: {
			'nobody asks whether a top-up has failed': /told paid with|never paid/,
		},
	},
	'one row, and a table that fails while its result is written': {
		...SHORT,
		...one,
		fates: ['done', 'lostDone'],
		runs: [RUN, RUN],
		reusesIds: true,
		failures: 2,
	},
};

export const SEVERAL_ROWS: Record<string, World> = {
	'two equal rows, nothing lost: nobody waits': {
		...SHORT,
		...two,
		fates: ['done'],
		reusesIds: true,
		without: { 'whoever meets another leaves its claim there and gives up': /waits, although/ },
	},
	'two equal rows, one answered with the addition of the other, a crash': {
		...SHORT,
		...two,
		fates: ['done'],
		fatesOf: { k2: ['old'] },
		crashes: 1,
		reusesIds: true,
		without: {
			'an answer is believed before it was asked who else names the addition': /never paid/,
		},
	},
	'two equal rows of one process, an answer lost': {
		...SHORT,
		...two,
		runs: [{ sheet: [ONE] }, { sheet: [TWO, ONE] }],
		fates: ['done'],
		fatesOf: { k2: ['lostDone'] },
		reusesIds: true,
		isOneProcess: true,
		without: {
			'nobody knows which runs are at work': /told paid/,
			'equal rows that others are sending are not waited for': /told paid/,
		},
	},
	'two equal orders, each at its own time, a crash, lost or late': {
		...APART,
		...two,
		crashes: 1,
		fates: ['lostDone', 'lostLate', 'lostNever'],
		without: { 'an addition may belong to several keys': /never paid/ },
	},
	'a sheet of a batch and one that has grown, at once, a crash': {
		...SHORT,
		...GROWN,
		fates: ['done', 'refused'],
		crashes: 1,
		without: { 'a customer of a batch may have rows of two runs': /too often/ },
	},
	'one top-up that two executions ask for under Recent, a crash': {
		...SHORT,
		...two,
		isOneTopUp: true,
		runs: [{ sheet: [ONE] }, { ...ANY_TIME, sheet: [TWO] }],
		payer: payer({ isRecent: true }),
		fates: ALL,
		crashes: 1,
		without: { 'equal rows of other executions are not read': /too often/ },
	},
	'two equal orders, lost, the clock of a machine some seconds ahead': {
		...APART,
		...two,
		fates: LOST,
		runs: [APART.runs[0], { ...APART.runs[1], clockAhead: 2_000 }],
	},
	'two equal rows, one of which a run under Recent gives up': {
		...SHORT,
		...two,
		fates: LOST,
		runs: [{ sheet: [ONE] }, { ...LATE, sheet: [TWO] }, { ...LATE, payer: looker }],
	},
	'two equal rows of a batch, answers lost, one row deleted since': { ...SHORTENED, fates: LOST },
};
