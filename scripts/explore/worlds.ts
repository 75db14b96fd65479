import { payer } from '../../harness/keys/payer';
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
	THREE,
	TWO,
} from '../../harness/keys/pieces';
import type { Scenario } from '../../harness/keys/scenario';
import type { Fate } from '../../harness/keys/world';

const one = { wishes: [ONE], fates: ALL };
const longOne = { ...LONG, ...one };
const shortOne = { ...SHORT, ...one };
const shortTwo = { ...SHORT, wishes: [ONE, TWO] };
const stalledTwo = { ...STALLED, wishes: [ONE, TWO] };
const apartTwo = { ...APART, wishes: [ONE, TWO] };
const LOST: Fate[] = ['lostDone', 'lostNever'];

/** Each is tried by every payer. */
export const WORLDS: Record<string, Omit<Scenario, 'payer'>> = {
	'one row, two crashes, every fate': { ...longOne, crashes: 2 },
	'one row, a crash and a stall, rows committed after later ids': {
		...longOne,
		crashes: 1,
		stalls: 1,
	},
	'one row, a crash and two stalls, ids used again': {
		...longOne,
		crashes: 1,
		stalls: 2,
		reusesIds: true,
	},
	'one row, three runs, a crash': {
		...shortOne,
		runs: [RUN, RUN, RUN],
		crashes: 1,
		reusesIds: true,
	},
	'one row abandoned long ago, three runs, a stall': {
		...STALLED,
		...one,
		leftovers: [abandoned('k1', 'sending')],
		runs: [RUN, RUN, LATE],
		fates: ['done', 'lostLate'],
	},
	'three equal rows': { ...SHORT, wishes: [ONE, TWO, THREE], fates: ['done'] },
	'two equal rows, a crash, answers with an old addition': {
		...shortTwo,
		crashes: 1,
		fates: ['done', 'old'],
	},
	'two equal rows, a crash, late': { ...shortTwo, crashes: 1, fates: ['done', 'lostLate'] },
	'two equal rows, lost, a crash, two runs after the hold': {
		...shortTwo,
		runs: [RUN, LATE, LATE],
		crashes: 1,
		fates: LOST,
	},
	'two equal rows, a stall, ids used again': { ...stalledTwo, fates: ['done', 'lostNever'] },
	'two equal orders at different times, and both again, lost or late': {
		...apartTwo,
		runs: [...APART.runs, ANY_TIME],
		fates: [...LOST, 'lostLate'],
	},
	'two equal orders beside a row abandoned long ago, a crash': {
		...apartTwo,
		leftovers: [abandoned('k0', 'unknown')],
		crashes: 1,
		fates: ALL,
	},
	'two equal rows, one never done, a stall before it is written down, a crash': {
		...stalledTwo,
		fates: ['done'],
		fatesOf: { k1: ['lostNever'] },
		crashes: 1,
		runs: [RUN, { ...LATE, sheet: [TWO] }],
	},
	'two equal orders, lost, the clock of a machine some seconds ahead': {
		...apartTwo,
		fates: LOST,
		runs: [APART.runs[0], { ...APART.runs[1], clockAhead: 2_000 }],
	},
	'an equal row abandoned long ago, done': {
		...longOne,
		leftovers: [abandoned('k0', 'unknown')],
		before: [madeLongAgo('k0')],
	},
	'the same row abandoned long ago, done': {
		...longOne,
		leftovers: [abandoned('k1', 'sending')],
		before: [madeLongAgo('k1')],
	},
	'an equal addition that a stranger made long before': {
		...longOne,
		before: [strangers(-11 * 60_000)],
	},
	'a row that a run under Recent gives up after the hold, while its own run goes on': {
		...shortOne,
		fates: ['lostLate', 'lostNever'],
		runs: [RUN, LATE, { ...LATE, payer: looker }],
	},
	'two equal rows, one of which a run under Recent gives up': {
		...shortTwo,
		fates: LOST,
		runs: [{ sheet: [ONE] }, { ...LATE, sheet: [TWO] }, { ...LATE, payer: looker }],
	},
	'a sheet of a batch and one that has grown, answers lost': {
		...SHORT,
		...GROWN,
		fates: ['done', ...LOST],
	},
	'two equal rows of a batch, answers lost, one row deleted since, a crash': {
		...SHORTENED,
		fates: ['done', ...LOST],
		crashes: 1,
	},
	'two equal rows, runs of one process: their reports are true': {
		...shortTwo,
		runs: [{ sheet: [ONE] }, RUN],
		fates: ['done', 'lostDone'],
		stalls: 1,
		isOneProcess: true,
	},
};

export const PAYERS = {
	'as it is': payer(),
	'its own lost ones found out': payer({ findsOutOwn: true }),
};
