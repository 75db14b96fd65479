/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package: it prints what it has found */
import type { Exploration } from '../../../../harness/keys/explore';
import { explore } from '../../../../harness/keys/explore';
import { payer } from '../../../../harness/keys/payer';
import {
	abandoned,
	ALL,
	ANY_TIME,
	FIVE,
	APART,
	LATE,
	LONG,
	looker,
	madeLongAgo,
	ONE,
	RUN,
	SEVEN,
	SHORT,
	STALLED,
	strangers,
	TWO,
} from '../../../../harness/keys/pieces';
import type { Scenario } from '../../../../harness/keys/scenario';
import { HOLD_MS } from '../../../../harness/keys/times';
import { weakened } from '../../../../harness/keys/weakened';

// Runs that overlap in every way, while time passes; and last ones, days later. Larger worlds: `npm run explore`.

type World = Omit<Scenario, 'payer'> & Partial<Pick<Scenario, 'payer'>>;

const MINUTE = 60_000;
const one = { wishes: [ONE], fates: ALL };
const two = { wishes: [ONE, TWO] };
/** The row that one sheet begins with is the second one of the other. */
const GROWN = { wishes: [FIVE, SEVEN], runs: [{ sheet: [SEVEN] }, { sheet: [FIVE, SEVEN] }] };

const worlds: Record<string, World> = {
	'one row, a crash after any step, a stall': {
		...LONG,
		...one,
		crashes: 1,
		stalls: 1,
		reusesIds: true,
	},
	'one row, a crash after any step, rows committed after later ids': {
		...SHORT,
		...one,
		crashes: 1,
	},
	'one row, settled in bulk, a crash after any step': {
		...SHORT,
		...one,
		crashes: 1,
		payer: payer({ bulkFrom: 1 }),
	},
	'one row, a stall, rows committed after later ids': {
		...SHORT,
		...one,
		runs: [RUN, LATE],
		stalls: 1,
		fates: ['done', 'lostLate'],
	},
	'one row, ids given out again while a run is stalled': {
		...STALLED,
		...one,
		fates: ['done', 'lostLate', 'lostNever'],
	},
	'two equal rows, nothing lost': { ...SHORT, ...two, fates: ['done'] },
	'two equal rows, answers that name an old addition': {
		...SHORT,
		...two,
		fates: ['done', 'old'],
	},
	'two equal rows, lost, two runs that find out after the hold': {
		...SHORT,
		...two,
		runs: [RUN, LATE, LATE],
		fates: ['lostDone', 'lostNever'],
	},
	'two equal rows, one never done, a stall before it is written down, a crash': {
		...STALLED,
		...two,
		fates: ['done'],
		fatesOf: { k1: ['lostNever'] },
		crashes: 1,
		runs: [RUN, { ...LATE, sheet: [TWO] }],
	},
	'two equal orders, each at its own time, a crash, lost or late': {
		...APART,
		...two,
		crashes: 1,
		fates: ['lostDone', 'lostLate', 'lostNever'],
	},
	'two equal orders, each at its own time, found out by their own runs, too': {
		...APART,
		...two,
		fates: ['lostDone', 'lostNever'],
		payer: payer({ findsOutOwn: true }),
	},
	'two equal orders, lost, the clock of a machine some seconds ahead': {
		...APART,
		...two,
		fates: ['lostDone', 'lostNever'],
		runs: [APART.runs[0], { ...APART.runs[1], clockAhead: 2_000 }],
	},
	'an equal row abandoned long ago, never done': {
		...LONG,
		...one,
		leftovers: [abandoned('k0', 'sending')],
		crashes: 1,
	},
	'an equal row abandoned long ago, done': {
		...LONG,
		...one,
		leftovers: [abandoned('k0', 'unknown')],
		before: [madeLongAgo('k0')],
	},
	'the same row abandoned long ago, never done': {
		...LONG,
		...one,
		leftovers: [abandoned('k1', 'unknown')],
		crashes: 1,
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
	},
	'two equal rows, one of which a run under Recent gives up': {
		...SHORT,
		...two,
		fates: ['lostDone', 'lostNever'],
		runs: [{ sheet: [ONE] }, { ...LATE, sheet: [TWO] }, { ...LATE, payer: looker }],
	},
	'a sheet of a batch and one that has grown, at once, a crash': {
		...SHORT,
		...GROWN,
		fates: ['done', 'refused'],
		crashes: 1,
	},
	'a sheet of a batch and one that has grown, answers lost': {
		...SHORT,
		...GROWN,
		fates: ['done', 'lostDone', 'lostNever'],
	},
	'an equal addition that a stranger has made some minutes before': {
		...LONG,
		...one,
		before: [strangers(-4 * MINUTE)],
	},
	'an equal addition that a stranger has made long before': {
		...LONG,
		...one,
		before: [strangers(-11 * MINUTE)],
	},
};

const tried = new Map<string, Exploration>();

/** What is the same world is tried once. */
function tryAll(world: World): Exploration {
	const name = JSON.stringify(world);
	const known = world.payer === undefined ? tried.get(name) : undefined;
	const exploration = known ?? explore({ payer: payer(), ...world });
	tried.set(name, exploration);
	return exploration;
}

test.each(Object.entries(worlds))(
	'%s: nobody is paid twice, nobody is forgotten',
	(name, world) => {
		const { states, isWhole, counterexample } = tryAll(world);
		process.stdout.write(`${name}: ${states} states\n`);
		expect(counterexample?.join('\n')).toBeUndefined();
		expect(isWhole).toBe(true);
		expect(states).toBeGreaterThan(500);
	},
);

const oneProcess: World = {
	...SHORT,
	...two,
	runs: [{ sheet: [ONE] }, RUN],
	fates: ['done', 'lostDone'],
	isOneProcess: true,
};

const found: Record<string, World & { problem: RegExp }> = {
	'the claim is not read after it was written': {
		...SHORT,
		...one,
		fates: ['done'],
		problem: /too often/,
	},
	'the lowest id wins': { ...SHORT, ...one, fates: ['done'], problem: /too often/ },
	'whoever meets another leaves its claim there and gives up': {
		...SHORT,
		...one,
		fates: ['done'],
		problem: /waits, although/,
	},
	'nothing is held back': { ...SHORT, ...one, fates: ['lostLate'], problem: /too often/ },
	'an addition may belong to several keys': {
		...SHORT,
		...two,
		fates: ['lostDone', 'lostNever'],
		runs: [RUN, LATE, LATE],
		problem: /never paid/,
	},
	'an answer is believed before it was asked who else names the addition': {
		...SHORT,
		...two,
		fates: ['done', 'old'],
		crashes: 1,
		problem: /never paid/,
	},
	'nobody knows which runs are at work': { ...oneProcess, problem: /told paid/ },
	'equal rows that others are sending are not waited for': {
		...oneProcess,
		problem: /told paid/,
	},
	'the intent is written after the request': {
		...SHORT,
		...one,
		fates: ['done'],
		crashes: 1,
		problem: /too often/,
	},
	'a claim that has waited long is not made anew': {
		...STALLED,
		...one,
		fates: ['done'],
		problem: /too often/,
	},
	'the clock is looked at after the list': {
		...STALLED,
		...one,
		fates: ['done'],
		problem: /too often/,
	},
	'how long a row is held is not read in it': {
		...LONG,
		...one,
		fates: ['lostLate'],
		problem: /called not done/,
		runs: [{ payer: payer({}, { holdMs: 2 * HOLD_MS }) }, ANY_TIME],
	},
	'the clock of a service is believed to be minutes off': {
		...LONG,
		...one,
		fates: ['lostNever'],
		before: [strangers(-4 * MINUTE)],
		problem: /never paid/,
	},
	'a customer of a batch may have rows of two runs': {
		...SHORT,
		...GROWN,
		fates: ['done'],
		problem: /too often/,
	},
	'an addition from the future is believed': {
		...LONG,
		...one,
		fates: ['lostDone'],
		before: [strangers(-46 * MINUTE, 60 * MINUTE)],
		problem: /which no key has asked for/,
	},
};

describe.each(Object.entries(found))('without one step (%s)', (name, { problem, ...world }) => {
	test('somebody pays for it', () => {
		const { counterexample } = explore({ ...world, payer: weakened[name] });
		process.stdout.write(`${name}:\n  ${counterexample?.join('\n  ')}\n`);
		expect(counterexample?.at(-1)).toMatch(problem);
	});

	test('with it nobody does', () => {
		expect(tryAll(world).counterexample).toBeUndefined();
	});
});

test('each step that can be taken out is', () => {
	expect(Object.keys(found)).toEqual(Object.keys(weakened));
});

test('a key of one account says nothing about another', () => {
	const sheets = (second: string): Scenario => ({
		...SHORT,
		wishes: [ONE, { ...TWO, ref: second }],
		fates: ['done'],
		payer: payer(),
		runs: [{ sheet: [ONE] }, { sheet: [{ ...TWO, ref: second }] }],
	});
	expect(explore(sheets('k1 of another account')).counterexample).toBeUndefined();
	expect(explore(sheets('k1')).counterexample?.at(-1)).toMatch(/never paid|waits/);
});
