import fc from 'fast-check';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import { faultAround, fateWithin } from './faults';

type Made<All> = All extends fc.Arbitrary<infer One> ? One : never;

export const KINDS = ['key', 'recent', 'off', 'batch'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether rows have names that outlive their execution. */
export const isNamed = (kind: Kind): boolean => kind === 'key' || kind === 'batch';

export interface Charge {
	customer: number;
	amount: number;
	currency: 'BRL' | 'USD';
}

export const chargeName = ({ customer, amount, currency }: Charge): string =>
	`${amount} ${currency} for ${DEMO_CUSTOMERS[customer].name.split(' ')[0]}`;

/*
 * Left out, because money-safety.md does not promise it:
 * - a list that shows additions later than Hold, or loses some;
 * - a stranger's equal addition while an answer is lost: strangers' additions are from the day before;
 * - a sheet of a batch whose amounts are corrected;
 * - which of two equal rows of about the same time was done, so none of these is abandoned;
 * - an addition that fails after its run has ended.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A request that is lost may still be on its way for the rest of the hold. */
const MARGIN_SECONDS = 150;
/** Minutes: longer than Hold and clock tolerance. */
const LONG_AGO = 60;
const PAUSES = [1, 30, 2 * MINUTE, 6 * MINUTE, 11 * MINUTE, 16 * MINUTE, HOUR, 13 * HOUR, 3 * DAY];

const seldom = <T>(weight: number, arbitrary: fc.Arbitrary<T>) =>
	fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const either = fc.constantFrom;

/** An entry in the ledger from before the history. */
const stale = fc.record({
	outcome: either('sending', 'unknown'),
	minutesAgo: either(3, 8, 12, 20, 60, 1_500, 5_000),
	isDone: fc.boolean(),
	/** With a key: whether it is not wanted any more. */
	isAbandoned: fc.boolean(),
});

/** A top-up that the shop wants: once if it has a name, else as often as it is run. */
export interface Order {
	kind: Kind;
	charge: Charge;
	stale?: Made<typeof stale>;
}

const order: fc.Arbitrary<Order> = fc
	.record({
		kind: either<Kind>('key', 'key', 'key', 'recent', 'recent', 'off', 'batch', 'batch'),
		customer: either(0, 0, 0, 1),
		which: either(0, 0, 0, 1),
		left: seldom(2, stale),
		currency: either('BRL', 'BRL', 'USD'),
	})
	.map(({ kind, customer, which, currency, left }) => {
		const amount = (kind === 'batch' ? [30, 40] : [10, 20])[which];
		const charge = { customer, amount, currency };
		if (left === undefined || kind === 'off' || kind === 'batch') return { kind, charge };
		if (kind === 'key') return { kind, charge, stale: left };
		// A row without a key is written down when it has ended unknown.
		return { kind, charge, stale: { ...left, outcome: 'unknown', isAbandoned: false } };
	});

/** A row of the same age may have made another row's addition, so it is not abandoned. */
function distinct(order: Order, index: number, all: Order[]): Order {
	const { charge, stale: left } = order;
	const isAsOld = (one: Order, at: number) =>
		at !== index &&
		chargeName(one.charge) === chargeName(charge) &&
		one.stale?.minutesAgo === left?.minutesAgo;
	const isClear = left !== undefined && left.minutesAgo >= LONG_AGO && !all.some(isAsOld);
	return left === undefined || isClear
		? order
		: { ...order, stale: { ...left, isAbandoned: false } };
}

const limits: fc.Arbitrary<{ maxTotal?: number; maxPerDay?: number }> = fc.oneof(
	fc.record({ maxTotal: either(10, 20, 30, 50) }),
	fc.record({ maxPerDay: either(10, 20, 30, 50, 80) }),
);

/** Two executions at the same time. */
const atOnce = fc.record({
	/** Milliseconds that their table operations wait. */
	waits: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
	/** Whether they are in two processes, so that they do not wait for each other. */
	areApart: fc.boolean(),
});

/** @param canWait whether a lookup shows an addition at once */
const anyRun = (maxLate: number, canWait: boolean) =>
	fc.record({
		do: fc.constant('run'),
		kind: either<Kind>('key', 'key', 'key', ...KINDS),
		/** Which of the kind's orders; all of them without it. */
		only: seldom(1, fc.nat(2)),
		/** A row of a batch that somebody has deleted, for this run only. */
		without: seldom(3, fc.nat(2)),
		/**
		 * As a sheet, in a loop over the error output, row by row from an agent, as a sub-workflow, with a second node on the
		 * error output, or with one behind the agent.
		 */
		way: either(
			'sheet',
			'sheet',
			'sheet',
			'loop',
			'agent',
			'subWorkflow',
			'fallback',
			'behindAgent',
		),
		/** Whether the sheet names customers by their `_id`. */
		isById: fc.boolean(),
		onError: either('continueRegularOutput', 'stopWorkflow', 'continueErrorOutput'),
		retryOnFail: either(false, false, true),
		/** Seconds before each "Retry" of a failed execution, and between passes of a loop. */
		retries: fc.array(fc.nat(MINUTE), { maxLength: 2 }),
		fates: fc.array(fateWithin(maxLate), { maxLength: 3 }),
		faults: fc.array(faultAround, { maxLength: 1 }),
		/** The database operation from which on n8n's database fails. After a crash there is no report either. */
		table: seldom(4, fc.record({ failsFrom: fc.nat(14), isCrash: fc.boolean() })),
		twice: seldom(6, atOnce),
		limits: seldom(3, limits).map((set) => set ?? {}),
		/** With Wait for Completion: the final status. */
		waitFor: canWait ? seldom(4, either('COMPLETED', 'FAILED')) : fc.constant(undefined),
		/** Whether a dry run comes directly before. */
		isRehearsed: either(false, false, true),
	});

export type Run = Made<ReturnType<typeof anyRun>>;

/** A dry run cannot predict faults. Two runs at once are not retried. */
function possible({ table, twice, ...run }: Run): Run {
	const undisturbed = { table: undefined, twice: undefined };
	if (run.isRehearsed) {
		const once = { retryOnFail: false, retries: [], fates: [], faults: [], waitFor: undefined };
		return { ...run, ...undisturbed, ...once, way: 'sheet' };
	}
	// A batch is a sheet.
	const way = run.kind === 'batch' && run.way !== 'subWorkflow' ? 'sheet' : run.way;
	if (twice && isNamed(run.kind))
		return { ...run, ...undisturbed, way: 'sheet', retries: [], twice };
	return { ...run, ...undisturbed, way, table };
}

const settings: fc.Arbitrary<SandboxSettingsInput> = fc.record({
	login: fc.record({ sessionsPerUser: either('many', 'one') }),
	list: fc.record({
		shape: either('array', 'objectWhenSingle', 'bareArray', 'envelopes'),
		countersAsText: fc.boolean(),
		finalDateInclusive: fc.boolean(),
		order: either('newest', 'oldest', 'none'),
		timeZone: either('America/Sao_Paulo', 'UTC'),
	}),
	timestamps: fc.record({
		createdAtFormat: either('epochMs', 'epochSeconds'),
		dateHeader: fc.constant('ofSandboxClock'),
	}),
	additions: fc.record({
		echoCustomerIdentifier: either('asSent', '_id', 'taxId'),
		sourceAmountAs: either('number', 'decimalComma', 'binaryFraction'),
		// If only the summary shows a failure, nobody knows what is true.
		failureShownIn: either(['head', 'item', 'summary'], ['head'], ['item']),
	}),
});

const wait = fc.record({ do: fc.constant('wait'), seconds: either(...PAUSES) });
/** The user waits, compares with GMC, and corrects the ledger. */
const look = fc.record({ do: fc.constant('look') });

function stepsWithin(maxLate: number, canWait: boolean) {
	const step = fc.oneof(
		{ weight: 6, arbitrary: anyRun(maxLate, canWait).map(possible) },
		{ weight: 4, arbitrary: wait },
		{ weight: 1, arbitrary: look },
	);
	return fc.array(step, { minLength: 1, maxLength: 7 });
}

/** Days of a shop with one account and one ledger. */
export const histories = fc
	.record({ lateSeconds: either(0, 0, 100), holdMinutes: either(15, 15, 5) })
	.chain(({ lateSeconds, holdMinutes }) =>
		fc.record({
			/** Hour of the day at which it begins, in UTC. */
			hour: fc.nat(23),
			settings,
			/** Seconds after which the list shows an addition. */
			lateSeconds: fc.constant(lateSeconds),
			/** Seconds by which GMC's clock is ahead of n8n's. */
			skewSeconds: either(0, 2, -2, 5, -5),
			holdMinutes: fc.constant(holdMinutes),
			/** Rows of a run that are claimed together. */
			partSize: either(200, 1, 2),
			/** Orders that a stranger made the day before, too. */
			strangers: seldom(3, fc.uniqueArray(fc.nat(3), { maxLength: 2 })).map((some) => some ?? []),
			orders: fc.array(order, { minLength: 1, maxLength: 4 }).map((all) => all.map(distinct)),
			steps: stepsWithin(holdMinutes * MINUTE - lateSeconds - MARGIN_SECONDS, lateSeconds === 0),
		}),
	);

export type History = Made<typeof histories>;
export type Step = History['steps'][number];
