import { readBy } from '../../nodes/Gmc/core/ledger/effects';
import type { Entry, NamedRow } from '../../nodes/Gmc/core/ledger/entry';
import { DAY_MS } from '../../nodes/Gmc/core/time/time';
import { type Payer, ofRun, PROTOCOL, resolving, wishOf } from './memory';
import type { RunPlan } from './scenario';
import { type Addition, type Fate, CLAIM_HOLD_MS, CLOCK_DOUBT_MS, HOLD_MS } from './world';

// What worlds are made of.

/** Just beyond the hold of what is claimed at the beginning. */
const HELD = CLAIM_HOLD_MS + 1_000;
const DAYS_LATER = 3 * DAY_MS;

/** The beginning, half of the hold, beyond it, beyond the doubt about the clock, days. */
const INSTANTS = [0, HOLD_MS / 2, HELD, HELD + CLOCK_DOUBT_MS, DAYS_LATER];

const AT = { start: 0, half: 1, held: 2, doubted: 3, end: 4 };

/** Long before the beginning. */
const LONG_AGO = -DAYS_LATER;

const charge = { identifiers: ['ana'], amount: 1, currency: 'BRL' };

/** Two keys for equal charges. */
export const [ONE, TWO] = ['k1', 'k2'].map(
	(ref): NamedRow => ({ ref, set: ref, chargeRef: '1 BRL', charge }),
);

/** Rows of one customer in a batch: what they pay tells them apart. */
const [FIVE, SEVEN] = [5, 7].map((amount): NamedRow => {
	const own = { ...charge, amount };
	return { ref: 'ana', set: '2026-11', n: 0, chargeRef: `${amount} BRL`, charge: own };
});

/** All that may happen to a request. */
export const ALL: Fate[] = ['done', 'lostDone', 'lostLate', 'lostNever', 'refused'];

/** A row that was left open days ago. */
export const abandoned = (ref: string, outcome: 'sending' | 'unknown'): Entry => ({
	id: 1,
	ref,
	set: ref,
	execution: 'long ago',
	chargeRef: '1 BRL',
	outcome,
	charge,
	claim: 'long ago',
	askedAt: LONG_AGO,
	heldUntil: LONG_AGO + HOLD_MS,
});

/** An equal addition that no key asked for. @param misreadBy error of its listed time in milliseconds */
export const strangers = (madeAt: number, misreadBy = 0): Addition => ({
	id: 'a0',
	charge,
	due: madeAt,
	madeAt,
	isListed: true,
	...(misreadBy > 0 && { misreadBy }),
});

export const madeLongAgo = (ref: string): Addition => ({ ...strangers(LONG_AGO), ref });

/** A run that starts at the beginning. Equal runs may be swapped. */
export const RUN: RunPlan = {};
/** One that starts at any time before the last one. */
export const ANY_TIME: RunPlan = { begins: [AT.start, AT.doubted] };
/** One that starts after the hold, in a short world. */
export const LATE: RunPlan = { begins: [1, 1] };

/** Two runs at once: the hold is over after them, then days go by. */
export const SHORT = { runs: [RUN, RUN], instants: [0, HELD, DAYS_LATER] };
/** A run at the beginning, and one at any time. */
export const LONG = { runs: [RUN, ANY_TIME], instants: INSTANTS };
/** A run is stalled until the hold is over, and another one goes on. */
export const STALLED = {
	...SHORT,
	runs: [RUN, { begins: [0, 1] } as RunPlan],
	stalls: 1,
	reusesIds: true,
};
/** Two orders, each in its own run at any time. */
export const APART = {
	runs: [ONE, TWO].map((wish): RunPlan => ({ ...ANY_TIME, sheet: [wish] })),
	instants: INSTANTS,
};
/** The first row of one sheet of a batch is the second row of the other. */
export const GROWN = {
	wishes: [FIVE, SEVEN],
	runs: [{ sheet: [SEVEN] }, { sheet: [FIVE, SEVEN] }],
};
/** Two equal rows of a batch, of which one is deleted after the first run. */
export const SHORTENED = {
	wishes: [FIVE, { ...FIVE }],
	runs: [RUN, { ...ANY_TIME, sheet: [FIVE] }],
	instants: INSTANTS,
};

/** A run under Recent whose rows equal open ones: it resolves them, and marks what was never done. */
export const looker: Payer = [
	function* lookAtOthers(memory, claim) {
		const wishes = (yield* readBy({ do: 'readOpen' })).map(wishOf);
		if (wishes.length > 0) yield* resolving(wishes, ofRun(PROTOCOL, claim, -1));
		return memory;
	},
];
