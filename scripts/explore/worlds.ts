import { payer } from '../../harness/keys/payer';
import {
	abandoned,
	ALL,
	ANY_TIME,
	APART,
	LATE,
	LONG,
	ONE,
	RUN,
	SHORT,
	STALLED,
	THREE,
	TWO,
} from '../../harness/keys/pieces';
import type { Scenario } from '../../harness/keys/scenario';
import type { Fate } from '../../harness/keys/world';

const one = { wishes: [ONE], fates: ALL };
const two = { wishes: [ONE, TWO] };
const LOST: Fate[] = ['lostDone', 'lostNever'];

/** Each is tried settled one by one, and settled in bulk. */
export const WORLDS: Record<string, Omit<Scenario, 'payer'>> = {
	'one row, two crashes, every fate': { ...LONG, ...one, crashes: 2 },
	'one row, a crash and a stall, rows committed after later ids': {
		...LONG,
		...one,
		crashes: 1,
		stalls: 1,
	},
	'one row, a crash and two stalls, ids given out again': {
		...LONG,
		...one,
		crashes: 1,
		stalls: 2,
		reusesIds: true,
	},
	'one row, three runs, a crash': {
		...SHORT,
		...one,
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
	'two equal rows, a crash, answers that name an old addition': {
		...SHORT,
		...two,
		crashes: 1,
		fates: ['done', 'old'],
	},
	'two equal rows, a crash, late': {
		...SHORT,
		...two,
		crashes: 1,
		fates: ['done', 'lostLate'],
	},
	'two equal rows, lost, a crash, two runs after the hold': {
		...SHORT,
		...two,
		runs: [RUN, LATE, LATE],
		crashes: 1,
		fates: LOST,
	},
	'two equal rows, a stall, ids given out again': {
		...STALLED,
		...two,
		fates: ['done', 'lostNever'],
	},
	'two equal orders, each at its own time, and both again, lost or late': {
		...APART,
		...two,
		runs: [...APART.runs, ANY_TIME],
		fates: [...LOST, 'lostLate'],
	},
	'two equal orders beside a row abandoned long ago, a crash': {
		...APART,
		...two,
		leftovers: [abandoned('k0', 'unknown')],
		crashes: 1,
		fates: ALL,
	},
	'two equal rows, runs of one process: what they tell is true': {
		...SHORT,
		...two,
		runs: [{ sheet: [ONE] }, RUN],
		fates: ['done', 'lostDone'],
		stalls: 1,
		isOneProcess: true,
	},
};

export const PAYERS = {
	'settled one by one': payer(),
	'settled in bulk, its own lost ones found out': payer({ bulkFrom: 1, findsOutOwn: true }),
};
